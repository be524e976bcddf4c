package io.evenkeel.app.evaluate;

import io.evenkeel.app.wording.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What a report leaves out, and why, in sentences. */
final class Remarks {
  private Remarks() {}

  /** Which rows the numbers of a model are not of. */
  static List<String> ofNumbers(SeriesReport whole, Plan plan) {
    List<String> remarks = new ArrayList<>();
    long unscored = whole.labels() - whole.measure(Quantity.LOG_LOSS).map(Measure::n).orElse(0L);
    if (unscored > 0) {
      remarks.add(
          String.format(
              Locale.ROOT,
              "%,d of %,d rows have no finite log loss and are not in its mean: their target was"
                  + " held impossible, or their prediction has no density.",
              unscored,
              whole.labels()));
    }
    if (whole.isSorted()) {
      remarks.add(
          "The SKCE of blocks is left out: its blocks are rows that follow each other, and the file"
              + " is sorted by its labels. Shuffle the rows to have it.");
    }
    if (whole.labels() > plan.sample()) {
      remarks.add(
          String.format(Locale.ROOT, "n = %,d: from a uniform sample of the rows.", plan.sample()));
    }
    return remarks;
  }

  /**
   * How many rows are left out.
   *
   * @param of what they are left out of, to follow "left out", or nothing
   * @param reasons the number of rows by reason
   */
  static List<String> leftOut(String of, Map<String, Long> reasons) {
    return reasons.entrySet().stream()
        .map(one -> Numbers.of(one.getValue(), "row") + " left out" + of + ": " + one.getKey())
        .toList();
  }

  /** How many segments are not in the report; empty if all are. */
  static Optional<String> ofSegments(ModelReport model) {
    return model.segmentsLeftOut() == 0
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "%,d smaller segments were not judged (--segments)",
                model.segmentsLeftOut()));
  }
}
