package io.evenkeel.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Targets such as rain: many equal a predicted quantile, which is 0. */
class TiedTargetsTest extends CommandTest {
  private static final int ROWS = 400;

  /** It rains with a chance of 0.6, and then by an exponential law of mean 1. */
  private String evaluate(double zero) throws IOException {
    Random random = new Random(1);
    StringBuilder rows = new StringBuilder("q0.25,q0.5,q0.75,q0.9,y\n");
    for (int i = 0; i < ROWS; i++) {
      boolean rains = random.nextDouble() < 0.6;
      double y = rains ? -Math.log(1 - random.nextDouble()) : zero - random.nextDouble() * zero;
      rows.append(
          String.format(
              Locale.ROOT,
              "0,%.4f,%.4f,%.4f,%.4f%n",
              -Math.log(0.5 / 0.6),
              -Math.log(0.25 / 0.6),
              -Math.log(0.1 / 0.6),
              y));
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
    assertThat(evaluate(0))
        .contains("how small a miscalibration would have shown is not known")
        .contains("\"detectable_gain\" : null");
  }
}
