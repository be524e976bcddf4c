package io.evenkeel.app.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.evenkeel.app.metrics.Instrument;
import io.evenkeel.app.metrics.Metrics;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class IntakeTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:10:00Z");

  private final Metrics metrics = new Metrics();
  private final Intake intake = new Intake(metrics, Clock.fixed(NOW, ZoneOffset.UTC));

  private JsonNode answer() {
    return intake.answer(new Health(true, true, "RUNNING", 4000));
  }

  @Test
  void countsNothingBeforeTheFirstEvent() {
    JsonNode answer = answer();

    assertThat(answer.get("predictions").longValue()).isZero();
    assertThat(answer.get("seconds_since_event").isNull()).isTrue();
    assertThat(answer.get("dead_letters")).isEmpty();
  }

  @Test
  void addsUpTheEventsOfAllModelsAndTheDeadLettersOfEachReason() {
    metrics.count(Instrument.PREDICTIONS, "a");
    metrics.count(Instrument.PREDICTIONS, "a");
    metrics.count(Instrument.PREDICTIONS, "b");
    metrics.count(Instrument.LABELS, "b");
    metrics.count(Instrument.JOINED, "b");
    metrics.refused("unreadable", "");
    metrics.refused("unreadable", "a");
    metrics.refused("late", "a");

    JsonNode answer = answer();

    assertThat(answer.get("predictions").longValue()).isEqualTo(3);
    assertThat(answer.get("labels").longValue()).isEqualTo(1);
    assertThat(answer.get("joined").longValue()).isEqualTo(1);
    assertThat(answer.get("dead_letters").get("unreadable").longValue()).isEqualTo(2);
    assertThat(answer.get("dead_letters").get("late").longValue()).isEqualTo(1);
    assertThat(answer.get("state").textValue()).isEqualTo("RUNNING");
    assertThat(answer.get("behind").longValue()).isEqualTo(4000);
  }

  @Test
  void saysHowLongAgoTheNewestEventWasReadWhateverItReadsOfItsOwn() {
    double now = NOW.getEpochSecond();
    metrics.set(Instrument.LAST_EVENT, now - 300, "evenkeel.labels");
    metrics.set(Instrument.LAST_EVENT, now - 120, "evenkeel.predictions");
    metrics.set(Instrument.LAST_EVENT, now - 1, "evenkeel-partials-by-series-repartition");

    assertThat(answer().get("seconds_since_event").doubleValue()).isEqualTo(120);
  }
}
