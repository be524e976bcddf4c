package io.evenkeel.app.alert;

import io.evenkeel.core.evidence.Deviation;
import io.evenkeel.core.evidence.Fault;
import io.evenkeel.core.recalibration.ClassShift;
import io.evenkeel.core.recalibration.LocationScale;
import io.evenkeel.core.recalibration.Recalibration;
import io.evenkeel.core.recalibration.Temperature;
import io.evenkeel.core.recalibration.TopClassShift;
import java.util.List;

/** What is wrong with the probabilities of a model, in words. */
public final class FaultWords {
  private FaultWords() {}

  /**
   * The fault, such as "over-confident: temperature 1.7".
   *
   * @param classes names of the classes, in order of their index; empty if they have none
   */
  public static String of(Fault fault, List<String> classes) {
    return fault.deviation().map(deviation -> of(deviation, classes)).orElse(fault.otherwise());
  }

  private static String of(Deviation deviation, List<String> classes) {
    int index = deviation.family().index();
    double parameter = deviation.parameter();
    Recalibration recalibration =
        switch (deviation.family().parameter()) {
          case TEMPERATURE -> new Temperature(parameter);
          case CLASS_LOG_ODDS -> new ClassShift(index, parameter);
          case TOP_CLASS_LOG_ODDS -> new TopClassShift(parameter);
          case LOCATION -> new LocationScale(parameter, 1);
          case SCALE -> new LocationScale(0, parameter);
        };
    String words = recalibration.describe() + (deviation.isAtEnd() ? " or beyond" : "");
    return recalibration instanceof ClassShift && index < classes.size()
        ? words.replace("class " + index + " ", "class " + index + " (" + classes.get(index) + ") ")
        : words;
  }
}
