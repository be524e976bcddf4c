package io.evenkeel.app.evaluate;

import io.evenkeel.app.dataset.TestData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.IntUnaryOperator;

/**
 * The models "a" and "b" of coins, each with a file of its own.
 *
 * @param folder of the files
 */
record TwoModels(Path folder) {
  /** Its dataset file. */
  static final String DATASET =
      """
      models:
        - model: a
          file: a.csv
          id: 'a:{n}'
          time: {start: '2026-01-01T00:00:00Z', step: 1s}
          distribution: {binary: p}
          label: {column: y, delay: 1s}
        - model: b
          file: b.csv
          id: 'b:{n}'
          time: {start: '2026-01-01T00:00:00Z', step: 1s}
          distribution: {binary: p}
          label: {column: y, delay: 1s}
      """;

  /** Coins of which the one with an index has the id that is given, and which has its label. */
  void coins(String file, int rows, IntUnaryOperator id) throws IOException {
    TestData.table(
        folder.resolve(file),
        "n,p,y",
        rows,
        n -> {
          Random random = new Random(id.applyAsInt(n));
          double p = random.nextDouble();
          int y = random.nextDouble() < p ? 1 : 0;
          return String.format(Locale.ROOT, "%d,%.6f,%d", id.applyAsInt(n), p, y);
        });
  }

  /** The report on both. */
  Report report(Plan plan, String... compared) throws IOException {
    return Reports.evaluation(folder, DATASET, plan).report(List.of(compared));
  }
}
