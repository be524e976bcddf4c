package io.evenkeel.app.config;

import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.Tolerance;

/**
 * The miscalibration that raises no alert, as a user gives it: {@code 0.02}, the parameter ε of
 * recalibrations, or {@code 0.001 nats}, what recalibration would save per label.
 *
 * @param size ε or nats, in [0, 1]
 * @param isInNats what the size is
 */
public record TolerableError(double size, boolean isInNats) {
  private static final String NATS = "nats";

  static final SettingType<TolerableError> TYPE =
      new SettingType<>(
          "number",
          "a number, or a number of nats such as 0.001 nats",
          TolerableError::parse,
          TolerableError::toString);

  static final Range<TolerableError> RANGE =
      new Range<>(
          error -> error.size >= 0 && error.size <= 1, "between 0 and 1, or so many `nats`");

  /** So far from calibration in the parameter of a recalibration. */
  public static TolerableError of(double epsilon) {
    return new TolerableError(epsilon, false);
  }

  /**
   * What a text says.
   *
   * @param name of the option whose text it is
   * @throws ConfigException if it cannot be read or is not allowed
   */
  public static TolerableError parse(String name, String text) {
    return new Setting<>(name, TYPE, of(0.02), RANGE, "").parse(text);
  }

  private static TolerableError parse(String text) {
    boolean isInNats = text.endsWith(NATS);
    String number = isInNats ? text.substring(0, text.length() - NATS.length()) : text;
    return new TolerableError(Double.parseDouble(number.strip()), isInNats);
  }

  /** As a user writes it. */
  @Override
  public String toString() {
    return size + (isInNats ? " " + NATS : "");
  }

  /** The parameter ε that it is for predictions of targets in the given space. */
  public double epsilon(TargetSpace space) {
    return isInNats ? Tolerance.epsilonOf(size, space) : size;
  }

  /** What a recalibration within it saves per label at most, in nats. */
  public double nats(TargetSpace space) {
    return isInNats ? size : Tolerance.natsOf(size, space);
  }

  /** What is tolerable of predictions of targets in the given space. */
  public Tolerance of(TargetSpace space) {
    return Tolerance.within(epsilon(space));
  }
}
