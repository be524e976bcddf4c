package io.evenkeel.local.measure;

import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.replay.Case;
import io.evenkeel.app.replay.DelayLaw;
import io.evenkeel.app.replay.EventSource;
import io.evenkeel.app.simulate.Arrivals;
import io.evenkeel.app.simulate.LabelTiming;
import io.evenkeel.app.simulate.Preset;
import io.evenkeel.app.simulate.Simulation;
import java.time.Duration;
import java.util.Locale;

/**
 * A stream to compare on: a calibrated model of ten classes whose labels all come, with ids in the
 * order of time.
 */
@SuppressWarnings("ImmutableEnumChecker") // delay laws are records of immutable values
enum Scenario {
  /** Labels come a minute after their predictions: sums change in one or two panes at a time. */
  LABELS_AT_ONCE(DelayLaw.fixed(Duration.ofMinutes(1)), Duration.ofHours(12)),
  /** Labels take six hours in the mean: sums change in all panes of a day, and panes close. */
  LABELS_OVER_A_DAY(
      new DelayLaw(DelayLaw.Kind.EXPONENTIAL, Duration.ofHours(6), 1), Duration.ofDays(4));

  private final DelayLaw delays;
  private final Duration span;

  Scenario(DelayLaw delays, Duration span) {
    this.delays = delays;
    this.span = span;
  }

  /** So many predictions, evenly over event time, and their labels. */
  EventSource events(long predictions) {
    Simulation preset = Preset.CALIBRATED.simulation();
    Arrivals arrivals =
        new Arrivals(predictions, preset.arrivals().start(), span.dividedBy(predictions), span);
    Simulation simulation =
        new Simulation(
            preset.model(), preset.law(), arrivals, new LabelTiming(delays, 0, 1), preset.seed());
    return EventSource.of(() -> simulation.cases().map(Scenario::inOrder));
  }

  /** The case with an id that is after those of all cases before it, as a ULID would be. */
  private static Case inOrder(Case one) {
    PredictionEvent prediction = one.prediction();
    String id = "%016x".formatted(prediction.madeAt()) + '-' + prediction.id();
    return new Case(
        new PredictionEvent(
            id,
            prediction.model(),
            prediction.version(),
            prediction.madeAt(),
            prediction.segments(),
            prediction.features(),
            prediction.distribution(),
            prediction.cluster()),
        one.labels().stream()
            .map(label -> new LabelEvent(id, label.knownAt(), label.revision(), label.target()))
            .toList());
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
