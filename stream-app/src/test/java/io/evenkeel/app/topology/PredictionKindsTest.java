package io.evenkeel.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.Univariate;
import io.evenkeel.schemas.Verdict;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kind of prediction of numbers comes to a verdict. */
class PredictionKindsTest extends TopologyScenario {

  static Stream<DoubleFunction<PredictiveDistribution>> kinds() {
    return Stream.of(
        centre -> Normal.of(centre, 1),
        centre -> new Laplace(centre, 1),
        centre ->
            Mixture.of(
                new double[] {0.5, 0.5}, List.of(Normal.of(centre, 1), new Laplace(centre, 2))),
        centre -> Ensemble.of(centre - 1, centre, centre, centre + 2),
        centre -> quantiles(centre),
        centre -> Counts.poisson(centre),
        centre -> Counts.negativeBinomial(centre + 1, 0.5),
        centre -> Counts.of((long) centre, 0.25, 0.5, 0.25));
  }

  private static Quantiles quantiles(double centre) {
    return Quantiles.of(
        new double[] {0.1, 0.25, 0.5, 0.75, 0.9},
        new double[] {centre - 2, centre - 1, centre, centre + 1, centre + 3});
  }

  /** Targets are drawn from the predictions. */
  private static void observe(TopologyHarness app, int i, PredictiveDistribution p) {
    app.predict("id-" + i, minute(i), p);
    double level = new SplittableRandom(i + 1).nextDouble();
    app.label(
        new LabelEvent(
            "id-" + i,
            minute(i + 1).toEpochMilli(),
            0,
            new RawTarget.Real(Univariate.of(p).quantile(level))));
  }

  private static double centre(int i) {
    return i % 7;
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void areLearnedFromAndJudged(DoubleFunction<PredictiveDistribution> kind) {
    TopologyHarness app = start();

    for (int i = 0; i < 60; i++) {
      observe(app, i, kind.apply(centre(i)));
    }
    app.heartbeat(minute(200));
    app.settle();

    Verdict last = app.finalVerdicts().get(app.finalVerdicts().size() - 1);
    assertThat(last.getLabelled()).isEqualTo(10);
    assertThat(last.getProfile()).isEqualTo(1);
    if (kind.apply(0) instanceof Quantiles) {
      // They have no density for a kernel.
      assertThat(last.getTests().getCmePValue()).isNull();
    } else {
      assertThat(last.getTests().getCmePValue()).isBetween(1e-4, 1.0);
      assertThat(last.getTests().getSkce()).isNotNull();
    }
    assertThat(last.getEvidence().getLogESeries()).isFinite();
  }

  /** The profile is learned from normals; what it cannot compare with them counts elsewhere. */
  @Test
  void mayChangeWithinAModel() {
    TopologyHarness app = start();

    for (int i = 0; i < 60; i++) {
      List<DoubleFunction<PredictiveDistribution>> kinds = kinds().toList();
      observe(app, i, kinds.get(i < 30 ? 0 : i % kinds.size()).apply(centre(i)));
    }
    app.heartbeat(minute(200));
    app.settle();

    Verdict last = app.finalVerdicts().get(app.finalVerdicts().size() - 1);
    assertThat(last.getLabelled()).isEqualTo(10);
    assertThat(last.getEvidence().getLogESeries()).isFinite();
  }

  @Test
  void mayBeOfSeveralNumbers() {
    TopologyHarness app = start();

    for (int i = 0; i < 60; i++) {
      double c = centre(i);
      PredictiveDistribution p =
          i % 2 == 0
              ? Ensemble.of(new double[][] {{c, 0}, {c + 1, 1}, {c, 2}})
              : Normal.diagonal(new double[] {c, 1}, new double[] {1, 2});
      app.predict("id-" + i, minute(i), p);
      app.label(
          new LabelEvent(
              "id-" + i,
              minute(i + 1).toEpochMilli(),
              0,
              new RawTarget.Reals((RealVector) Target.of(c, 1.0))));
    }
    app.heartbeat(minute(200));
    app.settle();

    Verdict last = app.finalVerdicts().get(app.finalVerdicts().size() - 1);
    assertThat(last.getLabelled()).isEqualTo(10);
    assertThat(last.getTests().getCmePValue()).isBetween(0.0, 1.0);
  }
}
