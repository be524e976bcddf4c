package io.evenkeel.app.evaluate;

import io.evenkeel.app.dataset.PlainNumber;
import io.evenkeel.app.replay.CaseKeys;
import io.evenkeel.app.wording.Numbers;
import io.evenkeel.core.moments.BottomK;
import io.evenkeel.core.moments.Outcome;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The labelled rows that two models have in common: those with an id that one row of each has. Of
 * rows that share an outcome one is here, and of panes that overlap one.
 *
 * @param first the rows of one model
 * @param second those of the other, in the same order
 * @param repeated the number of common ids that several rows of a model have, so that nothing says
 *     which two belong together
 */
record CommonRows(List<Observation> first, List<Observation> second, long repeated) {

  /** Copies the lists. */
  CommonRows {
    first = List.copyOf(first);
    second = List.copyOf(second);
  }

  /**
   * Those of two models.
   *
   * @param ofOne a sample of the first model's rows, which holds the smallest hashes of ids
   * @param ofOther one of the second's
   * @throws IllegalArgumentException if there are fewer than two, or they differ in a label
   */
  static CommonRows of(
      ModelStatistics first,
      ModelStatistics second,
      BottomK<Observation> ofOne,
      BottomK<Observation> ofOther) {
    CaseKeys.Common ids = first.keys().common(second.keys());
    Map<String, Observation> others = new HashMap<>();
    ofOther.entries().forEach(entry -> others.put(entry.id(), entry.item()));
    Set<String> outcomes = new HashSet<>();
    List<Observation> ofFirst = new ArrayList<>();
    List<Observation> ofSecond = new ArrayList<>();
    for (BottomK.Entry<Observation> entry : ofOne.entries()) {
      boolean isOnce = first.keys().isOnce(entry.id()) && second.keys().isOnce(entry.id());
      Observation other = isOnce ? others.get(entry.id()) : null;
      Observation row = entry.item();
      boolean isApart =
          ofFirst.isEmpty()
              || first.plan().overlap().isOfOneClass(row.pane() - ofFirst.get(0).pane());
      Outcome outcome = row.outcome();
      if (other != null && isApart && (!outcome.isShared() || outcomes.add(outcome.id()))) {
        checkSame(entry.id(), first, row.target(), second, other.target());
        ofFirst.add(row);
        ofSecond.add(other);
      }
    }
    checkSize(first.model(), second.model(), ofFirst.size(), ids);
    return new CommonRows(ofFirst, ofSecond, ids.repeated());
  }

  private static void checkSame(
      String id, ModelStatistics first, Target y, ModelStatistics second, Target other) {
    if (!y.equals(other)) {
      List<String> names = names(first);
      // Models that name their classes differently have only the index in common.
      List<String> common = names.equals(names(second)) ? names : List.of();
      throw new IllegalArgumentException(
          "Row id "
              + id
              + ": "
              + first.model()
              + " has the label "
              + text(y, common)
              + ", "
              + second.model()
              + " the label "
              + text(other, common)
              + "; a comparison needs the same labels");
    }
  }

  private static List<String> names(ModelStatistics model) {
    return model.plan().calibration().names().names();
  }

  private static String text(Target y, List<String> names) {
    if (y instanceof ClassLabel label) {
      int index = label.index();
      return index < names.size() ? names.get(index) : Integer.toString(index);
    }
    return PlainNumber.of(((RealVector) y).get(0));
  }

  /**
   * Refuses a model that has nothing to be compared.
   *
   * @throws IllegalArgumentException if it has no rows with a label
   */
  static void checkLabels(ModelStatistics model) {
    if (model.whole().sample().size() == 0) {
      throw new IllegalArgumentException(
          model.model() + " has no labelled rows: models are compared on labelled rows");
    }
  }

  private static void checkSize(String first, String second, int rows, CaseKeys.Common ids) {
    if (rows < 2) {
      String fewer = "fewer than two labelled rows in common ";
      String what =
          ids.repeated() > 0
              ? fewer + "with ids of their own. " + words(first, second, ids.repeated())
              : ids.once() > 1
                  ? fewer
                      + "of different outcomes: of the rows that share an outcome one is compared,"
                      + " and of panes that overlap one"
                  : rows == 1
                      ? "one labelled row in common; two are needed"
                      : "no labelled row in common: their ids must be the same but for the name of"
                          + " the model and a colon in front";
      throw new IllegalArgumentException(first + " and " + second + " have " + what);
    }
  }

  /** What ids that repeat mean; empty without any. */
  static String words(String first, String second, long repeated) {
    return repeated == 0
        ? ""
        : Numbers.of(repeated, "common id")
            + (repeated == 1 ? " belongs" : " belong")
            + " to several rows of "
            + first
            + " or of "
            + second
            + ". Such rows are not compared: nothing says which two belong together.";
  }
}
