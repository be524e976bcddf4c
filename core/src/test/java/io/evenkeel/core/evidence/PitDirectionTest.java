package io.evenkeel.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.internal.StandardNormal;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PitDirectionTest {
  private static final SketchPlan PLAN = SketchPlan.of(TargetSpace.reals(1), null);
  private static final double[] NEAR = {0.3, 0.5, 0.7};

  /** A pane of one target in each bin. */
  private static final List<Pane> PANES =
      IntStream.range(0, PitDensity.BINS).mapToObj(PitDirectionTest::pane).toList();

  private static Pane pane(int bin) {
    double u = (PitDensity.BINNING.lower(bin) + PitDensity.BINNING.upper(bin)) / 2;
    double z = u <= 0.5 ? StandardNormal.lowerQuantile(u) : -StandardNormal.lowerQuantile(1 - u);
    Sketch sketch = PLAN.empty();
    sketch.add(Normal.of(0, 1), Target.of(z));
    return new Pane(0, 1, new double[0], sketch);
  }

  private static double x(PitDirection direction, int bin) {
    return direction.project(PANES.get(bin)).orElseThrow().sum();
  }

  /** The expectation of the factor under masses in proportion to these, calibrated × exp(θx). */
  private static double expectation(PitDirection direction, double near, double theta) {
    double sum = 0;
    double all = 0;
    for (int b = 0; b < PitDensity.BINS; b++) {
      double mass = PitDensity.width(b) * Math.exp(theta * x(direction, b));
      sum += mass * Math.exp(direction.logEnd(near, PANES.get(b)).orElseThrow());
      all += mass;
    }
    return sum / all;
  }

  private static double mean(PitDirection direction, double theta) {
    double sum = 0;
    double all = 0;
    for (int b = 0; b < PitDensity.BINS; b++) {
      double mass = PitDensity.width(b) * Math.exp(theta * x(direction, b));
      sum += mass * x(direction, b);
      all += mass;
    }
    return sum / all;
  }

  /** Of a shape that no target has told, a share would be made up. */
  @Test
  void saysSharesOnlyOfShapesThatTargetsHaveTold() {
    for (PitDensity shape : PitShapes.ALL) {
      DoubleBuffer state = DoubleBuffer.allocate(1000);
      PitDirection.of(shape).write(state);
      PitDirection read = PitDirection.read(state.flip());

      assertThat(PitDirection.of(shape).describe())
          .startsWith("the shape of the predicted distributions is wrong: ")
          .containsPattern("(more|fewer) targets than predicted fall ")
          .doesNotContain("about");
      assertThat(read.describe()).isEqualTo(PitDirection.of(shape).describe());
    }
    assertThat(PitDirection.of(PitShapes.ALL.get(0)).describe())
        .endsWith("more targets than predicted fall in the central 50 % interval");
    double[] masses = new double[PitDensity.BINS];
    Arrays.setAll(masses, b -> PitDensity.width(b) * (b < 3 ? 2 : 1));

    assertThat(PitDirection.of(PitDensity.ofMasses(0, masses)).describe())
        .contains("about ")
        .contains(" % of targets fall below the 5 % quantile, where 5 % are predicted");
  }

  @Test
  void endIsAnEValueUnderEveryLargerFault() {
    for (PitDensity density : PitShapes.ALL) {
      PitDirection direction = PitDirection.of(density);
      for (double theta : new double[] {0.1, 0.5, 2, 5}) {
        double near = mean(direction, theta);
        assertThat(expectation(direction, near, theta)).isCloseTo(1, within(1e-9));
        assertThat(expectation(direction, near, 1.3 * theta)).isLessThan(1);
        assertThat(expectation(direction, near, 4 * theta)).isLessThan(1);
      }
    }
  }

  @Test
  void endIsAnEValueUnderTheDensityThatWasFound() {
    for (PitDensity density : PitShapes.ALL) {
      PitDirection direction = PitDirection.of(density);
      for (double share : NEAR) {
        double expectation = 0;
        for (int b = 0; b < PitDensity.BINS; b++) {
          double log = direction.logEnd(share * direction.mean(), PANES.get(b)).orElseThrow();
          expectation += density.mass(b) * Math.exp(log);
        }
        assertThat(expectation).isLessThan(1);
      }
    }
  }

  /** Of calibrated targets. */
  @Test
  void endGrowsFasterThanByTheRangeOfResiduals() {
    for (PitDensity density : PitShapes.ALL) {
      PitDirection direction = PitDirection.of(density);
      double near = direction.mean() / 2;
      EndingFactor byRange = new EndingFactor(near, direction.variance(), Double.POSITIVE_INFINITY);
      double exact = 0;
      double bound = 0;
      for (int b = 0; b < PitDensity.BINS; b++) {
        double width = PitDensity.width(b);
        exact += width * direction.logEnd(near, PANES.get(b)).orElseThrow();
        bound += width * byRange.log(direction.project(PANES.get(b)).orElseThrow());
      }
      assertThat(exact).isGreaterThan(1.04 * bound);
    }
  }

  @Test
  void targetsThatCountInPartsAreWeighedByTheRange() {
    PitDirection direction = PitDirection.of(PitShapes.ALL.get(1));
    Sketch sketch = PLAN.empty();
    sketch.add(Ensemble.of(-1, 0, 1, 2), Target.of(0.5));
    Pane pane = new Pane(0, 1, new double[0], sketch);
    double near = direction.mean() / 2;

    assertThat(direction.logEnd(near, pane))
        .hasValue(
            new EndingFactor(near, direction.variance(), Double.POSITIVE_INFINITY)
                .log(direction.project(pane).orElseThrow()));
  }
}
