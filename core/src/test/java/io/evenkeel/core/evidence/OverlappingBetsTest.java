package io.evenkeel.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.moments.Outcome;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.FeatureQuarters;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.core.recalibration.Tolerance;
import io.evenkeel.core.simulation.Observation;
import io.evenkeel.core.simulation.Stream;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Bets on targets that overlap in three panes. */
class OverlappingBetsTest {
  private static final Overlap OVERLAP = new Overlap(3);
  private static final int PANE = 40;

  /** With two features, so that there is every kind of bet. */
  @SuppressWarnings("ImmutableEnumChecker") // plans are never changed
  private enum Kind {
    TWO_CLASSES(TargetSpace.classes(2), Stream.dirichlet(2, 1)),
    THREE_CLASSES(TargetSpace.classes(3), Stream.dirichlet(3, 1)),
    NUMBER(TargetSpace.reals(1), Stream.normals(1)),
    TWO_NUMBERS(TargetSpace.reals(2), Stream.normals(2));

    private final SketchPlan plan;
    private final Stream.Law law;

    Kind(TargetSpace space, Stream.Law law) {
      FeatureQuarters feature = new FeatureQuarters("age", List.of(0.25, 0.5, 0.75));
      this.law = law;
      this.plan =
          SketchPlan.of(
              space,
              ProfileLearner.learn(1, Stream.calibrated(law, 1).predictions(100), 8, 1)
                  .withFeatures(
                      List.of(feature, new FeatureQuarters("height", List.of(1.0, 2.0, 3.0)))));
    }

    /** Panes of wrong predictions; others for another seed. */
    private List<List<Observation>> panes(int size, long seed) {
      boolean isOfClasses = plan.space().kind() == TargetSpace.Kind.CLASSES;
      Stream stream =
          Stream.distorted(
              law, isOfClasses ? Stream.temperature(0.7) : Stream.moved(0.3, 0.8), seed);
      List<List<Observation>> panes = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        panes.add(stream.next(PANE));
      }
      return panes;
    }

    private Sketch sketch(List<Observation> pane, Overlap overlap) {
      return sketch(pane, overlap, Outcome.OWN);
    }

    private Sketch sketch(List<Observation> pane, Overlap overlap, Outcome outcome) {
      UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(7);
      Sketch sketch = plan.empty();
      for (Observation of : pane) {
        byte[] cells = {(byte) random.nextInt(4), (byte) random.nextInt(4)};
        sketch.add(of.prediction(), of.target(), overlap.of("row", outcome), cells);
      }
      return sketch;
    }

    private Bets after(List<List<Observation>> panes) {
      Bets bets = new Bets(plan, OVERLAP);
      panes.forEach(pane -> bets.add(sketch(pane, OVERLAP)));
      return bets;
    }
  }

  /**
   * The factor of a pane whose labels count by a third is at most the cubic root of the one of the
   * same labels, which is valid: so it is valid as the factor of one of three classes of panes.
   */
  @ParameterizedTest
  @EnumSource
  void winAtMostTheLthPartOfWhatTheSameBetWinsOnWholeLabels(Kind kind) {
    BetFamilies families = BetFamilies.of(kind.plan);
    for (double epsilon : new double[] {0, 0.02}) {
      Tolerance tolerance = Tolerance.within(epsilon);
      for (List<Observation> pane : kind.panes(6, 3)) {
        Sketch whole = kind.sketch(pane, Overlap.NONE);
        Sketch parts = kind.sketch(pane, OVERLAP);
        for (BetFamilies.Weighed of : families.all()) {
          List<Played> onWhole = of.family().play(whole, tolerance);
          List<Played> onParts = of.family().play(parts, tolerance);
          assertThat(onParts).as(of.kind().name()).hasSameSizeAs(onWhole);
          for (int k = 0; k < onWhole.size(); k++) {
            assertThat(3 * onParts.get(k).plain())
                .as("%s %d", of.kind(), k)
                .isLessThanOrEqualTo(onWhole.get(k).plain() + 1e-9);
            assertThat(3 * onParts.get(k).lenient())
                .as("%s %d", of.kind(), k)
                .isLessThanOrEqualTo(onWhole.get(k).lenient() + 1e-9);
          }
        }
        families.add(parts);
      }
    }
    assertThat(families.all())
        .allSatisfy(
            of ->
                assertThat(
                        of.family()
                            .play(
                                kind.sketch(kind.panes(1, 4).get(0), OVERLAP), Tolerance.within(0)))
                    .anySatisfy(played -> assertThat(played.plain()).isNotZero()));
  }

  @ParameterizedTest
  @EnumSource
  void knowOfNoPaneThatOverlapsTheirOwn(Kind kind) {
    List<List<Observation>> panes = kind.panes(14, 3);
    List<List<Observation>> others = kind.panes(14, 4);
    Tolerance tolerance = Tolerance.within(0);
    for (int t = 5; t < panes.size(); t++) {
      Sketch next = kind.sketch(panes.get(t), OVERLAP);
      List<Played> played = kind.after(panes.subList(0, t)).play(next, tolerance);

      assertThat(kind.after(changed(panes, others, t, t - 2)).play(next, tolerance))
          .isEqualTo(played);
      assertThat(kind.after(changed(panes, others, t, t - 5)).play(next, tolerance))
          .isNotEqualTo(played);
    }
  }

  /** The panes before a number, those from another number on being others. */
  private static List<List<Observation>> changed(
      List<List<Observation>> panes, List<List<Observation>> others, int before, int from) {
    List<List<Observation>> changed = new ArrayList<>(panes.subList(0, from));
    changed.addAll(others.subList(from, before));
    return changed;
  }

  @ParameterizedTest
  @EnumSource
  void resumeAfterAnyPane(Kind kind) {
    SeriesEvidence evidence = SeriesEvidence.empty(kind.plan, 0.02, OVERLAP);
    SeriesEvidence resumed = evidence;
    CalibrationMonitor monitor =
        CalibrationMonitor.empty(kind.plan, Tolerance.within(0.02), 0, OVERLAP);
    CalibrationMonitor read = monitor;
    int start = 0;
    for (List<Observation> pane : kind.panes(40, 3)) {
      Sketch sketch = kind.sketch(pane, OVERLAP);
      resumed = SeriesEvidence.read(kind.plan, 0.02, OVERLAP, resumed.toArray());
      read = CalibrationMonitor.read(kind.plan, Tolerance.within(0.02), 0, OVERLAP, read.toArray());
      evidence.add(sketch);
      resumed.add(sketch);
      monitor.add(sketch, start, 10);
      read.add(sketch, start++, 10);
    }

    assertThat(resumed.toArray()).containsExactly(evidence.toArray());
    assertThat(read.toArray()).containsExactly(monitor.toArray());
  }

  @Test
  void areThoseOfTheMergedPartsOfAPane() {
    for (Kind kind : Kind.values()) {
      SeriesEvidence whole = SeriesEvidence.empty(kind.plan, 0.02, OVERLAP);
      SeriesEvidence merged = SeriesEvidence.empty(kind.plan, 0.02, OVERLAP);
      for (List<Observation> pane : kind.panes(8, 3)) {
        Sketch first = kind.sketch(pane.subList(0, 7), OVERLAP);
        Sketch second = kind.sketch(pane.subList(7, PANE), OVERLAP);
        Sketch both = second.copy();
        both.merge(first);
        merged.add(both);
        first.merge(second);
        whole.add(first);
      }

      assertThat(merged.logEValue()).isCloseTo(whole.logEValue(), within(1e-11));
      assertThat(merged.logEValueBeyond()).isCloseTo(whole.logEValueBeyond(), within(1e-11));
    }
  }

  @Test
  void areNotMadeWhereRowsShareOutcomesToo() {
    Kind kind = Kind.NUMBER;
    Bets bets = kind.after(kind.panes(8, 3));
    List<Observation> pane = kind.panes(1, 4).get(0);
    Tolerance tolerance = Tolerance.within(0);

    assertThat(bets.play(kind.sketch(pane, OVERLAP), tolerance)).isNotEqualTo(bets.none());
    assertThat(bets.play(kind.sketch(pane, OVERLAP, new Outcome("match", 0.5)), tolerance))
        .isEqualTo(bets.none());
    assertThat(bets.play(kind.sketch(pane, OVERLAP, new Outcome("match", 0)), tolerance))
        .isEqualTo(bets.none());
  }

  @Test
  void doNotGoOnWithTheStateOfAnotherOverlap() {
    SketchPlan plan = Kind.NUMBER.plan;
    Tolerance tolerance = Tolerance.within(0);
    double[] evidence = SeriesEvidence.empty(plan, 0).toArray();
    double[] monitor = CalibrationMonitor.empty(plan, tolerance, 0, new Overlap(5)).toArray();

    assertThatThrownBy(() -> SeriesEvidence.read(plan, 0, OVERLAP, evidence))
        .hasMessageContaining("another lag");
    assertThatThrownBy(() -> CalibrationMonitor.read(plan, tolerance, 0, OVERLAP, monitor))
        .hasMessageContaining("another lag");
  }
}
