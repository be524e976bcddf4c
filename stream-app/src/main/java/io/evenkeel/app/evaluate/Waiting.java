package io.evenkeel.app.evaluate;

import io.evenkeel.app.wording.Numbers;
import io.evenkeel.app.wording.Times;
import io.evenkeel.core.expected.Abstention;
import io.evenkeel.core.expected.ExpectedLoss;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What is expected of the rows without a label that were made after the last one with a label.
 *
 * @param rows the number of them
 * @param from when the first of them was made, milliseconds since 1970
 * @param to the same of the last one
 * @param losses of their scores
 */
record Waiting(long rows, long from, long to, List<ExpectedLoss> losses) {

  /** Copies the list. */
  Waiting {
    losses = List.copyOf(losses);
  }

  /** What they are, and under which condition something is said of them. */
  String heading() {
    return String.format(
        Locale.ROOT,
        "%s without a label (from %s to %s), if scores still relate to predictions as before:",
        Numbers.of(rows, "row"),
        Times.minute(from),
        Times.minute(to));
  }

  /** A sentence about each score; one if nothing is said of any for the same reason. */
  List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    if (losses.stream().map(ExpectedLoss::abstention).distinct().count() == 1
        && losses.get(0).abstention().isPresent()) {
      return List.of(silent("their scores", losses.get(0).abstention().get()));
    }
    for (ExpectedLoss loss : losses) {
      String words = loss.score().words();
      sentences.add(
          loss.abstention()
              .map(reason -> silent("the " + words, reason))
              .orElseGet(
                  () ->
                      String.format(
                          Locale.ROOT,
                          "expected %s %.3g (%.3g to %.3g); labelled rows before: %.3g",
                          words,
                          loss.estimate(),
                          loss.interval().lower(),
                          loss.interval().upper(),
                          loss.before())));
    }
    return sentences;
  }

  private static String silent(String what, Abstention reason) {
    return "nothing is said of " + what + ": " + reason.words();
  }
}
