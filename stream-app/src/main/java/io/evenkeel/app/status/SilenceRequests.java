package io.evenkeel.app.status;

import io.evenkeel.app.follow.AbsentException;
import io.evenkeel.app.oncall.NewSilence;
import io.evenkeel.app.oncall.SilenceWriter;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.Silence;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.apache.kafka.common.errors.AuthorizationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Silences that people begin and end from the status page. They are written to the topic alone: the
 * page shows them when the application has read them from there.
 *
 * @param index knows the alerts
 * @param writer writes the topic
 * @param clock when silences begin
 */
record SilenceRequests(OutputIndex index, SilenceWriter writer, InstantSource clock) {
  private static final Logger LOGGER = LoggerFactory.getLogger(SilenceRequests.class);

  /**
   * Begins a silence.
   *
   * @param body what to silence and how, as {@link SilenceForm} reads it
   */
  HttpResponse begin(byte[] body) {
    Instant now = clock.instant();
    SilenceForm form;
    try {
      form = SilenceForm.of(body, now);
    } catch (IllegalArgumentException e) {
      return HttpResponse.error(
          400, String.valueOf(e.getMessage()), "see the API in stream-app/README.md");
    }
    Optional<Alert> alert = index.alert(form.alert()).map(AlertHistory::newest);
    if (alert.isEmpty()) {
      return HttpResponse.error(
          404, "no such alert", "see /api/alerts for the fingerprints of those that are known");
    }
    if (!OutputIndex.isAlive(alert.get())) {
      return HttpResponse.error(409, "the alert is over", "silence one that is open");
    }
    Silence.Builder silence =
        NewSilence.of(now, form.end()).setCreatedBy(form.by()).setComment(form.comment());
    NewSilence.narrow(silence, alert.get());
    return begin(silence.build(), now);
  }

  private HttpResponse begin(Silence silence, Instant now) {
    try {
      writer.begin(silence, now);
    } catch (RuntimeException e) {
      return failure(e);
    }
    // Without the texts, which anybody who has the token chooses.
    LOGGER.info("event=silence-begun id={} until={}", silence.getSilenceId(), silence.getEndsAt());
    return HttpResponse.json(201, Json.of(silence));
  }

  /**
   * Ends a silence, no matter who began it.
   *
   * @param id of the silence
   */
  HttpResponse end(String id) {
    try {
      writer.end(id, clock.instant());
    } catch (AbsentException e) {
      return HttpResponse.error(
          404, "no silence that holds has this ID", "see silenced_by of /api/alerts");
    } catch (RuntimeException e) {
      return failure(e);
    }
    LOGGER.info("event=silence-ended id={}", id);
    return HttpResponse.json(Json.object().put("ended", id));
  }

  private static HttpResponse failure(RuntimeException e) {
    LOGGER.warn("event=silence-failed", e);
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof AuthorizationException) {
        return HttpResponse.error(
            502,
            "the brokers do not let this application write silences",
            "give its user the rights that 'evenkeel describe acls run' prints with the settings of"
                + " this application, or use 'evenkeel silence'");
      }
    }
    return HttpResponse.error(
        503,
        "the silence could not be written",
        "try again; the log of this application says what is wrong, and 'evenkeel silence' does the"
            + " same");
  }
}
