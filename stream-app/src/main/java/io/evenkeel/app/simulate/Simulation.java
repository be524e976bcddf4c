package io.evenkeel.app.simulate;

import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.replay.Case;
import io.evenkeel.app.replay.CaseSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * A labelled stream with a known truth; the same each time.
 *
 * @param model name of the model
 * @param law how predictions and targets come about
 * @param arrivals when predictions are made
 * @param labels when labels become known
 * @param seed of all random choices
 */
public record Simulation(String model, Law law, Arrivals arrivals, LabelTiming labels, long seed)
    implements CaseSource {

  /** Checks that the model has a name. */
  public Simulation {
    if (model.isEmpty()) {
      throw new IllegalArgumentException("the model must have a name");
    }
  }

  @Override
  public Stream<Case> cases() {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
    // Apart, so that other delays leave predictions and targets as they are.
    UniformRandomProvider delays = RandomSource.XO_RO_SHI_RO_128_PP.create(~seed);
    Law.Sampler draws = law.sampler(random);
    Supplier<Duration> delay = labels.delay().sampler(delays);
    return LongStream.range(0, arrivals.count())
        .mapToObj(
            n -> {
              Law.Draw draw = draws.draw(arrivals.changed(n));
              boolean comes = delays.nextDouble() >= labels.never();
              long millis = millis(delay.get(), draw.positive());
              return one(n, draw, comes ? List.of(millis) : List.of());
            });
  }

  private long millis(Duration delay, boolean positive) {
    return positive
        ? delay.toMillis()
        : Math.round(Math.min(delay.toMillis() * labels.informative(), Long.MAX_VALUE / 2e3));
  }

  private Case one(long n, Law.Draw draw, List<Long> delays) {
    String id = model + ":" + n;
    long madeAt = arrivals.madeAt(n);
    PredictionEvent prediction =
        new PredictionEvent(id, model, "", madeAt, Map.of(), Map.of(), draw.prediction());
    return new Case(
        prediction,
        delays.stream().map(d -> new LabelEvent(id, madeAt + d, 0, draw.target())).toList());
  }
}
