package io.evenkeel.local.demo;

import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import java.util.stream.Collectors;
import org.apache.commons.text.WordUtils;

/** An alert as the person on call reads it. */
final class AlertText {
  private static final int WIDTH = 90;
  private static final String INDENT = " ".repeat(10);

  private AlertText() {}

  /** Its state, its summary and its description, with picocli's markup for the state. */
  static String of(Alert alert) {
    String state = alert.getState().name();
    return "@|bold,"
        + colour(alert.getState())
        + " "
        + state
        + "|@"
        + INDENT.substring(state.length())
        + wrapped(alert.getSummary())
        + "\n"
        + INDENT
        + wrapped(alert.getDescription());
  }

  private static String colour(AlertState state) {
    return switch (state) {
      case FIRING -> "red";
      case RESOLVED -> "green";
      case PENDING, NO_DATA, UNKNOWN -> "yellow";
    };
  }

  private static String wrapped(String text) {
    return text.lines()
        .map(line -> WordUtils.wrap(line, WIDTH, "\n" + INDENT, false))
        .collect(Collectors.joining("\n" + INDENT));
  }
}
