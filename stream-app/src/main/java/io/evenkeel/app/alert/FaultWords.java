package io.evenkeel.app.alert;

import io.evenkeel.app.config.ClassNames;
import io.evenkeel.core.evidence.Deviation;
import io.evenkeel.core.evidence.Fault;
import io.evenkeel.core.recalibration.Recalibration;

/** What is wrong with the probabilities of a model, in words. */
public final class FaultWords {
  private FaultWords() {}

  /**
   * The fault, such as "over-confident: temperature 1.7".
   *
   * @param classes how to name them
   */
  public static String of(Fault fault, ClassNames classes) {
    return classes.in(fault.deviation().map(FaultWords::of).orElse(fault.otherwise()));
  }

  private static String of(Deviation deviation) {
    Recalibration recalibration = deviation.family().recalibration(deviation.parameter());
    return recalibration.describe() + (deviation.isAtEnd() ? " or beyond" : "");
  }
}
