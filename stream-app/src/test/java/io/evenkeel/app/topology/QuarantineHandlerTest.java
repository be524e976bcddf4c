package io.evenkeel.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.codec.Reason;
import io.evenkeel.app.codec.RejectedEventException;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.metrics.Instrument;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.serde.RegistryException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.errors.DeserializationExceptionHandler.Response;
import org.apache.kafka.streams.errors.DeserializationExceptionHandler.Result;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProductionExceptionHandler;
import org.apache.kafka.streams.errors.ProductionExceptionHandler.SerializationExceptionOrigin;
import org.apache.kafka.streams.errors.internals.DefaultErrorHandlerContext;
import org.apache.kafka.streams.processor.TaskId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class QuarantineHandlerTest {

  private static final byte[] BYTES = {1, 2, 3};

  private static final AppConfig CONFIG = AppConfig.of(Map.of("topics.dead-letters", "dead"));

  private final QuarantineHandler handler = new QuarantineHandler();
  private final Metrics metrics = new Metrics();

  @BeforeEach
  void configure() {
    handler.configure(QuarantineHandler.properties(CONFIG, metrics));
  }

  @Test
  void quarantinesWhatCannotBeReadAndGoesOn() {
    Response response = handle(new RejectedEventException(Reason.UNREADABLE, "no magic byte"));

    assertThat(response.result()).isEqualTo(Result.RESUME);
    assertThat(response.deadLetterQueueRecords())
        .singleElement()
        .satisfies(letter -> assertThat(letter.topic()).isEqualTo("dead"))
        .satisfies(letter -> assertThat(letter.value()).isEqualTo(BYTES));
  }

  @Test
  void stopsRatherThanQuarantineGoodEventsWhileTheRegistryIsAway() {
    Response response = handle(new RegistryException("no answer", null));

    assertThat(response.result()).isEqualTo(Result.FAIL);
    assertThat(response.deadLetterQueueRecords()).isEmpty();
  }

  @Test
  void cutsADeadLetterThatNoTopicWouldTakeAndSaysSo() {
    byte[] large = new byte[1_048_400];

    ProducerRecord<byte[], byte[]> letter =
        handler
            .handleError(
                context("labels"),
                new ConsumerRecord<>("labels", 0, 7, BYTES, large),
                new RejectedEventException(Reason.UNREADABLE, "x".repeat(1_000_000)))
            .deadLetterQueueRecords()
            .get(0);

    assertThat(letter.value()).hasSizeLessThan(RecordSizes.PUBLIC).hasSizeGreaterThan(900_000);
    assertThat(header(letter, CutToFit.VALUE)).isEqualTo("1048400");
    assertThat(header(letter, DeadLetters.MESSAGE)).hasSize(1024);
    assertThat(header(letter, DeadLetters.OFFSET)).isEqualTo("7");
  }

  @Test
  void withholdsPredictionsWherePrivacyIsAskedForButNotLabels() {
    handler.configure(
        QuarantineHandler.properties(AppConfig.of(Map.of("privacy.drop", "patient")), metrics));

    ProducerRecord<byte[], byte[]> prediction = letter(CONFIG.topics().predictions());
    assertThat(prediction.key()).isEqualTo(BYTES);
    assertThat(prediction.value()).isEmpty();
    assertThat(header(prediction, CutToFit.VALUE)).isEqualTo("3");
    assertThat(header(prediction, DeadLetters.OFFSET)).isEqualTo("7");
    assertThat(letter(CONFIG.topics().labels()).value()).isEqualTo(BYTES);
  }

  @Test
  void dropsARecordThatCannotBeWrittenAndCountsIt() {
    var response =
        handler.handleSerializationError(
            context("labels"),
            new ProducerRecord<>("verdicts", "churn", "too large"),
            new SerializationException("too large"),
            SerializationExceptionOrigin.VALUE);

    assertThat(response.result()).isEqualTo(ProductionExceptionHandler.Result.RESUME);
    assertThat(metrics.value(Instrument.DROPPED_RECORDS, "verdicts")).isEqualTo(1);
  }

  @Test
  void stopsRatherThanDropWhileTheRegistryIsAway() {
    var response =
        handler.handleSerializationError(
            context("labels"),
            new ProducerRecord<>("verdicts", "churn", "fine"),
            new RegistryException("no answer", null),
            SerializationExceptionOrigin.VALUE);

    assertThat(response.result()).isEqualTo(ProductionExceptionHandler.Result.FAIL);
  }

  private static String header(ProducerRecord<byte[], byte[]> letter, String name) {
    return new String(letter.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
  }

  private Response handle(Exception exception) {
    return handler.handleError(
        context("labels"), new ConsumerRecord<>("labels", 0, 7, BYTES, BYTES), exception);
  }

  private ProducerRecord<byte[], byte[]> letter(String topic) {
    return handler
        .handleError(
            context(topic),
            new ConsumerRecord<>(topic, 0, 7, BYTES, BYTES),
            new RejectedEventException(Reason.UNREADABLE, "no magic byte"))
        .deadLetterQueueRecords()
        .get(0);
  }

  @SuppressWarnings("NullAway") // outside of a running task there is no processor
  private static ErrorHandlerContext context(String topic) {
    return new DefaultErrorHandlerContext(
        null, topic, 0, 7, new RecordHeaders(), "read", new TaskId(0, 0), 0, BYTES, BYTES);
  }
}
