package io.evenkeel.core.drift;

import io.evenkeel.core.moments.ExpectedScoreMoments;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How cases are summed up to detect drift, and to foretell their scores: the embedding of their
 * predictions with and without a label, the cells of the coordinates of predictions with and
 * without a label, their features, their labels, how many have other features, the scores that
 * predictions expect of themselves, and those of labelled ones, in one flat block of sums in this
 * order, which begins with zeros. Sums of disjoint samples add.
 *
 * @param predictions the embedding of predictions
 * @param coordinates the {@link PredictionCoordinates} as features; {@link Features#NONE} if they
 *     are not watched
 * @param features the features of cases
 * @param targets the features of labels
 * @param scores that are foretold; empty if those of such targets are not
 */
public record DriftPlan(
    PredictionEmbedding predictions,
    Features coordinates,
    Features features,
    Features targets,
    Optional<ExpectedScoreMoments> scores) {

  /** The plan with all scores that can be foretold. */
  public DriftPlan(
      PredictionEmbedding predictions, Features coordinates, Features features, Features targets) {
    this(
        predictions,
        coordinates,
        features,
        targets,
        ExpectedScoreMoments.of(predictions.locations().get(0).space()));
  }

  /**
   * The plan for cases like those of a sample.
   *
   * @param embedding of their predictions
   * @param predictions of the sample, at least one
   * @param values the features of each of them by name, finite
   * @param most the most features to watch, the first by name
   * @param seed of the random choices
   */
  public static DriftPlan learn(
      PredictionEmbedding embedding,
      List<PredictiveDistribution> predictions,
      List<Map<String, Double>> values,
      int most,
      long seed) {
    return new DriftPlan(
        embedding,
        FeatureLearner.ofPredictions(predictions),
        FeatureLearner.learn(values, most, seed),
        FeatureLearner.ofTargets(predictions, seed));
  }

  /** The number of sums. */
  public int length() {
    return scoresAt()
        + scores.map(moments -> moments.forecastLength() + moments.length()).orElse(0);
  }

  /** The features, and whether cases have any {@link OtherFeatures}. */
  public Features featuresAndOthers() {
    return OtherFeatures.with(features);
  }

  private int coordinatesAt() {
    return 2 * predictions.length();
  }

  private int featuresAt() {
    return coordinatesAt() + 2 * coordinates.length();
  }

  private int targetsAt() {
    return featuresAt() + features.length();
  }

  private int othersAt() {
    return targetsAt() + targets.length();
  }

  private int scoresAt() {
    return othersAt() + 1;
  }

  /**
   * Adds a case.
   *
   * @param values its features by name, finite; of those of other names it counts only that there
   *     are any
   */
  public void add(double[] block, PredictiveDistribution prediction, Map<String, Double> values) {
    predictions.add(block, 0, prediction, 1);
    addCoordinates(block, coordinatesAt(), prediction, 1);
    if (addFeatures(block, values) < values.size()) {
      block[othersAt()]++;
    }
    scores.ifPresent(moments -> moments.forecasts(block, scoresAt()).add(prediction, 1));
  }

  /** The number of features that the case has. */
  private int addFeatures(double[] block, Map<String, Double> values) {
    if (features.length() == 0) {
      return 0;
    }
    double[] known = new double[features.all().size()];
    int found = 0;
    for (int i = 0; i < known.length; i++) {
      known[i] = values.getOrDefault(features.all().get(i).name(), Double.NaN);
      found += Double.isNaN(known[i]) ? 0 : 1;
    }
    features.add(block, featuresAt(), i -> known[i], 1);
    return found;
  }

  /**
   * Adds the label of a case that was added.
   *
   * @param weight +1 to add it, −1 to take it back
   */
  public void label(
      double[] block, PredictiveDistribution prediction, Target target, double weight) {
    predictions.add(block, predictions.length(), prediction, weight);
    addCoordinates(block, coordinatesAt() + coordinates.length(), prediction, weight);
    targets.add(block, targetsAt(), i -> coordinate(target, i), weight);
    scores.ifPresent(
        moments ->
            moments
                .accumulator(block, scoresAt() + moments.forecastLength())
                .add(prediction, target, weight));
  }

  /** Takes back all labels, and leaves the cases. */
  public void clearLabels(double[] block) {
    clear(block, predictions.length(), predictions.length());
    clear(block, coordinatesAt() + coordinates.length(), coordinates.length());
    clear(block, targetsAt(), targets.length());
    int forecasts = scores.map(ExpectedScoreMoments::forecastLength).orElse(0);
    clear(block, scoresAt() + forecasts, length() - scoresAt() - forecasts);
  }

  private static void clear(double[] block, int from, int length) {
    Arrays.fill(block, from, from + length, 0);
  }

  private void addCoordinates(
      double[] block, int offset, PredictiveDistribution prediction, double weight) {
    if (coordinates.length() > 0) {
      double[] values = new PredictionCoordinates(prediction.space()).of(prediction);
      coordinates.add(block, offset, i -> values[i], weight);
    }
  }

  private static double coordinate(Target target, int i) {
    return target instanceof ClassLabel label ? label.index() : ((RealVector) target).get(i);
  }

  /**
   * The sums of all predictions that were added to a block, {@code forecastLength()} of {@link
   * #scores}; none if scores are not foretold.
   */
  public double[] forecastSums(double[] block) {
    int length = scores.map(ExpectedScoreMoments::forecastLength).orElse(0);
    return Arrays.copyOfRange(block, scoresAt(), scoresAt() + length);
  }

  /** The same of labelled predictions, {@code length()} of {@link #scores}. */
  public double[] labelledSums(double[] block) {
    int length = scores.map(ExpectedScoreMoments::length).orElse(0);
    return Arrays.copyOfRange(block, length() - length, length());
  }

  /** What was added to a block to detect drift. */
  public DriftMoments moments(double[] block) {
    return new DriftMoments(
        this,
        predictions.moments(block, 0),
        predictions.moments(block, predictions.length()),
        coordinates.moments(block, coordinatesAt()),
        coordinates.moments(block, coordinatesAt() + coordinates.length()),
        features.moments(block, featuresAt()),
        targets.moments(block, targetsAt()),
        Math.round(block[othersAt()]));
  }
}
