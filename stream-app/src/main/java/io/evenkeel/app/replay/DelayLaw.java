package io.evenkeel.app.replay;

import com.fasterxml.jackson.annotation.JsonCreator;
import io.evenkeel.app.config.Durations;
import java.time.Duration;
import java.util.Locale;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.InverseTransformParetoSampler;
import org.apache.commons.rng.sampling.distribution.LogNormalSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/**
 * How long labels take.
 *
 * @param kind the family
 * @param scale its scale; not negative for a fixed delay, else positive
 * @param shape its shape, positive; without meaning for families that have none
 */
public record DelayLaw(Kind kind, Duration scale, double shape) {
  private static final Pattern FORM =
      Pattern.compile("(exponential|lognormal|pareto)\\(\\s*(\\w+)\\s*(?:,\\s*([0-9.]+)\\s*)?\\)");

  /** Longer delays are cut here, so that the heaviest tail still yields a date. */
  private static final double LONGEST_MILLIS = Duration.ofDays(36_525).toMillis();

  /** The families of delays. */
  public enum Kind {
    /** Always the scale. */
    FIXED,
    /** Exponential; the scale is the mean. */
    EXPONENTIAL,
    /** Log-normal; the scale is the median, the shape the standard deviation of the logarithm. */
    LOGNORMAL,
    /** Pareto, P(delay &gt; t) = (scale / t)^shape; the scale is the shortest delay. */
    PARETO;

    /** Whether the family has a shape beside its scale. */
    public boolean hasShape() {
      return this == LOGNORMAL || this == PARETO;
    }
  }

  /** Checks scale and shape. */
  public DelayLaw {
    if (scale.isNegative() || (scale.isZero() && kind != Kind.FIXED)) {
      throw new IllegalArgumentException("the scale of a delay must be positive, got " + scale);
    }
    if (kind.hasShape() && !(shape > 0 && shape < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("the shape of a delay must be positive, got " + shape);
    }
  }

  /**
   * The law that the text stands for: a duration such as {@code 12h} (fixed), {@code
   * exponential(1d)} with the mean, {@code lognormal(1d, 1.5)} with median and shape, or {@code
   * pareto(1h, 1.2)} with the shortest delay and shape.
   *
   * @throws IllegalArgumentException if it has another form
   */
  @JsonCreator
  public static DelayLaw parse(String text) {
    Matcher form = FORM.matcher(text.strip());
    if (!form.matches()) {
      return fixed(Durations.parse(text));
    }
    Kind kind = Kind.valueOf(form.group(1).toUpperCase(Locale.ROOT));
    String shape = form.group(3);
    if (kind.hasShape() != (shape != null)) {
      throw new IllegalArgumentException(
          "'" + text + "': " + form.group(1) + (shape == null ? " needs a" : " has no") + " shape");
    }
    return new DelayLaw(
        kind, Durations.parse(form.group(2)), shape == null ? 1 : Double.parseDouble(shape));
  }

  /** Always the same delay. */
  public static DelayLaw fixed(Duration delay) {
    return new DelayLaw(Kind.FIXED, delay, 1);
  }

  /** Independent delays of this law, in whole milliseconds, at most a century. */
  public Supplier<Duration> sampler(UniformRandomProvider random) {
    DoubleSupplier millis = millis(random);
    return () -> Duration.ofMillis(Math.round(Math.min(millis.getAsDouble(), LONGEST_MILLIS)));
  }

  private DoubleSupplier millis(UniformRandomProvider random) {
    double scaleMillis = scale.toMillis();
    return switch (kind) {
      case FIXED -> () -> scaleMillis;
      case EXPONENTIAL -> ZigguratSampler.Exponential.of(random, scaleMillis)::sample;
      case LOGNORMAL ->
          LogNormalSampler.of(
                  ZigguratSampler.NormalizedGaussian.of(random), Math.log(scaleMillis), shape)
              ::sample;
      case PARETO -> InverseTransformParetoSampler.of(random, scaleMillis, shape)::sample;
    };
  }
}
