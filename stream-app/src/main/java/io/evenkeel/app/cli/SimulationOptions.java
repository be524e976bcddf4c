package io.evenkeel.app.cli;

import io.evenkeel.app.replay.DelayLaw;
import io.evenkeel.app.simulate.Arrivals;
import io.evenkeel.app.simulate.CategoricalLaw;
import io.evenkeel.app.simulate.LabelTiming;
import io.evenkeel.app.simulate.Law;
import io.evenkeel.app.simulate.NormalLaw;
import io.evenkeel.app.simulate.Simulation;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options that change a simulation. */
final class SimulationOptions {
  @Option(names = "--model", description = "Name of the model. Default: that of the preset.")
  private @Nullable String model;

  @Option(names = "--seed", description = "Seed of all random choices.")
  private @Nullable Long seed;

  @Option(names = "--count", description = "Number of predictions.")
  private @Nullable Long count;

  @Option(names = "--start", description = "When the first one is made, as 2026-01-01T00:00:00Z.")
  private @Nullable Instant start;

  @Option(
      names = "--every",
      converter = DurationConverter.class,
      description = "Time from one prediction to the next.")
  private @Nullable Duration every;

  @Option(
      names = "--change-after",
      converter = DurationConverter.class,
      description = "Time from the start until the change.")
  private @Nullable Duration changeAfter;

  @Option(names = "--classes", description = "Classes only: their number.")
  private @Nullable Integer classes;

  @Option(names = "--concentration", description = "Classes only: parameter of the Dirichlet law.")
  private @Nullable Double concentration;

  @Option(
      names = "--temperature",
      description = "Classes only: of the predictions after the change; below 1 over-confident.")
  private @Nullable Double temperature;

  @Option(
      names = "--location-shift",
      description = "Numbers only: shift of the targets after the change, in predicted sds.")
  private @Nullable Double location;

  @Option(
      names = "--scale",
      description = "Numbers only: factor of the targets' spread after the change.")
  private @Nullable Double scale;

  @Option(
      names = "--covariate-shift",
      description =
          "Change of the cases with calibration intact: for classes the factor of the first"
              + " Dirichlet parameter, for numbers what is added to the means.")
  private @Nullable Double covariateShift;

  @Option(
      names = "--delay",
      paramLabel = "LAW",
      converter = DelayConverter.class,
      description =
          "Of the labels: 1m, exponential(1m) (mean), lognormal(10m, 1.5) (median, sd of the"
              + " logarithm) or pareto(1m, 1.2) (shortest, tail index).")
  private @Nullable DelayLaw delay;

  @Option(names = "--never", description = "Share of labels that never come.")
  private @Nullable Double never;

  @Option(
      names = "--informative",
      description = "Factor of the delays of all outcomes but class 1, or a target above the mean.")
  private @Nullable Double informative;

  /** The simulation with what was given. */
  Simulation apply(Simulation base) {
    return new Simulation(
        or(model, base.model()),
        law(base.law()),
        arrivals(base.arrivals()),
        labels(base.labels()),
        or(seed, base.seed()));
  }

  private Law law(Law base) {
    if (base instanceof CategoricalLaw law) {
      refuse(location != null || scale != null, "--location-shift and --scale are for numbers");
      return new CategoricalLaw(
          or(classes, law.classes()),
          or(concentration, law.concentration()),
          or(temperature, law.temperature()),
          or(covariateShift, law.covariateShift()));
    }
    NormalLaw law = (NormalLaw) base;
    refuse(
        classes != null || concentration != null || temperature != null,
        "--classes, --concentration and --temperature are for classes");
    return new NormalLaw(
        or(location, law.location()),
        or(scale, law.scale()),
        or(covariateShift, law.covariateShift()));
  }

  private Arrivals arrivals(Arrivals base) {
    return new Arrivals(
        or(count, base.count()),
        or(start, base.start()),
        or(every, base.every()),
        or(changeAfter, base.changeAfter()));
  }

  private LabelTiming labels(LabelTiming base) {
    return new LabelTiming(
        or(delay, base.delay()), or(never, base.never()), or(informative, base.informative()));
  }

  private static void refuse(boolean given, String problem) {
    if (given) {
      throw new IllegalArgumentException(problem + "; choose another preset");
    }
  }

  private static <T> T or(@Nullable T given, T otherwise) {
    return given == null ? otherwise : given;
  }

  /** Reads laws of delays. */
  static final class DelayConverter implements ITypeConverter<DelayLaw> {
    @Override
    public DelayLaw convert(String text) {
      try {
        return DelayLaw.parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }
}
