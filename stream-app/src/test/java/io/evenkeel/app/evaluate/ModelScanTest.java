package io.evenkeel.app.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.TolerableError;
import io.evenkeel.app.dataset.TestData;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelScanTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final int USERS = 12_000;
  private static final int ROWS = USERS + 400;

  @TempDir private Path folder;

  /** A file that is sorted by country: before the second one, there are more users than counted. */
  @Test
  void findsTheLargestSegmentsWhereverTheyFirstAppear() throws IOException {
    TestData.table(
        folder.resolve("coins.csv"),
        "n,t,country,user,p,heads",
        ROWS,
        n -> {
          String user = n < USERS ? "u" + n : "several";
          String country = n < USERS ? "DE" : "FR";
          return String.format(
              Locale.ROOT, "%d,%s,%s,%s,0.5,%d", n, START.plusSeconds(n), country, user, n % 2);
        });
    String yaml =
        """
        models:
          - model: coins
            file: coins.csv
            id: '{n}'
            time: {column: t, format: instant}
            distribution: {binary: p}
            label: {column: heads, delay: 1s}
            segments: {country: '{country}', user: '{user}'}
        """;

    ModelReport report =
        Reports.of(folder, yaml, new Plan(100, 3, 0.01, TolerableError.of(0.02), 1))
            .models()
            .get(0);

    assertThat(report.segments())
        .extracting(SeriesReport::segment)
        .containsExactlyInAnyOrder("country=DE", "country=FR", "user=several");
    assertThat(report.segmentsLeftOut()).isEqualTo(10_001 - 3);
  }
}
