package io.evenkeel.app.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import io.evenkeel.app.codec.RejectedEventException;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.CalibrationNotion;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.dataset.Dataset;
import io.evenkeel.app.dataset.ModelData;
import io.evenkeel.app.dataset.RowFaults;
import io.evenkeel.app.replay.Case;
import io.evenkeel.core.moments.BottomK;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Judges the models of a dataset file.
 *
 * <p>Each model's file is read twice: once for a uniform sample of its predictions, from which the
 * profile is learned without looking at labels, and once for the statistics. Where two models are
 * compared and the samples of their rows share too few, their files are read a third time. Rows are
 * taken in the order of the file. Memory is bounded by the samples and by the number of segments;
 * labels in a file of their own are held in memory too.
 *
 * @param dataset the dataset file
 * @param folder where its files are
 * @param plan how to judge
 * @param progress takes how far the work has come
 */
public record Evaluation(Dataset dataset, Path folder, Plan plan, Progress progress) {

  /** What is said in one pass is not said again. */
  private static final RowFaults UNSAID = RowFaults.ofRows(unusable -> {});

  /**
   * The report on all models.
   *
   * @param compared the names of two models to be compared, or none
   * @throws IllegalArgumentException if a file is not as the dataset says, no row of a model can be
   *     used, or the compared models are not in the dataset, or cannot be compared
   */
  public Report report(List<String> compared) {
    List<String> names = dataset.models().stream().map(ModelData::model).toList();
    if (!names.containsAll(compared)) {
      throw new IllegalArgumentException(
          "--compare: the dataset has no " + compared + "; its models are " + names);
    }
    if (new HashSet<>(compared).size() != compared.size()) {
      throw new IllegalArgumentException("--compare needs two different models, got " + compared);
    }
    List<ModelReport> reports = new ArrayList<>();
    List<ModelStatistics> kept = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      ModelStatistics statistics = statistics(i);
      reports.add(statistics.report(progress));
      if (compared.contains(names.get(i))) {
        kept.add(statistics);
      }
    }
    return new Report(
        plan,
        reports,
        compared.isEmpty() ? Optional.empty() : Optional.of(comparison(compared, kept)));
  }

  private Comparison comparison(List<String> compared, List<ModelStatistics> kept) {
    boolean inOrder = kept.get(0).model().equals(compared.get(0));
    boolean timed =
        dataset.models().stream()
            .filter(data -> data.model().equals(compared.get(0)))
            .allMatch(data -> data.time().column() != null);
    ModelStatistics first = kept.get(inOrder ? 0 : 1);
    ModelStatistics second = kept.get(inOrder ? 1 : 0);
    Comparison.check(first, second);
    return Comparison.of(first, second, common(first, second), timed);
  }

  /** From the samples of all rows where these suffice, else from another pass over both files. */
  private CommonRows common(ModelStatistics first, ModelStatistics second) {
    return CommonSample.isNeeded(first, second)
        ? CommonRows.of(first, second, sample(first, second), sample(second, first))
        : CommonRows.of(first, second, first.whole().sample(), second.whole().sample());
  }

  private BottomK<Observation> sample(ModelStatistics model, ModelStatistics other) {
    List<String> names = dataset.models().stream().map(ModelData::model).toList();
    CommonSample sample = new CommonSample(model, other);
    String what = model.model() + ", rows in common";
    forEach(names.indexOf(model.model()), UNSAID, what, sample::add);
    return sample.rows();
  }

  private ModelStatistics statistics(int index) {
    ModelData data = dataset.models().get(index);
    String model = data.model();
    ModelSettings settings = AppConfig.of(dataset.settings()).model(model);
    Plan ofModel = plan.judging(notion(data)).overlapping(settings.overlap());
    ModelScan scan = new ModelScan(ofModel, data.time().column() != null);
    RowCounts rows = new RowCounts();
    // What is unusable in one pass is so in the other: it is counted once.
    RowFaults faults =
        new RowFaults(rows::addUnusable, rows::addUnmatched, rows::addWithoutPrediction);
    forEach(index, faults, model + ", first pass", scan::add);
    if (scan.isEmpty()) {
      throw new IllegalArgumentException(
          model
              + (rows.offenders().isEmpty()
                  ? ": no row "
                      + (data.where().isEmpty() ? "" : "that where takes ")
                      + "holds a prediction"
                  : ": no row can be used; the first: " + rows.offenders().get(0)));
    }
    ModelStatistics statistics = new ModelStatistics(model, scan, rows, ofModel, settings);
    forEach(index, UNSAID, model + ", second pass", statistics::add);
    return statistics;
  }

  /** That of the command line, else that of the model's settings. */
  private CalibrationNotion notion(ModelData data) {
    JsonNode setting = data.settings().path("calibration");
    CalibrationNotion notion =
        plan.notion().isPresent() || setting.isMissingNode()
            ? plan.calibration()
            : CalibrationNotion.parse(setting.asText());
    try {
      return notion.among(AppConfig.of(dataset.settings()).model(data.model()).classes());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "calibration = " + notion.text() + " " + e.getMessage(), e);
    }
  }

  private static Case judged(Case row, CalibrationNotion notion) {
    try {
      return new Case(row.prediction().judged(notion::view), row.labels());
    } catch (RejectedEventException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private void forEach(int index, RowFaults faults, String what, Consumer<Case> row) {
    ModelData data = dataset.models().get(index);
    CalibrationNotion notion = notion(data);
    long done = 0;
    try (Stream<Case> cases = dataset.cases(index, folder, faults)) {
      for (Iterator<Case> rest = cases.iterator(); rest.hasNext(); ) {
        row.accept(judged(rest.next(), notion));
        progress.at(what, ++done);
      }
    }
  }
}
