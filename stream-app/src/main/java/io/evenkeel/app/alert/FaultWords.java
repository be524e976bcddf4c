package io.evenkeel.app.alert;

import io.evenkeel.core.evidence.Deviation;
import io.evenkeel.core.evidence.Fault;
import io.evenkeel.core.recalibration.Recalibration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is wrong with the probabilities of a model, in words. */
public final class FaultWords {
  private static final Pattern CLASS = Pattern.compile("class (\\d{1,9})");

  private FaultWords() {}

  /**
   * The fault, such as "over-confident: temperature 1.7".
   *
   * @param classes names of the classes, in order of their index; empty if they have none
   */
  public static String of(Fault fault, List<String> classes) {
    String words = fault.deviation().map(FaultWords::of).orElse(fault.otherwise());
    return CLASS.matcher(words).replaceAll(found -> named(found, classes));
  }

  private static String named(MatchResult found, List<String> classes) {
    int index = Integer.parseInt(found.group(1));
    String name = index < classes.size() ? " (" + classes.get(index) + ")" : "";
    return Matcher.quoteReplacement(found.group() + name);
  }

  private static String of(Deviation deviation) {
    Recalibration recalibration = deviation.family().recalibration(deviation.parameter());
    return recalibration.describe() + (deviation.isAtEnd() ? " or beyond" : "");
  }
}
