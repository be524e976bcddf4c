package io.evenkeel.core.simulation;

import io.evenkeel.core.evidence.Fault;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.TargetSampler;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The life of faults that bets find, in panes of 20 labels. Streams begin with a calm day; the
 * fault then lasts for 30 days, or is repaired three days after it was found. Every stream has
 * panes of its own, since bets learn from them and would know those of a pool.
 */
@Tag("simulation")
class BetLifeSimulationTest {
  private static final int STREAMS = 20 * Lives.TIMES;
  private static final int LABELS = 20;
  private static final int LEARNED_FROM = 256;
  private static final Table TABLE =
      new Table(
          "bet_life",
          "fault",
          "seen_by",
          "nats_per_label",
          "streams",
          "found",
          "labels_median",
          "labels_90",
          "open",
          "alerts",
          "falsely_ended",
          "upper_95",
          "confirmed",
          "named",
          "repaired_to_found_median",
          "repaired_to_found_90",
          "never_ended");

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"TEMPERATURE", "SHIFTED", "NARROWER"})
  void keepsFaultsOpenUntilTheyAreGone(BlindSpot fault) {
    Outcomes outcomes = new Outcomes(LABELS);
    List<Life> constant =
        IntStream.range(0, STREAMS)
            .parallel()
            .mapToObj(seed -> new Life(fault, seed).faulty(Lives.MONTH))
            .toList();
    constant.forEach(one -> outcomes.constant(one.life, Lives.DAY + Lives.MONTH));
    IntStream.range(STREAMS, 2 * STREAMS)
        .parallel()
        .mapToObj(seed -> new Life(fault, seed).foundAndRepaired())
        .flatMap(Optional::stream)
        .toList()
        .forEach(one -> outcomes.repaired(one.life, one.repair));
    List<Fault> last = constant.stream().flatMap(one -> one.life.fault().stream()).toList();
    TABLE.add(
        fault,
        fault.seen(),
        fault.nats(),
        STREAMS,
        outcomes.found(),
        outcomes.delay(0.5),
        outcomes.delay(0.9),
        outcomes.open(),
        outcomes.alerts(),
        outcomes.falselyEnded(),
        outcomes.upperOfFalselyEnded(),
        last.stream().filter(Fault::confirmed).count() / (double) STREAMS,
        last.stream().filter(one -> one.deviation().isPresent()).count() / (double) STREAMS,
        outcomes.repairedToFound(0.5),
        outcomes.repairedToFound(0.9),
        outcomes.neverEnded());
    SoftAssertions softly = new SoftAssertions();
    softly.assertThat(outcomes.open()).as("open").isGreaterThanOrEqualTo(0.99);
    softly
        .assertThat(outcomes.falselyEnded() / (double) outcomes.alerts())
        .as("falsely ended")
        .isLessThanOrEqualTo(0.03);
    softly.assertThat(outcomes.repairedToFound(0.5)).as("repaired").isLessThanOrEqualTo(2);
    softly.assertThat(outcomes.repairedToFound(0.9)).as("90 %").isLessThanOrEqualTo(3.5);
    softly.assertThat(outcomes.neverEnded()).as("never ended").isZero();
    softly.assertAll();
  }

  /** A stream after a calm day: mutable. */
  private static final class Life {
    private final SketchPlan plan;
    private final Supplier<Observation> faulty;
    private final TargetSampler sampler;
    private final FaultLife life;
    private int repair;

    Life(BlindSpot fault, int seed) {
      UniformRandomProvider random = Lives.random(seed);
      this.faulty = fault.from(random);
      this.sampler = new TargetSampler(random);
      this.plan = HardStreams.plan(fault.space(), HardStream.next(faulty, LEARNED_FROM), seed);
      this.life = new FaultLife(Lives.monitor(plan), Lives.THRESHOLD);
      life.through(() -> pane(this::calm), Lives.DAY);
    }

    private Observation calm() {
      Observation of = faulty.get();
      return new Observation(of.prediction(), sampler.draw(of.prediction()), of.features());
    }

    private Sketch pane(Supplier<Observation> stream) {
      Sketch sketch = plan.empty();
      Sketches.addAll(sketch, HardStream.next(stream, LABELS));
      return sketch;
    }

    Life faulty(int panes) {
      life.through(() -> pane(faulty), panes);
      return this;
    }

    /** None if the fault was not found in a month. */
    Optional<Life> foundAndRepaired() {
      int end = Lives.DAY + Lives.MONTH;
      while (life.found(Lives.DAY, end).isEmpty() && life.panes() < end) {
        faulty(1);
      }
      if (life.found(Lives.DAY, end).isEmpty()) {
        return Optional.empty();
      }
      faulty(3 * Lives.DAY);
      repair = life.panes();
      while (life.isOpen(life.panes() - 1) && life.panes() < repair + Lives.MONTH) {
        life.through(() -> pane(this::calm), 1);
      }
      return Optional.of(this);
    }
  }
}
