package io.evenkeel.core.sequential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.RecalibrationGrid;
import io.evenkeel.core.recalibration.Temperature;
import io.evenkeel.core.simulation.Stream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class EvidenceTest {
  private static final RecalibrationGrid GRID = RecalibrationGrid.of(TargetSpace.classes(10));

  @Test
  void ofNoLabelsIsOne() {
    Evidence evidence = Evidence.of(GRID, new double[GRID.size()], 0, 0);

    assertThat(evidence.logEValue()).isCloseTo(0, within(1e-14));
    assertThat(evidence.best()).isEmpty();
    assertThat(evidence.gain()).isZero();
    assertThat(evidence.describe()).isEqualTo("as predicted");
  }

  @Test
  void isTheWeightedMeanOfTheProducts() {
    double[] sums = new double[GRID.size()];
    double mean = 0;
    for (int i = 0; i < sums.length; i++) {
      sums[i] = Math.sin(i);
      mean += Math.exp(GRID.logWeights()[i] + sums[i]);
    }

    assertThat(Evidence.of(GRID, sums, 5, 0).logEValue()).isCloseTo(Math.log(mean), within(1e-14));
  }

  @Test
  void staysFiniteWhereProductsOverflow() {
    double[] sums = new double[GRID.size()];
    Arrays.fill(sums, -1e6);
    sums[0] = 1e5;

    Evidence evidence = Evidence.of(GRID, sums, 10, 0);

    assertThat(evidence.logEValue()).isCloseTo(1e5 + GRID.logWeights()[0], within(1e-9));
    assertThat(evidence.gain()).isEqualTo(1e4);
  }

  @Test
  void rejectsAtOneOverAlpha() {
    double[] sums = new double[GRID.size()];
    Arrays.fill(sums, Math.log(101));
    Evidence evidence = Evidence.of(GRID, sums, 10, 0);

    assertThat(evidence.rejects(0.01)).isTrue();
    assertThat(evidence.rejects(0.0099)).isFalse();
    assertThatThrownBy(() -> evidence.rejects(0)).hasMessageContaining("0.0");
  }

  @Test
  void namesTheTemperatureOfOverConfidentPredictions() {
    Stream stream = Stream.distorted(Stream.dirichlet(10, 0.5), Stream.temperature(0.5), 1);
    Sketch sketch = SketchPlan.of(TargetSpace.classes(10), null).empty();
    stream.next(1000).forEach(o -> sketch.add(o.prediction(), o.target()));

    Evidence evidence = sketch.evidence();

    assertThat(evidence.best()).contains(new Temperature(2));
    assertThat(evidence.describe()).isEqualTo("over-confident: temperature 2");
    assertThat(evidence.logEValue()).isCloseTo(evidence.gain() * 1000, within(10.0));
  }

  @Test
  void isInfiniteFromTheFirstImpossibleTargetOnButKeepsTheRest() {
    Sketch sketch = SketchPlan.of(TargetSpace.classes(3), null).empty();
    sketch.add(Categorical.of(0.5, 0.3, 0.2), Target.ofClass(1));
    double before = sketch.evidence().logEValue();

    sketch.add(Categorical.of(0.5, 0.5, 0), Target.ofClass(2));

    assertThat(sketch.evidence().logEValue()).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(sketch.evidence().logEValueOfPossible()).isEqualTo(before);
    assertThat(sketch.evidence().describe()).contains("1 target held impossible");

    sketch.remove(Categorical.of(0.5, 0.5, 0), Target.ofClass(2));

    assertThat(sketch.evidence().logEValue()).isEqualTo(before);
  }
}
