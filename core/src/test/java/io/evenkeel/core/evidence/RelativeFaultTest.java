package io.evenkeel.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.evidence.CalibrationMonitor.Transition;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.core.simulation.Observation;
import io.evenkeel.core.simulation.Stream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Faults of models whose predictions are not calibrated in their reference either. */
class RelativeFaultTest {
  private static final int LABELS = 100;
  private static final int REFERENCE = 10;
  private static final int QUIET = 50;
  private static final int LASTS = 100;
  private static final double THRESHOLD = Math.log(10_000);

  /** A series that is compared with its first panes: mutable. */
  private static final class Series {
    private final Stream.Law law;
    private final SketchPlan plan;
    private final CalibrationMonitor monitor;
    private final List<Transition> said = new ArrayList<>();
    private long seed;
    private long now;

    Series(Stream.Law law, UnaryOperator<PredictiveDistribution> inReference, long seed) {
      this.law = law;
      this.seed = 100 * seed;
      List<PredictiveDistribution> sample = Stream.calibrated(law, seed).predictions(200);
      this.plan = SketchPlan.of(sample.get(0).space(), ProfileLearner.learn(1, sample, 8, 1));
      CalibrationReference reference = CalibrationReference.read(plan);
      Stream stream = stream(inReference);
      for (int i = 0; i < REFERENCE; i++) {
        reference.add(pane(stream));
      }
      this.monitor = CalibrationMonitor.empty(plan, reference.tolerance(0.02, 0.05), 0);
    }

    private Stream stream(UnaryOperator<PredictiveDistribution> model) {
      return Stream.distorted(law, model, seed++);
    }

    private Sketch pane(Stream stream) {
      Sketch pane = plan.empty();
      for (Observation o : stream.next(LABELS)) {
        pane.add(o.prediction(), o.target());
      }
      return pane;
    }

    void panes(int n, UnaryOperator<PredictiveDistribution> model) {
      Stream stream = stream(model);
      for (int i = 0; i < n; i++) {
        Transition transition = monitor.add(pane(stream), now, THRESHOLD);
        now++;
        if (transition != Transition.NONE) {
          said.add(transition);
        }
      }
    }
  }

  /** One life of a fault, from a quiet time to a quiet time. */
  private static void assertLife(
      Stream.Law law,
      UnaryOperator<PredictiveDistribution> inReference,
      UnaryOperator<PredictiveDistribution> atFault,
      long seed) {
    Series series = new Series(law, inReference, seed);
    series.panes(QUIET, inReference);
    series.panes(LASTS, atFault);
    assertThat(series.said).as("while it lasts, seed %d", seed).containsExactly(Transition.BEGAN);
    Since since = series.monitor.fault().orElseThrow().since();
    assertThat(since.earliest()).as("since, seed %d", seed).isLessThanOrEqualTo(QUIET);
    assertThat(since.latest()).as("since, seed %d", seed).isGreaterThanOrEqualTo(QUIET);
    series.panes(LASTS, inReference);
    assertThat(series.said)
        .as("after the repair, seed %d", seed)
        .containsExactly(Transition.BEGAN, Transition.ENDED);
  }

  @ParameterizedTest
  @CsvSource({"0.3, 0.7", "-0.3, -0.6", "0.2, 1", "0, 0.2"})
  void aBiasEndsWhereItIsAsInTheReferenceAgain(double inReference, double atFault) {
    for (int seed = 1; seed <= 5; seed++) {
      assertLife(Stream.normals(1), Stream.moved(-inReference, 1), Stream.moved(-atFault, 1), seed);
    }
  }

  @ParameterizedTest
  @CsvSource({"1.3, 1.7", "0.8, 0.5", "1.2, 2", "1, 1.3"})
  void aScaleEndsWhereItIsAsInTheReferenceAgain(double inReference, double atFault) {
    for (int seed = 1; seed <= 5; seed++) {
      assertLife(
          Stream.normals(1), Stream.moved(0, 1 / inReference), Stream.moved(0, 1 / atFault), seed);
    }
  }

  @ParameterizedTest
  @CsvSource({"1.3, 2", "0.8, 0.5", "1, 1.5"})
  void aTemperatureEndsWhereItIsAsInTheReferenceAgain(double inReference, double atFault) {
    for (int seed = 1; seed <= 5; seed++) {
      assertLife(
          Stream.dirichlet(3, 1),
          Stream.temperature(1 / inReference),
          Stream.temperature(1 / atFault),
          seed);
    }
  }
}
