package io.evenkeel.app.state;

import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.Silence;
import org.jspecify.annotations.Nullable;

/** Which alerts a silence is of. */
public final class SilenceScope {
  private SilenceScope() {}

  /** Whether the silence is one of the alert, while it holds. */
  public static boolean matches(Silence silence, Alert alert) {
    return matches(silence.getModel(), alert.getModel())
        && matches(silence.getVersion(), alert.getVersion())
        && matches(silence.getSegment(), alert.getSegment())
        && matches(silence.getRule(), alert.getRule())
        && matches(silence.getFingerprint(), alert.getFingerprint());
  }

  private static boolean matches(@Nullable String wanted, String actual) {
    return wanted == null || wanted.equals(actual);
  }
}
