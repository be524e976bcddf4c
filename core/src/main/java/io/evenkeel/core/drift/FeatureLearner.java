package io.evenkeel.core.drift;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.kernel.MedianHeuristic;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSampler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.rng.sampling.ListSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Learns from a sample of cases how to count their {@link Features}. The same sample and seed give
 * the same features.
 */
public final class FeatureLearner {
  /** The most classes that are counted apart; the others, the least probable, are one. */
  private static final int MOST_CLASSES = 50;

  /** Enough to see how features depend on each other, and few enough for every case. */
  private static final int LOCATIONS = 16;

  /** The most cases of which all pairwise distances are taken. */
  private static final int MAX_PAIRED = 256;

  private FeatureLearner() {}

  /**
   * The features of cases. γ = 2 / d² with the median distance d between the scores of cases, of
   * which sixteen are the locations, unless there is but one feature. These numbers were chosen by
   * simulation, for power against features that come to depend on each other.
   *
   * @param sample values by name, finite; a random sample of the cases to be compared
   * @param limit the most features; of more, those that come first by name are taken
   * @param seed of all random choices
   */
  public static Features learn(List<Map<String, Double>> sample, int limit, long seed) {
    Checks.atLeast("limit", limit, 0);
    TreeSet<String> names = new TreeSet<>();
    sample.forEach(values -> names.addAll(values.keySet()));
    List<Feature> features = new ArrayList<>();
    names.stream()
        .limit(limit)
        .forEach(
            name ->
                features.add(
                    Feature.of(
                        name,
                        sample.stream()
                            .filter(values -> values.containsKey(name))
                            .mapToDouble(values -> values.get(name))
                            .toArray())));
    return features.size() < 2 ? new Features(features, 1) : embedded(features, sample, seed);
  }

  private static Features embedded(
      List<Feature> features, List<Map<String, Double>> sample, long seed) {
    List<double[]> scores = new ArrayList<>();
    sample.forEach(values -> scores.add(scores(features, values)));
    ListSampler.shuffle(RandomSource.XO_RO_SHI_RO_128_PP.create(seed), scores);
    double median =
        MedianHeuristic.of(
            Distance.WASSERSTEIN_2,
            scores.stream()
                .limit(MAX_PAIRED)
                .map(Target::of)
                .map(p -> Normal.point((RealVector) p))
                .toList());
    return new Features(
        features, 2 / (median * median), scores.stream().limit(LOCATIONS).toArray(double[][]::new));
  }

  private static double[] scores(List<Feature> features, Map<String, Double> values) {
    return features.stream()
        .mapToDouble(
            feature ->
                Features.score(
                    feature, feature.cell(values.getOrDefault(feature.name(), Double.NaN))))
        .toArray();
  }

  /**
   * The {@link PredictionCoordinates} of predictions as features, cut as the sample suggests.
   *
   * @param sample at least one prediction, all in one space
   */
  public static Features ofPredictions(Collection<? extends PredictiveDistribution> sample) {
    Checks.atLeast("sample", sample.size(), 1);
    PredictionCoordinates coordinates = new PredictionCoordinates(sample.iterator().next().space());
    List<String> names = coordinates.names();
    List<double[]> values = sample.stream().map(coordinates::of).toList();
    List<Feature> features = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      int coordinate = i;
      double[] sampled = values.stream().mapToDouble(v -> v[coordinate]).toArray();
      features.add(
          names.get(i).equals(PredictionCoordinates.PREDICTED_CLASS)
              ? new CategoricalFeature(names.get(i), frequent(sampled))
              : Feature.of(names.get(i), sampled));
    }
    return new Features(features, 1);
  }

  /** The numbers that come most often, ascending. */
  private static double[] frequent(double... sample) {
    Map<Double, Long> times =
        Arrays.stream(sample)
            .boxed()
            .collect(Collectors.groupingBy(x -> x, TreeMap::new, Collectors.counting()));
    return times.entrySet().stream()
        .sorted(Map.Entry.<Double, Long>comparingByValue().reversed())
        .limit(MOST_CLASSES)
        .mapToDouble(Map.Entry::getKey)
        .sorted()
        .toArray();
  }

  /**
   * The targets of predictions as features, for a comparison of labels: the class, or each
   * coordinate. Cells of numbers are cut where targets drawn from the predictions suggest.
   *
   * @param sample at least one prediction, all in one space
   * @param seed of the draws
   */
  public static Features ofTargets(Collection<? extends PredictiveDistribution> sample, long seed) {
    Checks.atLeast("sample", sample.size(), 1);
    if (sample.iterator().next() instanceof Categorical) {
      return new Features(List.of(new CategoricalFeature("label", probableClasses(sample))), 1);
    }
    TargetSampler targets = new TargetSampler(RandomSource.XO_RO_SHI_RO_128_PP.create(seed));
    List<RealVector> drawn =
        sample.stream().map(targets::draw).map(RealVector.class::cast).toList();
    int d = drawn.get(0).dimension();
    List<Feature> coordinates = new ArrayList<>();
    for (int i = 0; i < d; i++) {
      int coordinate = i;
      coordinates.add(
          Feature.of(
              d == 1 ? "label" : "label[" + i + "]",
              drawn.stream().mapToDouble(target -> target.get(coordinate)).toArray()));
    }
    return new Features(coordinates, 1);
  }

  /** Indices of the classes of the largest mean probability, ascending. */
  private static double[] probableClasses(Collection<? extends PredictiveDistribution> sample) {
    int classes = sample.iterator().next().space().size();
    double[] expected = new double[classes];
    for (PredictiveDistribution p : sample) {
      for (int k = 0; k < classes; k++) {
        expected[k] += ((Categorical) p).probability(k);
      }
    }
    return IntStream.range(0, classes)
        .boxed()
        .sorted(Comparator.comparingDouble(k -> -expected[k]))
        .limit(MOST_CLASSES)
        .mapToDouble(Integer::doubleValue)
        .sorted()
        .toArray();
  }
}
