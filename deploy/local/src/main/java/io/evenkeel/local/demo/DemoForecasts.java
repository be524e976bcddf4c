package io.evenkeel.local.demo;

import io.evenkeel.app.replay.Case;
import io.evenkeel.app.replay.DelayLaw;
import io.evenkeel.app.simulate.Arrivals;
import io.evenkeel.app.simulate.CategoricalLaw;
import io.evenkeel.app.simulate.LabelTiming;
import io.evenkeel.app.simulate.Simulation;
import io.evenkeel.local.market.MarketForecasts;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The forecasts of the market, and beside them those of a model that breaks in the middle: a
 * simulated one, as only of such a model the truth is known.
 */
final class DemoForecasts {
  /** The model that breaks. */
  static final String BREAKING = "simulated";

  /** What its predictions are over-confident by: the temperature that they need is 2. */
  private static final double TEMPERATURE = 0.5;

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final List<Case> cases;
  private final Instant change;

  private DemoForecasts(List<Case> cases, Instant change) {
    this.cases = cases;
    this.change = change;
  }

  /** A prediction a minute of each model, for a week. */
  static DemoForecasts ofAWeek() {
    List<Case> market = MarketForecasts.bitstamp().cases().toList();
    Instant start = madeAt(market.get(0));
    long minutes = Duration.between(start, madeAt(market.get(market.size() - 1))).toMinutes() + 1;
    Duration half = Duration.ofMinutes(minutes / 2);
    Simulation breaking =
        new Simulation(
            BREAKING,
            new CategoricalLaw(2, 1, TEMPERATURE, 1),
            new Arrivals(minutes, start, MINUTE, half),
            new LabelTiming(new DelayLaw(DelayLaw.Kind.FIXED, MINUTE, 1), 0, 1),
            1);
    List<Case> all =
        Stream.concat(market.stream(), breaking.cases())
            .sorted(Comparator.comparing(DemoForecasts::madeAt))
            .toList();
    return new DemoForecasts(all, start.plus(half));
  }

  /** Names of the models. */
  static List<String> models() {
    return Stream.concat(MarketForecasts.models().stream(), Stream.of(BREAKING)).toList();
  }

  /** All predictions with their labels, in the order in which they are made. */
  List<Case> cases() {
    return cases;
  }

  /** When {@link #BREAKING} breaks. */
  Instant change() {
    return change;
  }

  /** When the first prediction is made. */
  Instant start() {
    return madeAt(cases.get(0));
  }

  /** When the last prediction is made. */
  Instant end() {
    return madeAt(cases.get(cases.size() - 1));
  }

  private static Instant madeAt(Case one) {
    return Instant.ofEpochMilli(one.prediction().madeAt());
  }
}
