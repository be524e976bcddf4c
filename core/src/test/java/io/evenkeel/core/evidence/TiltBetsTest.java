package io.evenkeel.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.Tolerance;
import io.evenkeel.core.score.LabelNoise;
import io.evenkeel.core.simulation.Observation;
import io.evenkeel.core.simulation.Stream;
import java.nio.DoubleBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class TiltBetsTest {
  private static final TargetSpace SPACE = TargetSpace.reals(3);
  private static final SketchPlan PLAN = SketchPlan.of(SPACE, null);
  private static final Tolerance TOLERANCE = Tolerance.within(0.02);

  private static Sketch sketch(List<Observation> observations) {
    Sketch sketch = PLAN.empty();
    observations.forEach(o -> sketch.add(o.prediction(), o.target()));
    return sketch;
  }

  private static Stream shifted(long seed) {
    return Stream.distorted(Stream.normals(3), Stream.moved(0.4, 1), seed);
  }

  private static TiltBets after(int panes, Stream stream) {
    TiltBets bets = new TiltBets(new NormalTilts(SPACE, LabelNoise.USUAL));
    for (int i = 0; i < panes; i++) {
      bets.add(sketch(stream.next(50)));
    }
    return bets;
  }

  @Test
  void winOnceTheyHaveSeenTheFault() {
    Stream stream = shifted(1);
    TiltBets bets = after(4, stream);

    List<Played> played = bets.play(sketch(stream.next(50)), TOLERANCE);

    assertThat(played).hasSize(bets.size()).hasSize(7);
    // Mean and covariance, of all and of late panes, independent ones and means; not correlations.
    assertThat(played.subList(0, 4)).allMatch(bet -> bet.plain() > 3);
    double cost = -50 * Math.log1p(-LabelNoise.USUAL.share());
    assertThat(
            new TiltBets(new NormalTilts(SPACE, LabelNoise.USUAL))
                .play(sketch(stream.next(50)), TOLERANCE))
        .startsWith(new Played(-cost, -cost), new Played(-cost, -cost));
  }

  @Test
  void areThoseOfTheMergedSketchesOfAPane() {
    Stream stream = shifted(2);
    TiltBets bets = after(3, stream);
    List<Observation> observations = stream.next(50);
    Sketch parts = sketch(observations.subList(20, 50));
    parts.merge(sketch(observations.subList(0, 20)));

    List<Played> whole = bets.play(sketch(observations), TOLERANCE);
    List<Played> merged = bets.play(parts, TOLERANCE);

    for (int k = 0; k < bets.size(); k++) {
      assertThat(merged.get(k).plain()).isCloseTo(whole.get(k).plain(), within(1e-11));
    }
  }

  @Test
  void resumeWhereTheyWereLeft() {
    Stream stream = shifted(3);
    TiltBets bets = after(3, stream);
    DoubleBuffer state = DoubleBuffer.allocate(bets.length());
    bets.write(state);
    TiltBets read = new TiltBets(new NormalTilts(SPACE, LabelNoise.USUAL));
    read.read(state.flip());
    Sketch next = sketch(stream.next(50));

    assertThat(read.play(next, TOLERANCE)).isEqualTo(bets.play(next, TOLERANCE));
  }

  @Test
  void areNotMadeWhereAReferenceSaysWhatIsTolerable() {
    Stream stream = shifted(4);
    TiltBets bets = after(3, stream);
    double[] sums = sketch(stream.next(500)).logRatios();
    Tolerance relative = TOLERANCE.orAsIn(PLAN.grid(), sums, 10, 0.02, 1e-4);

    assertThat(bets.play(sketch(stream.next(50)), relative)).isEmpty();
  }

  /** One surprise of another class that comes last is not what was found. */
  @Test
  void findTheNoiseThatHasMostEvidence() {
    SketchPlan plan = SketchPlan.of(TargetSpace.classes(3), null);
    TiltBets bets = new TiltBets(new NoiseTilts(plan.space()));
    for (int pane = 0; pane < 60; pane++) {
      Sketch sketch = plan.empty();
      for (int i = 0; i < 20; i++) {
        int label = pane < 3 && i < 2 ? 2 : pane == 59 && i == 0 ? 1 : 0;
        sketch.add(Categorical.of(0.998, 0.001, 0.001), Target.ofClass(label));
      }
      bets.add(sketch);
    }

    OpenFault found =
        bets.found(
            new Deviations(plan.grid(), TOLERANCE),
            bets.size() - 1,
            new Stretch(plan.grid().size()),
            Since.exactly(0));

    assertThat(found.fault().otherwise()).contains("of all labels are class 2");
  }

  /** A group that has long been wrong still pays 1/20 of its even share for what becomes right. */
  @Test
  void hedgesForgetNothing() {
    FixedShare hedge = FixedShare.even(4);
    for (int i = 0; i < 100; i++) {
      hedge.add(-50, -50, 0, -50);
    }

    assertThat(hedge.best()).isEqualTo(2);
    assertThat(hedge.logFactor(100, -50, -50, -50))
        .isCloseTo(100 + Math.log(0.05 / 4), within(1e-9));
    hedge.add(100, -50, -50, -50);
    assertThat(hedge.best()).isZero();
  }
}
