package io.evenkeel.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.evidence.CalibrationMonitor;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.Tolerance;
import java.util.Arrays;
import java.util.function.Supplier;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a single wrong label does to the detector of a calibrated stream. */
class OneLabelTest {
  private static final int LABELS = 20;
  private static final int PANES = 30;
  private static final Tolerance TOLERANCE = Tolerance.within(0.02);

  /** Where one series of panes of ten minutes fires by default. */
  private static final double THRESHOLD = Math.log(97_200);

  /** By how many nats one label moves the detector at most. */
  private static final double LARGEST = 6;

  private static Sketch pane(SketchPlan plan, Supplier<Observation> stream) {
    Sketch pane = plan.empty();
    Sketches.addAll(pane, HardStream.next(stream, LABELS));
    return pane;
  }

  private static Target wrong(TargetSpace space, PredictiveDistribution p) {
    if (space.kind() == TargetSpace.Kind.REALS) {
      double[] far = new double[space.size()];
      Arrays.fill(far, -1e9);
      return Target.of(far);
    }
    Categorical categorical = (Categorical) p;
    int least = 0;
    for (int k = 1; k < categorical.classes(); k++) {
      least = categorical.probability(k) < categorical.probability(least) ? k : least;
    }
    return Target.ofClass(least);
  }

  private static PredictiveDistribution sure(TargetSpace space, PredictiveDistribution p) {
    if (space.kind() == TargetSpace.Kind.REALS) {
      return p;
    }
    double[] all = new double[space.size()];
    all[0] = 1;
    return Categorical.of(all);
  }

  @ParameterizedTest
  @EnumSource(HardStream.class)
  void firesNothing(HardStream kind) {
    Supplier<Observation> stream = kind.from(RandomSource.XO_RO_SHI_RO_128_PP.create(12));
    SketchPlan plan = HardStreams.plan(kind, stream, 12);
    CalibrationMonitor monitor = CalibrationMonitor.empty(plan, TOLERANCE, 0);
    double highest = Double.NEGATIVE_INFINITY;
    double jump = 0;
    for (int t = 0; t < PANES; t++) {
      Sketch calibrated = pane(plan, stream);
      Sketch glitched = plan.read(calibrated.toArray());
      PredictiveDistribution p = sure(kind.space(), stream.get().prediction());
      glitched.add(p, wrong(kind.space(), p));
      CalibrationMonitor other = CalibrationMonitor.read(plan, TOLERANCE, 0, monitor.toArray());
      other.add(glitched, t, 1e9);
      monitor.add(calibrated, t, 1e9);
      highest = Math.max(highest, other.logDetector());
      jump = Math.max(jump, other.logDetector() - monitor.logDetector());
    }
    assertThat(jump).isLessThan(LARGEST);
    assertThat(highest).isLessThan(THRESHOLD);
  }

  @ParameterizedTest
  @EnumSource(HardStream.class)
  void leavesNothingBehindOnceCorrected(HardStream kind) {
    Supplier<Observation> stream = kind.from(RandomSource.XO_RO_SHI_RO_128_PP.create(13));
    SketchPlan plan = HardStreams.plan(kind, stream, 13);
    Sketch pane = pane(plan, stream);
    double[] before = pane.evidence().logRatios();
    double[] cells = pane.cellSums().orElseGet(() -> new double[0]);
    PredictiveDistribution p = sure(kind.space(), stream.get().prediction());
    for (int i = 0; i < 3; i++) {
      pane.add(p, wrong(kind.space(), p));
    }
    for (int i = 0; i < 3; i++) {
      pane.remove(p, wrong(kind.space(), p));
    }

    assertThat(pane.evidence().logRatios()).containsExactly(before, within(1e-12));
    assertThat(pane.cellSums().orElseGet(() -> new double[0]))
        .containsExactly(cells, within(1e-12));
  }
}
