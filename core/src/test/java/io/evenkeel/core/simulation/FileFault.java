package io.evenkeel.core.simulation;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.recalibration.ClassShift;
import io.evenkeel.core.recalibration.LocationScale;
import io.evenkeel.core.recalibration.Recalibration;
import io.evenkeel.core.recalibration.RecalibrationFamily;
import io.evenkeel.core.recalibration.Temperature;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/**
 * What is wrong with all rows of a file.
 *
 * @param name of the law and what is wrong with it
 * @param single the recalibration of one parameter that puts it right, if one does
 * @param rows the rows of a file, by its seed
 */
record FileFault(
    String name, Optional<SimulatedFault> single, LongFunction<Supplier<Observation>> rows) {

  static FileFault of(SimulatedFault fault) {
    return new FileFault(
        fault.kind() + " " + fault, Optional.of(fault), seed -> fault.stream(seed)::next);
  }

  /** One that no recalibration of the grid puts right. */
  static FileFault of(BlindSpot spot) {
    return new FileFault(spot.name(), Optional.empty(), seed -> spot.from(Lives.random(seed)));
  }

  /** Numbers whose law is moved and spread. */
  static FileFault moved(double shift, double scale) {
    return new FileFault(
        "NORMAL location " + shift + " and scale " + scale,
        Optional.empty(),
        seed ->
            Stream.distorted(Stream.normals(1), Stream.moved(-shift / scale, 1 / scale), seed)
                ::next);
  }

  /** Log-odds of uniform probabilities that are too large by a factor, and off. */
  static FileFault tempered(double temperature, double logOdds) {
    ClassShift shifted = new ClassShift(1, -logOdds);
    Stream.Law uniform =
        random -> {
          double p = random.nextDouble();
          return Categorical.of(1 - p, p);
        };
    return new FileFault(
        "BINARY temperature " + temperature + " and class_log_odds " + logOdds,
        Optional.empty(),
        seed ->
            Stream.distorted(
                    uniform,
                    truth -> Stream.temperature(1 / temperature).apply(shifted.recalibrate(truth)),
                    seed)
                ::next);
  }

  /** Whether the recalibrations of a family put it right, one of them. */
  boolean isMendedBy(RecalibrationFamily family) {
    return single.filter(fault -> fault.parameter() == family.parameter()).isPresent();
  }

  /** The size that a recalibration of one parameter gives it. */
  static double size(Recalibration found) {
    if (found instanceof Temperature temperature) {
      return temperature.temperature();
    }
    if (found instanceof ClassShift shift) {
      return shift.logOdds();
    }
    LocationScale moved = (LocationScale) found;
    return moved.scale() == 1 ? moved.shift() : moved.scale();
  }
}
