package io.evenkeel.app.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.evenkeel.core.moments.Outcome;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.Uniform;
import io.evenkeel.schemas.Distribution;
import io.evenkeel.schemas.MixtureComponent;
import io.evenkeel.schemas.MultivariateNormal;
import io.evenkeel.schemas.NegativeBinomial;
import io.evenkeel.schemas.Poisson;
import io.evenkeel.schemas.Prediction;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PredictionCodecTest {

  private static final Distribution FAIR_COIN = categorical(0.5, 0.5);

  @ParameterizedTest
  @MethodSource("distributions")
  void decodesWhatItEncodes(PredictiveDistribution distribution) {
    PredictionEvent event =
        new PredictionEvent(
            "id-1",
            "churn",
            "v7",
            12_345,
            Map.of("country", "DE"),
            Map.of("age", 41.5),
            distribution);

    Prediction record = PredictionCodec.encode(event);

    assertThat(PredictionCodec.decode(record)).isEqualTo(event);
  }

  static List<PredictiveDistribution> distributions() {
    return List.of(
        Categorical.of(0.2, 0.3, 0.5),
        Normal.of(-1.5, 0.1),
        Normal.of(3, 0),
        Normal.diagonal(new double[] {1, 2}, new double[] {0.5, 0}),
        Normal.full(new double[] {1, 2}, new double[][] {{2, 0.3}, {0.3, 1}}),
        new Laplace(0.5, 2),
        Mixture.of(new double[] {0.25, 0.75}, List.of(Normal.of(1, 2), new Laplace(0, 1))),
        Mixture.of(Normal.diagonal(new double[] {1, 2}, new double[] {0.5, 0})),
        Ensemble.of(3, 1, 1),
        Ensemble.of(7),
        Ensemble.of(new double[][] {{1, 2}, {3, 4}, {0, 5}}),
        Quantiles.of(new double[] {0.1, 0.5, 0.9}, new double[] {1, 1, 4}),
        Counts.poisson(0),
        Counts.poisson(3.5),
        Counts.poisson(1e7),
        Counts.negativeBinomial(3.5, 0.3),
        Counts.negativeBinomial(3.5, 1e300),
        Counts.of(-2, 0.25, 0, 0.75),
        Counts.of(1L << 52, 1));
  }

  @Test
  void refusesToEncodeWhatTheSchemaHasNoFieldFor() {
    PredictionEvent event =
        new PredictionEvent("id-1", "churn", "", 1, Map.of(), Map.of(), new Uniform(0, 1));

    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> PredictionCodec.encode(event))
        .withMessageContaining("Uniform");
  }

  @Test
  void readsACovarianceOfOneNumberAsAVariance() {
    Distribution record =
        Distribution.newBuilder()
            .setMultivariateNormal(new MultivariateNormal(List.of(3.0), List.of(4.0)))
            .build();

    PredictionEvent event = PredictionCodec.decode(prediction(record));

    assertThat(event.distribution()).isEqualTo(Normal.of(3, 2));
  }

  @Test
  void takesFeaturesThatAreNotFiniteAsMissing() {
    Prediction record = prediction(FAIR_COIN);
    record.getFeatures().putAll(Map.of("a", 1.0, "b", Double.NaN, "c", Double.NEGATIVE_INFINITY));

    assertThat(PredictionCodec.decode(record).features()).containsExactly(Map.entry("a", 1.0));
  }

  @Test
  void renormalisesWithinTheGivenTolerance() {
    Prediction record = prediction(categorical(0.5, 0.5004));

    assertThat(PredictionCodec.decode(record, 1e-3).distribution())
        .isEqualTo(Categorical.of(0.5 / 1.0004, 0.5004 / 1.0004));
    assertRejected(record, Reason.INVALID_DISTRIBUTION, "sum");
  }

  @Test
  void rejectsWhatHasNoIdModelOrTime() {
    assertRejected(
        Prediction.newBuilder(prediction(FAIR_COIN)).setPredictionId("").build(),
        Reason.INVALID_PREDICTION,
        "prediction_id is empty");
    assertRejected(
        Prediction.newBuilder(prediction(FAIR_COIN)).setModel("").build(),
        Reason.INVALID_PREDICTION,
        "model is empty");
    assertRejected(
        Prediction.newBuilder(prediction(FAIR_COIN)).setMadeAt(Instant.ofEpochMilli(-1)).build(),
        Reason.INVALID_PREDICTION,
        "1969-12-31");
  }

  @Test
  void readsTheOutcomeThatItSharesAndItsWeight() {
    Prediction record =
        Prediction.newBuilder(prediction(FAIR_COIN)).setCluster("match-1").setWeight(0.25).build();

    PredictionEvent event = PredictionCodec.decode(record);

    assertThat(event.cluster()).isEqualTo(new Cluster("match-1", OptionalDouble.of(0.25)));
    assertThat(PredictionCodec.encode(event)).isEqualTo(record);
    assertThat(PredictionCodec.decode(prediction(FAIR_COIN)).cluster()).isEqualTo(Cluster.NONE);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -0.5, 1.01, Double.NaN, Double.POSITIVE_INFINITY})
  void rejectsWeightsThatAreNoShareOfAnOutcome(double weight) {
    assertRejected(
        Prediction.newBuilder(prediction(FAIR_COIN)).setCluster("a").setWeight(weight).build(),
        Reason.INVALID_PREDICTION,
        "weight",
        "" + weight);
  }

  @Test
  void rejectsAWeightWithoutItsOutcome() {
    assertRejected(
        Prediction.newBuilder(prediction(FAIR_COIN)).setWeight(0.5).build(),
        Reason.INVALID_PREDICTION,
        "without a cluster");
  }

  @Test
  void weighsByWhatIsToldElseByTheSettingElseNotAtAll() {
    Cluster told = new Cluster("a", OptionalDouble.of(0.5));
    Cluster untold = new Cluster("a", OptionalDouble.empty());

    assertThat(told.outcome(OptionalInt.of(10))).isEqualTo(new Outcome("a", 0.5));
    assertThat(untold.outcome(OptionalInt.of(10))).isEqualTo(new Outcome("a", 0.1));
    assertThat(untold.outcome(OptionalInt.empty())).isEqualTo(new Outcome("a", 0));
    assertThat(Cluster.NONE.outcome(OptionalInt.of(10))).isEqualTo(new Outcome("", 0.1));
    assertThat(Cluster.NONE.outcome(OptionalInt.empty())).isEqualTo(Outcome.OWN);
  }

  @Test
  void rejectsNoneAndSeveralKindsOfDistribution() {
    Distribution two =
        Distribution.newBuilder(FAIR_COIN)
            .setNormal(new io.evenkeel.schemas.Normal(0.0, 1.0))
            .build();

    assertRejected(
        prediction(Distribution.newBuilder().build()), Reason.INVALID_DISTRIBUTION, "got 0");
    assertRejected(prediction(two), Reason.INVALID_DISTRIBUTION, "got 2");
  }

  @Test
  void rejectsNumbersThatAreNotADistributionAndNamesThem() {
    assertRejected(
        prediction(categorical(0.5, Double.NaN)), Reason.INVALID_DISTRIBUTION, "p[1]", "NaN");
    assertRejected(prediction(categorical(1.0)), Reason.INVALID_DISTRIBUTION, "at least two");
    assertRejected(prediction(normal(0, -1)), Reason.INVALID_DISTRIBUTION, "-1.0");
    assertRejected(
        prediction(normal(Double.POSITIVE_INFINITY, 1)), Reason.INVALID_DISTRIBUTION, "Infinity");
    assertRejected(
        prediction(multivariate(List.of(1.0, 2.0), List.of(1.0, 2.0, 3.0))),
        Reason.INVALID_DISTRIBUTION,
        "needs 2 or 4 entries, got 3");
    assertRejected(
        prediction(multivariate(List.of(), List.of())), Reason.INVALID_DISTRIBUTION, "mean");
    assertRejected(
        prediction(multivariate(List.of(0.0, 0.0), List.of(1.0, 2.0, 2.0, 1.0))),
        Reason.INVALID_DISTRIBUTION,
        "positive semi-definite");
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("noCounts")
  void rejectsCountsThatAreNoneAndNamesWhy(Distribution distribution, String why) {
    assertRejected(prediction(distribution), Reason.INVALID_DISTRIBUTION, why);
  }

  static Stream<Arguments> noCounts() {
    return Stream.of(
        Arguments.of(poisson(-1), "mean"),
        Arguments.of(poisson(Double.NaN), "NaN"),
        Arguments.of(poisson(1e300), "spreads over more than 65536 integers: send its quantiles"),
        Arguments.of(negativeBinomial(1, 0), "size must be at least 1e-6, got 0.0"),
        Arguments.of(negativeBinomial(1, 1e-300), "size must be at least 1e-6"),
        Arguments.of(negativeBinomial(1e9, 1), "spreads over more than 65536 integers"),
        Arguments.of(negativeBinomial(Double.POSITIVE_INFINITY, 1), "Infinity"),
        Arguments.of(counts(0), "got 0"),
        Arguments.of(counts(Long.MIN_VALUE, 1.0), "first must lie within 2^52 of 0"),
        Arguments.of(counts(0, 0.5, 0.4), "sum"),
        Arguments.of(counts(0, 1.5, -0.5), "probabilities[0]"),
        Arguments.of(
            counts(0, Collections.nCopies(1_000_000, 1e-6).toArray(Double[]::new)),
            "1 to 4096 probabilities of integers are needed, got 1000000"));
  }

  @Test
  void renormalisesCountsWithinTheGivenTolerance() {
    Prediction record = prediction(counts(2, 0.5, 0.5004));

    assertThat(PredictionCodec.decode(record, 1e-3).distribution())
        .isEqualTo(Counts.of(1e-3, 2, new double[] {0.5, 0.5004}));
    assertRejected(record, Reason.INVALID_DISTRIBUTION, "sum");
  }

  private static Distribution poisson(double mean) {
    return Distribution.newBuilder().setPoisson(new Poisson(mean)).build();
  }

  private static Distribution negativeBinomial(double mean, double size) {
    return Distribution.newBuilder().setNegativeBinomial(new NegativeBinomial(mean, size)).build();
  }

  private static Distribution counts(long first, Double... probabilities) {
    return Distribution.newBuilder()
        .setCounts(new io.evenkeel.schemas.Counts(first, List.of(probabilities)))
        .build();
  }

  @Test
  void rejectsMixturesEnsemblesAndQuantilesThatAreNoneAndNamesWhy() {
    assertRejected(
        prediction(
            mixture(
                new MixtureComponent(0.5, new io.evenkeel.schemas.Normal(0.0, 1.0), null, null))),
        Reason.INVALID_DISTRIBUTION,
        "weights",
        "0.5");
    assertRejected(
        prediction(mixture(new MixtureComponent(1.0, null, null, null))),
        Reason.INVALID_DISTRIBUTION,
        "got 0");
    assertRejected(prediction(mixture()), Reason.INVALID_DISTRIBUTION, "at least one component");
    assertRejected(
        prediction(ensemble(2, 1.0, 2.0, 3.0)), Reason.INVALID_DISTRIBUTION, "made of 3");
    assertRejected(prediction(ensemble(0, 1.0)), Reason.INVALID_DISTRIBUTION, "members of 0");
    assertRejected(prediction(ensemble(1)), Reason.INVALID_DISTRIBUTION, "at least 1, got 0");
    assertRejected(
        prediction(ensemble(1, Double.NaN)), Reason.INVALID_DISTRIBUTION, "finite", "NaN");
    assertRejected(
        prediction(quantiles(List.of(0.5, 0.1), List.of(1.0, 2.0))),
        Reason.INVALID_DISTRIBUTION,
        "levels must ascend");
    assertRejected(
        prediction(quantiles(List.of(0.5), List.of())), Reason.INVALID_DISTRIBUTION, "1 and 0");
  }

  private static Distribution mixture(MixtureComponent... components) {
    return Distribution.newBuilder()
        .setMixture(new io.evenkeel.schemas.Mixture(List.of(components)))
        .build();
  }

  private static Distribution ensemble(int dimension, Double... members) {
    return Distribution.newBuilder()
        .setEnsemble(new io.evenkeel.schemas.Ensemble(List.of(members), dimension))
        .build();
  }

  private static Distribution quantiles(List<Double> levels, List<Double> values) {
    return Distribution.newBuilder()
        .setQuantiles(new io.evenkeel.schemas.Quantiles(levels, values))
        .build();
  }

  private static void assertRejected(Prediction record, Reason reason, String... words) {
    assertThatExceptionOfType(RejectedEventException.class)
        .isThrownBy(() -> PredictionCodec.decode(record))
        .withMessageContainingAll(words)
        .withMessageNotContaining("id-1")
        .extracting(RejectedEventException::reason)
        .isEqualTo(reason);
  }

  private static Prediction prediction(Distribution distribution) {
    return Prediction.newBuilder()
        .setPredictionId("id-1")
        .setModel("churn")
        .setMadeAt(Instant.ofEpochMilli(1))
        .setDistribution(distribution)
        .build();
  }

  private static Distribution categorical(Double... p) {
    return Distribution.newBuilder().setCategorical(List.of(p)).build();
  }

  private static Distribution normal(double mean, double standardDeviation) {
    return Distribution.newBuilder()
        .setNormal(new io.evenkeel.schemas.Normal(mean, standardDeviation))
        .build();
  }

  private static Distribution multivariate(List<Double> mean, List<Double> covariance) {
    return Distribution.newBuilder()
        .setMultivariateNormal(new MultivariateNormal(mean, covariance))
        .build();
  }
}
