package io.evenkeel.app.status;

import static io.evenkeel.app.status.OutputRecords.alert;
import static io.evenkeel.app.status.OutputRecords.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.codec.RawAvroSerde;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.TopicNames;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.PublishedMap;
import io.evenkeel.schemas.Silence;
import io.evenkeel.schemas.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StatusFeedTest {
  private static final TopicNames TOPICS = AppConfig.of(Map.of()).topics();
  private static final String CHURN = SeriesKey.whole("churn", "").key();
  private static final byte[] ANYTHING = {1};

  private final OutputIndex index = new OutputIndex(OutputRecords.histories(3));
  private final StatusFeed.IndexListener listener = new StatusFeed.IndexListener(TOPICS, index);
  private final StatusFeed.OutputDeserializer deserializer =
      new StatusFeed.OutputDeserializer(TOPICS, events());

  /** Of events without a registry. */
  private static Deserializer<SpecificRecord> events() {
    Map<String, Deserializer<? extends SpecificRecord>> types =
        Map.of(
            TOPICS.verdicts(),
            RawAvroSerde.of(Verdict.class).deserializer(),
            TOPICS.alerts(),
            RawAvroSerde.of(Alert.class).deserializer(),
            TOPICS.recalibrations(),
            RawAvroSerde.of(PublishedMap.class).deserializer(),
            TOPICS.silences(),
            RawAvroSerde.of(Silence.class).deserializer());
    return (topic, bytes) ->
        Objects.requireNonNull(types.get(topic), topic).deserialize(topic, bytes);
  }

  private void send(String topic, String key, byte @Nullable [] bytes) {
    SpecificRecord value = deserializer.deserialize(topic, bytes);
    listener.take(new ConsumerRecord<>(topic, 0, 0, key, value));
  }

  private void judged(String series) {
    send(TOPICS.series(), series, ANYTHING);
  }

  private void verdictOn(String model) {
    Verdict verdict = verdict(model, 0).build();
    byte[] bytes = RawAvroSerde.of(Verdict.class).serializer().serialize("", verdict);
    send(TOPICS.verdicts(), model + "||0", bytes);
  }

  private void alertOf(String model, AlertState state) {
    Alert alert = alert(model, state, 1).build();
    byte[] bytes = RawAvroSerde.of(Alert.class).serializer().serialize("", alert);
    send(TOPICS.alerts(), alert.getFingerprint(), bytes);
  }

  /** Two minutes: what is in doubt in the first round is dropped in the second. */
  private void rounds() {
    listener.caughtUp();
    listener.caughtUp();
  }

  @Test
  void keepsASeriesThatIsJudged() {
    verdictOn("churn");
    judged(CHURN);
    rounds();

    assertThat(index.series(CHURN)).isPresent();
  }

  @Test
  void readsTheMapThatASeriesPublished() {
    PublishedMap map = OutputRecords.map("churn").build();
    byte[] bytes = RawAvroSerde.of(PublishedMap.class).serializer().serialize("", map);
    send(TOPICS.recalibrations(), CHURN, bytes);

    assertThat(index.map(SeriesKey.whole("churn", ""))).contains(map);

    send(TOPICS.recalibrations(), CHURN, null);
    assertThat(index.map(SeriesKey.whole("churn", ""))).as("as after a reset").isEmpty();
  }

  @Test
  void dropsASeriesThatIsForgottenWithItsAlertsThatAreOver() {
    judged(CHURN);
    verdictOn("churn");
    alertOf("churn", AlertState.RESOLVED);
    rounds();
    send(TOPICS.series(), CHURN, null);
    rounds();

    assertThat(index.series()).isEmpty();
    assertThat(index.alerts()).isEmpty();
  }

  /** The topic of verdicts keeps what the topic of series, which is compacted, no longer knows. */
  @Test
  void dropsWhatWasForgottenBeforeItStarted() {
    verdictOn("churn");
    rounds();

    assertThat(index.series()).isEmpty();
  }

  @Test
  void keepsAnOpenAlertOfASeriesThatIsNotJudged() {
    alertOf("churn", AlertState.FIRING);
    rounds();

    assertThat(index.alerts()).hasSize(1);
  }

  @Test
  void knowsASilenceByItsKeyAsAlertsDo() {
    Silence silence =
        Silence.newBuilder()
            .setSilenceId("another")
            .setStartsAt(Instant.EPOCH)
            .setEndsAt(Instant.EPOCH.plus(Duration.ofDays(365_000)))
            .setCreatedBy("me")
            .setComment("")
            .build();
    byte[] bytes = RawAvroSerde.of(Silence.class).serializer().serialize("", silence);
    send(TOPICS.silences(), "s1", bytes);

    Alert silenced = alert("churn", AlertState.FIRING, 1).setSilencedBy("s1").build();
    assertThat(index.silence(silenced)).map(Silence::getSilenceId).contains("s1");

    send(TOPICS.silences(), "s1", null);
    assertThat(index.silence(silenced)).as("ended by hand").isEmpty();
  }

  @Test
  void passesOverARecordThatDeletesAnother() {
    send(TOPICS.verdicts(), "churn||0", null);
    send(TOPICS.profiles(), "churn|", null);
    send(TOPICS.alerts(), "0123", null);
    send(TOPICS.recalibrations(), CHURN, null);

    assertThat(index.series()).isEmpty();
  }
}
