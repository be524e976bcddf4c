package io.evenkeel.app.evaluate;

import io.evenkeel.app.config.TolerableError;
import io.evenkeel.app.dataset.Dataset;
import io.evenkeel.app.dataset.TestData;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;

/** Reports of the tables in a folder, as tests ask for them. */
final class Reports {
  private Reports() {}

  /** At the usual levels, of no segments. */
  static Plan plan(int sample) {
    return new Plan(sample, 0, 0.01, TolerableError.of(0.02), 1);
  }

  /** The evaluation of the tables that a dataset file describes. */
  static Evaluation evaluation(Path folder, String yaml, Plan plan) throws IOException {
    Dataset dataset = Dataset.read(TestData.dataset(folder, yaml));
    return new Evaluation(dataset, folder, plan, (what, done) -> {});
  }

  /** Its report, in which no models are compared. */
  static Report of(Path folder, String yaml, Plan plan) throws IOException {
    return evaluation(folder, yaml, plan).report(List.of());
  }

  /** What is printed of it. */
  static String text(Report report, boolean all) {
    StringWriter text = new StringWriter();
    new TextReport(new PrintWriter(text), all).print(report);
    return text.toString();
  }
}
