package io.evenkeel.app.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.check.CheckReport.Delays;
import io.evenkeel.app.check.CheckReport.ModelJoin;
import io.evenkeel.app.check.CheckReport.Offence;
import io.evenkeel.app.check.ReadRange.Span;
import io.evenkeel.app.codec.LabelCodec;
import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionCodec;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.observe.EventChecks;
import io.evenkeel.app.serde.AvroDeserializer;
import io.evenkeel.app.serde.AvroSerializer;
import io.evenkeel.core.prediction.Categorical;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Deserializer;
import org.junit.jupiter.api.Test;

class EventCheckTest {
  private static final Instant NOW = Instant.parse("2026-03-01T00:00:00Z");
  private static final long T0 = NOW.minusSeconds(4 * 3600).toEpochMilli();
  private static final Map<String, String> REGISTRY =
      Map.of("schema.registry.url", "mock://event-check");

  private final AppConfig config =
      AppConfig.of(Map.of("monitor.early-label-wait", "1h", "models.churn.labels.wait", "1h"));
  private final AvroSerializer serializer = new AvroSerializer();
  private final EventCheck check;
  private long offset;

  EventCheckTest() {
    serializer.configure(REGISTRY, false);
    check = new EventCheck(config, EventCheckTest::deserializer, NOW, 2);
  }

  private static Deserializer<?> deserializer() {
    AvroDeserializer deserializer = new AvroDeserializer();
    deserializer.configure(REGISTRY, false);
    return deserializer;
  }

  @Test
  void tellsHowLabelsMeetPredictions() {
    for (int i = 0; i < 20; i++) {
      predict("id-" + i, 0, T0 + Math.max(0, i - 9));
    }
    for (int i = 0; i < 10; i++) {
      label("id-" + i, 1000L * (i + 1), 0, 0);
    }
    label("id-0", 60_000, 1, 0);

    ModelJoin join = check.report(List.of()).models().get(0);

    assertThat(join)
        .isEqualTo(
            new ModelJoin(
                "churn", 20, T0, T0 + 10, 10, 1, new Delays(1000, 5000, 9000, 10_000, 10_000)));
    assertThat(join.coverage()).isEqualTo(0.5);
  }

  @Test
  void namesLabelsThatCanNeverMeetTheirPrediction() {
    predict("a", 2);
    label("a", 1000, 0, 1);

    Offence offence = check.report(List.of()).offences().get(0);

    assertThat(offence.reason()).isEqualTo("unmatched_label");
    assertThat(offence.remedy()).contains("partitioner");
    assertThat(offence.first().get(0).message())
        .contains("label of a is in partition 1", "prediction in partition 2");
  }

  @Test
  void keepsTheFirstOffendersAndCountsAll() {
    for (int i = 0; i < 5; i++) {
      label("nobody-" + i, 1000, 0, 0);
    }

    Offence offence = check.report(List.of()).offences().get(0);

    assertThat(offence.count()).isEqualTo(5);
    assertThat(offence.first()).extracting("offset").containsExactly(0L, 1L);
  }

  @Test
  void takesLabelsOfPredictionsOutsideOfTheRangeForNoOffence() {
    check.label(label("a", 1000, 0, T0, 0), Map.of(0, new Span(3, 8, 0, 9, 1)));

    CheckReport report = check.report(List.of(new Span(3, 8, 0, 9, 1)));

    assertThat(report.passed()).isTrue();
    assertThat(report.unmatched()).isEqualTo(1);
    StringWriter text = new StringWriter();
    new CheckText(new PrintWriter(text)).print(report);
    assertThat(text.toString())
        .contains(
            "1 record was not read, as there are more than --max",
            "All events that were read can be used. Raise --max to read the others.");
  }

  @Test
  void takesYoungLabelsWithoutPredictionForEarlyOnes() {
    check.label(label("a", 1000, 0, NOW.minusSeconds(60).toEpochMilli(), 0), Map.of());

    assertThat(check.report(List.of()).offences()).isEmpty();
    assertThat(check.report(List.of()).unmatched()).isEqualTo(1);
  }

  @Test
  void takesLabelsOfPredictionsThatRetentionHasDeletedForNoOffence() {
    Map<Integer, Span> kept = Map.of(0, Span.from(3, 3, 4), 1, Span.from(0, 0, 0));
    predict("kept", 0);
    long awaited = EventChecks.awaitedUntil(T0, config.model("churn")) - T0;

    check.label(label("deleted", 1000, 0, T0, 0), kept);
    check.label(label("deleted-and-late", awaited, 0, T0, 0), kept);
    assertThat(check.report(List.of()).passed()).isTrue();
    assertThat(check.report(List.copyOf(kept.values())).unmatched()).isEqualTo(2);
    assertThat(text(List.copyOf(kept.values())))
        .contains("no prediction was read for 2 labels: it has been deleted, or may still come");

    check.label(label("too-late", awaited + 1, 0, T0, 0), kept);
    check.label(label("nothing-was-deleted-here", 1000, 0, T0, 1), kept);
    assertThat(check.report(List.of()).offences().get(0).first())
        .extracting("key")
        .containsExactly("too-late", "nothing-was-deleted-here");
  }

  @Test
  void takesEachLabelOfAPartitionThatIsEmptiedForOneOfADeletedPrediction() {
    check.label(label("deleted", 1000, 0, T0, 0), Map.of(0, Span.from(9, 9, 9)));

    assertThat(check.report(List.of()).passed()).isTrue();
  }

  @Test
  void doesNotPassWithoutEvents() {
    assertThat(check.report(List.of()).passed()).isFalse();
    assertThat(text()).contains("There are no events to check.");
  }

  @Test
  void printsWhatIsWrongWhereAndWhatToDo() {
    predict("a", 0);
    predict("b", 0);
    label("a", -5000, 0, 0);
    label("b", 9_000_000, 0, 0);

    assertThat(text())
        .contains(
            "evenkeel.labels: 2 events, 1 rejected, 0 repeated, 0 heartbeats",
            "late_label in evenkeel.labels: 1 event",
            "  what to do: set labels.wait",
            "  partition 0, offset 3, key b: the label became known at 2026-02-28T22:30:00Z",
            "model churn: 2 predictions, 50.0 % of them labelled, 0 corrections",
            "known up to 5s before their prediction was made");
  }

  /** As where the version holds a request id, and little is read of each of many partitions. */
  @Test
  void countsTheVersionsOfAllPartitionsTogether() {
    for (int i = 0; i < 1000; i++) {
      predict("id-" + i, i % 12, T0, "request-" + i);
    }

    Offence offence = check.report(List.of()).offences().get(0);

    assertThat(offence.reason()).isEqualTo("over_limit");
    assertThat(offence.count()).isEqualTo(800);
    assertThat(offence.first().get(0).message())
        .startsWith("there are 200 versions of the model already, limits.versions is 200");
  }

  @Test
  void doesNotCountVersionsThatAreForgotten() {
    for (int i = 0; i < 250; i++) {
      predict("id-" + i, 0, T0 - Duration.ofDays(250 - i).toMillis(), "of-day-" + i);
    }

    assertThat(check.report(List.of()).passed()).isTrue();
  }

  private String text() {
    return text(List.of());
  }

  private String text(List<Span> read) {
    StringWriter text = new StringWriter();
    new CheckText(new PrintWriter(text)).print(check.report(read));
    return text.toString();
  }

  private void predict(String id, int partition) {
    predict(id, partition, T0);
  }

  private void predict(String id, int partition, long madeAt) {
    predict(id, partition, madeAt, "");
  }

  private void predict(String id, int partition, long madeAt, String version) {
    PredictionEvent event =
        new PredictionEvent(
            id, "churn", version, madeAt, Map.of(), Map.of(), Categorical.of(0.4, 0.6));
    byte[] value = serializer.serialize("evenkeel.predictions", PredictionCodec.encode(event));
    check.prediction(new ConsumerRecord<>("evenkeel.predictions", partition, offset++, id, value));
  }

  private void label(String id, long delay, int revision, int partition) {
    check.label(label(id, delay, revision, T0, partition), Map.of());
  }

  private ConsumerRecord<String, byte[]> label(
      String id, long delay, int revision, long arrived, int partition) {
    LabelEvent event = new LabelEvent(id, T0 + delay, revision, new RawTarget.Index(revision));
    byte[] value = serializer.serialize("evenkeel.labels", LabelCodec.encode(event));
    return new ConsumerRecord<>(
        "evenkeel.labels",
        partition,
        offset++,
        arrived,
        TimestampType.LOG_APPEND_TIME,
        id.length(),
        -1,
        id,
        value,
        new RecordHeaders(),
        Optional.empty());
  }
}
