package io.evenkeel.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.app.config.RequestSize;
import io.evenkeel.app.metrics.Instrument;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every record that is written has a bounded size, whatever is taken in. */
class RecordSizesTest extends TopologyScenario {
  private static final int BROKERS_DEFAULT = 1 << 20;

  /** What follows when the profile is learned, from whole panes of 60 predictions. */
  private static final int AFTERWARDS = 20;

  private static final String[] DEFAULTS = {
    "defaults.profile.sample=256", "defaults.profile.locations=32", "defaults.labels.min=30"
  };

  private final SplittableRandom random = new SplittableRandom(1);

  @Test
  void modelsOf400FeaturesFitWhatBrokersTakeByDefault() {
    Map<String, Double> features = new TreeMap<>();
    IntStream.range(0, 400).forEach(i -> features.put("feature_number_" + i, i / 7.0));

    Map<String, Integer> largest =
        largest(330, features, () -> Normal.of(random.nextDouble(), 1), () -> real(1));

    assertThat(largest.values()).allMatch(bytes -> bytes < BROKERS_DEFAULT);
  }

  @Test
  void modelsOf1200ClassesHaveAProfileAndFit() {
    assertFits(largest(330, Map.of(), () -> classes(1_200), () -> new RawTarget.Index(7)));
  }

  @Test
  void modelsOfAsManyClassesAsTheLimitFit() {
    assertFits(largest(330, Map.of(), () -> classes(10_000), () -> new RawTarget.Index(7)));
  }

  @Test
  void modelsOfAsManyMembersAsTheLimitFit() {
    // The comparison of two such ensembles takes a million steps: few come, and few are learned.
    assertFits(
        largest(
            150,
            Map.of(),
            this::ensemble,
            () -> real(1),
            "defaults.profile.sample=32",
            "defaults.profile.locations=8"));
  }

  @Test
  void modelsOfAsManyCoordinatesAsTheLimitFit() {
    // A comparison of two of them takes milliseconds: few come, and as many locations are learned.
    assertFits(
        largest(100, Map.of(), () -> normals(100), () -> real(100), "defaults.profile.sample=64"));
  }

  private static void assertFits(Map<String, Integer> largest) {
    int most = RequestSize.value(Map.of());
    assertThat(largest).containsKey("evenkeel.profiles");
    assertThat(largest.values()).allMatch(bytes -> bytes < most);
    largest.forEach(
        (topic, bytes) -> {
          boolean internal = topic.startsWith("evenkeel-") || topic.equals("evenkeel.profiles");
          assertThat(bytes).as(topic).isLessThan(internal ? most : RecordSizes.PUBLIC);
        });
  }

  private Map<String, Integer> largest(
      int n,
      Map<String, Double> features,
      Supplier<PredictiveDistribution> distribution,
      Supplier<RawTarget> target,
      String... settings) {
    TopologyHarness app =
        startLogged(Stream.concat(Stream.of(DEFAULTS), Stream.of(settings)).toArray(String[]::new));
    for (int i = 0; i < n; i++) {
      if (i == n - AFTERWARDS) {
        app.settle();
      }
      long time = T0.plusSeconds(10L * i).toEpochMilli();
      app.predict(
          new PredictionEvent(
              "id-" + i, TopologyHarness.MODEL, "", time, Map.of(), features, distribution.get()));
      app.label(new LabelEvent("id-" + i, time + 1000, 0, target.get()));
    }
    app.settle();
    app.heartbeat(minute(600));
    app.settle();
    assertThat(app.measured().value(Instrument.JOINED, TopologyHarness.MODEL)).isEqualTo(n);
    return app.largest();
  }

  private PredictiveDistribution classes(int m) {
    double[] weights = random.doubles(m).map(u -> -Math.log(1 - u)).toArray();
    double sum = DoubleStream.of(weights).sum();
    return Categorical.of(DoubleStream.of(weights).map(w -> w / sum).toArray());
  }

  private PredictiveDistribution ensemble() {
    return Ensemble.of(
        random.doubles(1_000).mapToObj(x -> new double[] {x}).toArray(double[][]::new));
  }

  private PredictiveDistribution normals(int d) {
    double[][] covariance = new double[d][d];
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        covariance[i][j] = i == j ? 1 : 0.1;
      }
    }
    return Normal.full(random.doubles(d).toArray(), covariance);
  }

  private RawTarget real(int d) {
    return d == 1
        ? new RawTarget.Real(random.nextDouble())
        : new RawTarget.Reals((RealVector) Target.of(random.doubles(d).toArray()));
  }
}
