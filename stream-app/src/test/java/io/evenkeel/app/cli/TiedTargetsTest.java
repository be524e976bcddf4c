package io.evenkeel.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Locale;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** Targets such as rain, many of which equal a predicted quantile. */
class TiedTargetsTest extends CommandTest {
  private static final int ROWS = 400;

  /** It rains with a chance of 0.6, and then by an exponential law of mean 3. */
  private String evaluate(DoubleUnaryOperator rounding) throws IOException {
    Random random = new Random(1);
    StringBuilder rows = new StringBuilder("q0.25,q0.5,q0.75,q0.9,y\n");
    for (int i = 0; i < ROWS; i++) {
      boolean rains = random.nextDouble() < 0.6;
      double y = rains ? -3 * Math.log(1 - random.nextDouble()) : 0;
      rows.append(
          String.format(
              Locale.ROOT,
              "0,%.4f,%.4f,%.4f,%.4f%n",
              rounding.applyAsDouble(-3 * Math.log(0.5 / 0.6)),
              rounding.applyAsDouble(-3 * Math.log(0.25 / 0.6)),
              rounding.applyAsDouble(-3 * Math.log(0.1 / 0.6)),
              rounding.applyAsDouble(y)));
    }
    Files.writeString(folder.resolve("rain.csv"), rows);
    String file = folder.resolve("rain.csv").toString();
    assertThat(
            execute(
                "evaluate", file, "--quantiles", "q*", "--label", "y", "--json", "--sample", "100"))
        .as(err.toString())
        .isZero();
    return out.toString();
  }

  @Test
  void hideHowSmallAFaultWouldHaveShown() throws IOException {
    assertThat(evaluate(Math::rint))
        .contains("how small a miscalibration would have shown is not known")
        .contains("\"detectable_gain\" : null");
  }

  /** The levels at 0 are left out, so that the others tell as much as those of other forecasts. */
  @Test
  void hideNothingWhereTheyAreAtTheEndOfAnAmount() throws IOException {
    assertThat(evaluate(y -> y))
        .contains("nats per label would rarely have shown")
        .doesNotContain("\"detectable_gain\" : null");
  }
}
