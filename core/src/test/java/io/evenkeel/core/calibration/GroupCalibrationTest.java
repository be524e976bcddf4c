package io.evenkeel.core.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.GroupedObservations;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.Target;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GroupCalibrationTest {
  private static final int N = 200;

  /** One prediction throughout, right on average, but 70 % in one group and 30 % in the other. */
  private static final GroupedObservations<String> UNFAIR = unfair();

  private final Ckce ckce = new Ckce(Reals.kernel(UNFAIR.all()));

  @Test
  void seesGroupsThatAreOffThoughTheWholeIsCalibrated() {
    double lambda = Ckce.defaultLambda(N);

    double whole = ckce.estimate(UNFAIR.all(), lambda);
    double pooled = ckce.estimate(UNFAIR, (a, b) -> 1, lambda);
    double each = ckce.estimate(UNFAIR, GroupCalibrationTest::same, lambda);

    assertThat(whole).isCloseTo(0, within(1e-30));
    assertThat(pooled).isEqualTo(whole);
    // Each group is off by 0.2 in both classes, k(p, p) = p·p + 1 = 1.5 and K has two blocks of
    // N/2.
    double shrunk = 0.2 * Math.sqrt(1.5) * N / 2 / (1.5 * N / 2 + lambda * N);
    assertThat(each).isCloseTo(4 * shrunk * shrunk, within(1e-12));
  }

  @Test
  void splitsObservationsByGroupInOrder() {
    Map<String, Observations> byGroup = UNFAIR.byGroup();

    assertThat(byGroup.keySet()).containsExactly("a", "b");
    assertThat(byGroup.values()).extracting(Observations::size).containsExactly(N / 2, N / 2);
    assertThat(byGroup.values())
        .extracting(group -> Collections.frequency(group.targets(), Target.ofClass(0)))
        .containsExactly(70, 30);
    assertThat(byGroup.values())
        .allSatisfy(
            group -> assertThat(ckce.jackknife(group, 0.1).interval(0.95).lower()).isPositive());
  }

  @Test
  void needsOneGroupForEachObservation() {
    assertThatThrownBy(() -> new GroupedObservations<>(UNFAIR.all(), List.of("a")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("200 observations and 1 groups");
    assertThat(
            new GroupedObservations<>(Observations.of(List.of(), List.of()), List.of()).byGroup())
        .isEmpty();
  }

  private static double same(String a, String b) {
    return a.equals(b) ? 1 : 0;
  }

  private static GroupedObservations<String> unfair() {
    List<Target> targets = new ArrayList<>();
    List<String> groups = new ArrayList<>();
    for (int i = 0; i < N; i++) {
      boolean first = i % 2 == 0;
      groups.add(first ? "a" : "b");
      targets.add(Target.ofClass(i / 2 % 10 < (first ? 7 : 3) ? 0 : 1));
    }
    return new GroupedObservations<>(
        Observations.of(Collections.nCopies(N, Categorical.of(0.5, 0.5)), targets), groups);
  }
}
