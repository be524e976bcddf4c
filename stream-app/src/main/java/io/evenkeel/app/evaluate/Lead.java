package io.evenkeel.app.evaluate;

import io.evenkeel.app.wording.Numbers;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * What is shown of one of two compared models.
 *
 * @param model its name
 * @param logE natural logarithm of the e-value after the last row, against “its score was never
 *     better on average than that of the other”
 * @param since the first row at which the e-value reached 2/alpha, of the first model's file; empty
 *     if it never did
 * @param timed whether the time of that row is one, or only stands for the order of the file
 */
public record Lead(String model, double logE, Optional<Place> since, boolean timed) {

  /** When the e-value reached 2/alpha; empty if it never did or the file has no times. */
  public Optional<Instant> time() {
    return since.filter(place -> timed).map(place -> Instant.ofEpochMilli(place.madeAt()));
  }

  /** In words; empty if nothing is shown. */
  Optional<String> sentence(double alpha) {
    return since.map(
        place ->
            String.format(
                Locale.ROOT,
                "%s is shown to be better since labelled row %,d%s (e-value %s at the end; %s valid"
                    + " at all times).",
                model,
                place.row() + 1,
                time().map(time -> ", " + time).orElse(""),
                Numbers.eValue(logE),
                Numbers.percent(1 - alpha)));
  }
}
