package io.evenkeel.local.measure;

import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.replay.Case;
import io.evenkeel.app.replay.DelayLaw;
import io.evenkeel.app.replay.EventSource;
import io.evenkeel.app.simulate.Arrivals;
import io.evenkeel.app.simulate.CategoricalLaw;
import io.evenkeel.app.simulate.LabelTiming;
import io.evenkeel.app.simulate.Law;
import io.evenkeel.app.simulate.NormalLaw;
import io.evenkeel.app.simulate.Preset;
import io.evenkeel.app.simulate.Simulation;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A stream to compare on: a calibrated model whose labels all come. The first two are of ten
 * classes, with ids in the order of time; each of the others changes one thing of the first.
 */
@SuppressWarnings("ImmutableEnumChecker") // laws and maps are of immutable values
enum Scenario {
  /** Labels come a minute after their predictions: sums change in one or two panes at a time. */
  LABELS_AT_ONCE(classes(10)),
  /** Labels take six hours in the mean: sums change in all panes of a day, and panes close. */
  LABELS_OVER_A_DAY(
      classes(10),
      new DelayLaw(DelayLaw.Kind.EXPONENTIAL, Duration.ofHours(6), 1),
      Duration.ofDays(4),
      Map.of()),
  /** Ids in no order, as of a UUID. */
  RANDOM_IDS(classes(10)),
  /** Two classes. */
  TWO_CLASSES(classes(2)),
  /** A hundred classes. */
  HUNDRED_CLASSES(classes(100)),
  /** A thousand classes. */
  THOUSAND_CLASSES(classes(1000)),
  /** Normal distributions. */
  NORMAL(new NormalLaw(0, 1, 0)),
  /** 23 quantiles. */
  QUANTILES(Form.QUANTILES),
  /** Ensembles of 20 members. */
  ENSEMBLES(Form.ENSEMBLE),
  /** Poisson distributions. */
  COUNTS(Form.COUNTS),
  /** 128 test locations. */
  LOCATIONS_128(classes(10), Map.of("defaults.profile.locations", "128")),
  /** Three attributes: each prediction belongs to four series. */
  FOUR_SERIES(classes(10), Map.of("defaults.segments", "a,b,c")),
  /** A hundred segments: a pane of each has about as many predictions as the only series above. */
  HUNDRED_SEGMENTS(
      classes(10),
      DelayLaw.fixed(Duration.ofMinutes(1)),
      Duration.ofMinutes(20),
      Map.of("defaults.segments", "a")),
  /** Ten thousand segments: a pane of each has a few predictions. */
  TEN_THOUSAND_SEGMENTS(
      classes(10),
      DelayLaw.fixed(Duration.ofMinutes(1)),
      Duration.ofMinutes(20),
      Map.of("defaults.segments", "a", "defaults.segment-limit", "10000")),
  /** Windows of a week that advance by an hour. */
  WINDOW_OF_A_WEEK(
      classes(10), Map.of("defaults.window.size", "7d", "defaults.window.advance", "1h"));

  /** Events of many classes are large: the more classes there are, the fewer events. */
  private static final int USUAL_CLASSES = 100;

  private final Law law;
  private final DelayLaw delays;
  private final Duration span;
  private final Map<String, String> settings;
  private final Form form;

  Scenario(Law law) {
    this(law, Map.of());
  }

  Scenario(Law law, Map<String, String> settings) {
    this(law, Form.SIMULATED, settings);
  }

  Scenario(Form form) {
    this(new NormalLaw(0, 1, 0), form, Map.of());
  }

  Scenario(Law law, Form form, Map<String, String> settings) {
    this(law, form, DelayLaw.fixed(Duration.ofMinutes(1)), Duration.ofHours(12), settings);
  }

  Scenario(Law law, DelayLaw delays, Duration span, Map<String, String> settings) {
    this(law, Form.SIMULATED, delays, span, settings);
  }

  Scenario(Law law, Form form, DelayLaw delays, Duration span, Map<String, String> settings) {
    this.law = law;
    this.form = form;
    this.delays = delays;
    this.span = span;
    this.settings = settings;
  }

  private static Law classes(int m) {
    return new CategoricalLaw(m, 0.5, 1, 1);
  }

  /** What differs from the usual settings. */
  Map<String, String> settings() {
    return settings;
  }

  /** The number of predictions where there usually are so many. */
  long predictions(long usual) {
    return law instanceof CategoricalLaw of && of.classes() > USUAL_CLASSES
        ? usual * USUAL_CLASSES / of.classes()
        : usual;
  }

  /** So many predictions, evenly over event time, and their labels. */
  EventSource events(long predictions) {
    Simulation preset = Preset.CALIBRATED.simulation();
    Arrivals arrivals =
        new Arrivals(predictions, preset.arrivals().start(), span.dividedBy(predictions), span);
    Simulation simulation =
        new Simulation(preset.model(), law, arrivals, new LabelTiming(delays, 0, 1), preset.seed());
    return EventSource.of(() -> simulation.cases().map(this::named));
  }

  /** The case with its id, and a segment of each of a few attributes. */
  private Case named(Case one) {
    PredictionEvent prediction = one.prediction();
    // In order, it is after those of all cases before it, as a ULID would be.
    long first =
        this == RANDOM_IDS
            ? Long.reverse(prediction.id().hashCode() * 0x9e3779b97f4a7c15L)
            : prediction.madeAt();
    String id = "%016x".formatted(first) + '-' + prediction.id();
    return new Case(
        new PredictionEvent(
            id,
            prediction.model(),
            prediction.version(),
            prediction.madeAt(),
            segments(id),
            prediction.features(),
            form.of(prediction.distribution()),
            prediction.cluster()),
        one.labels().stream()
            .map(
                label ->
                    new LabelEvent(
                        id,
                        label.knownAt(),
                        label.revision(),
                        form.target(prediction.distribution(), label.target())))
            .toList());
  }

  private Map<String, String> segments(String id) {
    int number = Math.floorMod(id.hashCode(), 10_000);
    String ofThree = Integer.toString(number % 3);
    return switch (this) {
      case FOUR_SERIES -> Map.of("a", ofThree, "b", ofThree, "c", ofThree);
      case HUNDRED_SEGMENTS -> Map.of("a", Integer.toString(number % 100));
      case TEN_THOUSAND_SEGMENTS -> Map.of("a", Integer.toString(number));
      default -> Map.of();
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** A scenario from its name. */
  static final class Converter implements ITypeConverter<Scenario> {
    @Override
    public Scenario convert(String name) {
      return Arrays.stream(values())
          .filter(scenario -> scenario.toString().equals(name))
          .findFirst()
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "'" + name + "' is none of " + Arrays.toString(values())));
    }
  }
}
