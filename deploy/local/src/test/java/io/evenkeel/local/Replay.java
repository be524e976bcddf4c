package io.evenkeel.local;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.replay.EventSource;
import io.evenkeel.app.replay.Pace;
import io.evenkeel.app.replay.ReplayProducer;
import io.evenkeel.app.replay.Replayer;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.app.simulate.Arrivals;
import io.evenkeel.app.simulate.Preset;
import io.evenkeel.app.simulate.Simulation;
import java.time.Duration;
import java.time.InstantSource;

/** Sends events to an application. */
final class Replay {

  private Replay() {}

  /** The first events of a model that is biased, whose labels come half an hour later. */
  static EventSource biased(int cases) {
    Simulation biased = Preset.BIASED.simulation();
    Arrivals all = biased.arrivals();
    Arrivals some = new Arrivals(cases, all.start(), all.every(), Duration.ofMinutes(30));
    return EventSource.of(
        new Simulation(biased.model(), biased.law(), some, biased.labels(), biased.seed()));
  }

  /** Sends all events as fast as can be, and what closes every window of theirs. */
  static void all(EventSource source, AppConfig config) {
    try (var producer = ReplayProducer.of(KafkaProperties.clients(config), config.serde())) {
      Replayer replayer = new Replayer(producer, config.topics(), InstantSource.system());
      replayer.play(source, Pace.FULL_SPEED, time -> {});
      replayer.end(config::model);
    }
  }
}
