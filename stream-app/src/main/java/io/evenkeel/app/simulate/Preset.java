package io.evenkeel.app.simulate;

import io.evenkeel.app.replay.DelayLaw;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;

/** Simulations worth a name. Each has 20,000 predictions, one a second; changes come half-way. */
@SuppressWarnings("ImmutableEnumChecker") // laws and timings are records of immutable values
public enum Preset {
  /** 10 classes, calibrated throughout: a monitor should stay quiet. */
  CALIBRATED("10 classes, calibrated throughout", classes(1), prompt()),
  /** 10 classes; from half-way on the predictions are sharpened to temperature 0.5. */
  OVERCONFIDENT("10 classes, sharpened to temperature 0.5 half-way", classes(0.5), prompt()),
  /** 10 classes; from half-way on the predictions are sharpened to temperature 0.8. */
  SLIGHTLY_OVERCONFIDENT(
      "10 classes, sharpened to temperature 0.8 half-way", classes(0.8), prompt()),
  /** 10 classes; half-way other cases come, for which the model is as calibrated. */
  COVARIATE_SHIFT(
      "10 classes, half-way other cases come and calibration holds",
      new CategoricalLaw(10, 0.5, 1, 10),
      prompt()),
  /** Numbers; from half-way on predicted half a standard deviation too low. */
  BIASED(
      "numbers, half-way the targets rise by half a standard deviation",
      new NormalLaw(0.5, 1, 0),
      prompt()),
  /** Numbers; from half-way on predicted too narrow. */
  TOO_NARROW(
      "numbers, half-way the targets spread 1.3 times as far", new NormalLaw(0, 1.3, 0), prompt()),
  /** As overconfident, with labels that take long by a heavy-tailed law, a tenth never coming. */
  SLOW_LABELS(
      "as overconfident, labels after lognormal(10m, 1.5), a tenth never",
      classes(0.5),
      new LabelTiming(new DelayLaw(DelayLaw.Kind.LOGNORMAL, Duration.ofMinutes(10), 1.5), 0.1, 1)),
  /** Two classes, calibrated throughout; the labels of class 1 come ten times sooner. */
  INFORMATIVE_DELAYS(
      "2 classes, calibrated throughout, labels of class 1 come ten times sooner",
      new CategoricalLaw(2, 1, 1, 1),
      new LabelTiming(new DelayLaw(DelayLaw.Kind.EXPONENTIAL, Duration.ofMinutes(1), 1), 0, 10));

  private static final Arrivals ARRIVALS =
      new Arrivals(
          20_000,
          Instant.parse("2026-01-01T00:00:00Z"),
          Duration.ofSeconds(1),
          Duration.ofSeconds(10_000));

  private final String description;
  private final Law law;
  private final LabelTiming labels;

  Preset(String description, Law law, LabelTiming labels) {
    this.description = description;
    this.law = law;
    this.labels = labels;
  }

  /**
   * The preset of a name as it is written on the command line.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Preset of(String name) {
    return Arrays.stream(values())
        .filter(preset -> preset.toString().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no preset '" + name + "'; they are " + Arrays.toString(values())));
  }

  /** What happens in it. */
  public String description() {
    return description;
  }

  /** The simulation, with seed 1 and a model of the preset's name. */
  public Simulation simulation() {
    return new Simulation(toString(), law, ARRIVALS, labels, 1);
  }

  /** The name as it is written on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static CategoricalLaw classes(double temperature) {
    return new CategoricalLaw(10, 0.5, temperature, 1);
  }

  private static LabelTiming prompt() {
    return new LabelTiming(DelayLaw.fixed(Duration.ofMinutes(1)), 0, 1);
  }
}
