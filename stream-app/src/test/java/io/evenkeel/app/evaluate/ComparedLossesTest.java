package io.evenkeel.app.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counts and the like that other kinds of predictions are compared with. */
class ComparedLossesTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private static final String MODELS =
      """
      models:
        - model: counts
          file: rows.csv
          id: 'counts:{n}'
          distribution: {counts: [p0..p3]}
          time: {column: t, format: instant}
          label: {column: y, delay: 1s}
        - model: other
          file: rows.csv
          id: 'other:{n}'
          distribution: OTHER
          time: {column: t, format: instant}
          label: {column: y, delay: 1s}
      """;

  @TempDir private Path folder;

  private Comparison comparison(String other, int last) throws IOException {
    Random random = new Random(4);
    List<String> lines = new ArrayList<>(List.of("n,t,p0,p1,p2,p3,q0,q1,q2,q3,a,b,y"));
    for (int n = 0; n < 300; n++) {
      int y = n == 0 ? last : random.nextInt(4);
      lines.add(
          String.format(
              Locale.ROOT,
              "%d,%s,0.1,0.2,0.3,0.4,0.1000000001,0.2000000002,0.3000000003,0.4000000004,%d,%d,%d",
              n,
              START.plusSeconds(n),
              random.nextInt(4),
              random.nextInt(4) + 2,
              y));
    }
    Files.write(folder.resolve("rows.csv"), lines);
    return Reports.evaluation(folder, MODELS.replace("OTHER", other), Reports.plan(300))
        .report(List.of("counts", "other"))
        .comparison()
        .orElseThrow();
  }

  /** An ensemble has no log loss, so that of counts, which is infinite, is not the worse one. */
  @Test
  void aLossThatIsInfiniteIsNotWorseThanNone() throws IOException {
    Comparison comparison = comparison("{ensemble: [a, b]}", 7);

    assertThat(comparison.sentence())
        .startsWith("Better: counts by CRPS")
        .doesNotContain("log loss");
    assertThat(comparison.leftOutInWords()).isNotEmpty();
  }

  /** Probabilities are made to sum to one: those of the two models differ by rounding then. */
  @Test
  void modelsThatDifferByRoundingAreEquallyGood() throws IOException {
    assertThat(comparison("{counts: [q0..q3]}", 1).sentence())
        .isEqualTo("Their scores do not tell counts from other.");
  }

  @Test
  void theProbabilityOfACountIsNotComparedWithADensity() throws IOException {
    Comparison comparison = comparison("{normal: {mean: a, standard-deviation: b}}", 1);

    assertThat(comparison.sentence()).doesNotContain("log loss");
    assertThat(comparison.leftOutInWords())
        .containsExactly(
            "300 rows left out of the difference of log losses: one predicts counts, and the"
                + " probability of a count is no density");
  }
}
