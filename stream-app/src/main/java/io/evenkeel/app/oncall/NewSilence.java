package io.evenkeel.app.oncall;

import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.Silence;
import java.time.Instant;
import java.util.UUID;

/** Makes silences in one way, wherever people ask for them. */
public final class NewSilence {
  /**
   * Of a random UUID: long enough to distinguish the silences of a topic, and short enough to type.
   */
  private static final int ID_LENGTH = 8;

  private NewSilence() {}

  /**
   * A silence with an ID of its own, of everything as long as nothing narrows it.
   *
   * @param from wall-clock time
   * @param until when it ends
   */
  public static Silence.Builder of(Instant from, Instant until) {
    return Silence.newBuilder()
        .setSilenceId(UUID.randomUUID().toString().substring(0, ID_LENGTH))
        .setStartsAt(from)
        .setEndsAt(until);
  }

  /**
   * Narrows it to one alert, also when it comes again: to its fingerprint, as comparisons of one
   * champion with several challengers differ in nothing else. The other fields follow from it. They
   * are for people, and for instances of earlier versions, which know no fingerprint of a silence.
   */
  public static void narrow(Silence.Builder silence, Alert alert) {
    silence
        .setModel(alert.getModel())
        .setVersion(alert.getVersion())
        .setSegment(alert.getSegment())
        .setRule(alert.getRule())
        .setFingerprint(alert.getFingerprint());
  }
}
