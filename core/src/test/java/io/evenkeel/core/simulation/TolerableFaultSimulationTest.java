package io.evenkeel.core.simulation;

import static io.evenkeel.core.recalibration.RecalibrationFamily.Parameter.CLASS_LOG_ODDS;
import static io.evenkeel.core.recalibration.RecalibrationFamily.Parameter.LOCATION;
import static io.evenkeel.core.recalibration.RecalibrationFamily.Parameter.SCALE;
import static io.evenkeel.core.recalibration.RecalibrationFamily.Parameter.TEMPERATURE;
import static io.evenkeel.core.simulation.SimulatedFault.Kind.BINARY;
import static io.evenkeel.core.simulation.SimulatedFault.Kind.NORMAL;
import static io.evenkeel.core.simulation.SimulatedFault.Kind.RARE;
import static io.evenkeel.core.simulation.SimulatedFault.Kind.TEN_CLASSES;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.evidence.CalibrationMonitor;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.Tolerance;
import io.evenkeel.core.sequential.Evidence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How often models that are calibrated, or nearly so, raise alarms in a month. */
@Tag("simulation")
class TolerableFaultSimulationTest {
  private static final int LARGE = 500;
  private static final int LARGE_STREAMS = 2 * Lives.TIMES;

  /** A month of tolerable panes, a thousand times. */
  @Test
  void seldomRaisesTolerableModels() {
    Table table =
        new Table(
            "fault_false_alarms",
            "law",
            "truth",
            "streams",
            "alarms_at_0.1",
            "upper_95",
            "alarms_at_0.01",
            "upper_95");
    int streams = 1000 * Lives.TIMES;
    int alarms = 0;
    int laws = 0;
    for (SimulatedFault truth : tolerable()) {
      List<Evidence> pool = new Panes(truth, 20).pool(120_000, 1);
      double[] largest =
          IntStream.range(0, streams)
              .parallel()
              .mapToDouble(
                  i ->
                      new FaultLife(
                              Lives.monitor(SketchPlan.of(truth.kind().space(), null)),
                              Double.POSITIVE_INFINITY)
                          .through(new FaultLife.Phase(pool, Lives.MONTH), Lives.random(i))
                          .largest())
              .toArray();
      int atTenth = above(largest, Math.log(Lives.MONTH / 0.1));
      int atDefault = above(largest, Lives.THRESHOLD);
      table.add(
          truth.kind(),
          truth,
          streams,
          atTenth,
          Lives.upper(atTenth, streams),
          atDefault,
          Lives.upper(atDefault, streams));
      assertThat(Lives.upper(atTenth, streams)).as("%s %s", truth.kind(), truth).isLessThan(0.1);
      assertThat(atDefault / (double) streams).as("%s", truth).isLessThanOrEqualTo(Lives.ALPHA);
      alarms += atDefault;
      laws++;
    }
    assertThat(Lives.upper(alarms, laws * streams)).isLessThanOrEqualTo(Lives.ALPHA);
  }

  /**
   * Half of what is tolerable is what bets learn best that no end of the tolerance knows. A month
   * of panes of 500 labels of their own, with a profile, so that all bets are made.
   */
  @Test
  void raisesNoModelThatIsWellWithinTheTolerance() {
    Table table =
        new Table(
            "fault_within_tolerance", "law", "truth", "streams", "alarms", "largest_log_detector");
    for (SimulatedFault truth : wellWithin()) {
      List<FaultLife> lives =
          IntStream.range(0, LARGE_STREAMS)
              .parallel()
              .mapToObj(seed -> largePanes(truth, seed))
              .toList();
      long alarms = lives.stream().filter(life -> life.finds(0, Lives.MONTH) > 0).count();
      double largest = lives.stream().mapToDouble(FaultLife::largest).max().orElseThrow();
      table.add(truth.kind(), truth, LARGE_STREAMS, alarms, largest);
      assertThat(alarms).as("%s %s", truth.kind(), truth).isZero();
    }
  }

  private static FaultLife largePanes(SimulatedFault truth, int seed) {
    Stream stream = truth.stream(seed);
    SketchPlan plan = HardStreams.plan(truth.kind().space(), stream.next(256), seed);
    FaultLife life = new FaultLife(Lives.monitor(plan), Lives.THRESHOLD);
    life.through(
        () -> {
          Sketch sketch = plan.empty();
          stream.next(LARGE).forEach(o -> sketch.add(o.prediction(), o.target()));
          return sketch;
        },
        Lives.MONTH);
    return life;
  }

  /** A shift of d numbers within the tolerance moves means of residuals by up to √d of it. */
  @Test
  void raisesNoModelOfManyNumbersThatIsWellWithinTheTolerance() {
    Table table =
        new Table("fault_of_many_numbers", "tolerance", "shift", "alarms", "largest_log_detector");
    for (double shift : new double[] {0.02, 0.025, 0.03}) {
      Stream stream =
          Stream.distorted(Stream.normals(20), Stream.moved(-shift, 1), Math.round(1000 * shift));
      SketchPlan plan = HardStreams.plan(TargetSpace.reals(20), stream.next(256), 1);
      CalibrationMonitor monitor =
          CalibrationMonitor.empty(plan, Tolerance.within(0.05), Lives.DAY * FaultLife.PANE);
      FaultLife life = new FaultLife(monitor, Lives.THRESHOLD);
      life.through(
          () -> {
            Sketch sketch = plan.empty();
            stream.next(LARGE).forEach(o -> sketch.add(o.prediction(), o.target()));
            return sketch;
          },
          4 * Lives.DAY);
      int alarms = life.finds(0, life.panes());
      table.add(0.05, shift, alarms, life.largest());
      assertThat(alarms).as("shift %s", shift).isZero();
    }
  }

  private static List<SimulatedFault> wellWithin() {
    return List.of(
        NORMAL.with(LOCATION, 0.01),
        NORMAL.with(LOCATION, 0.005),
        NORMAL.with(SCALE, 1.01),
        NORMAL.with(SCALE, 1 / 1.015),
        BINARY.with(CLASS_LOG_ODDS, 0.01),
        BINARY.with(TEMPERATURE, 1.01),
        TEN_CLASSES.with(TEMPERATURE, 1.01));
  }

  private static List<SimulatedFault> tolerable() {
    List<SimulatedFault> all = new ArrayList<>();
    for (SimulatedFault.Kind kind : List.of(BINARY, RARE, TEN_CLASSES)) {
      all.add(kind.calibrated());
      all.add(kind.with(CLASS_LOG_ODDS, 0.02));
      all.add(kind.with(TEMPERATURE, 1.02));
      all.add(kind.with(TEMPERATURE, 1 / 1.02));
    }
    all.add(NORMAL.calibrated());
    all.add(NORMAL.with(LOCATION, 0.02));
    all.add(NORMAL.with(SCALE, 1.02));
    all.add(NORMAL.with(SCALE, 1 / 1.02));
    return all;
  }

  private static int above(double[] values, double threshold) {
    return (int) Arrays.stream(values).filter(value -> value >= threshold).count();
  }
}
