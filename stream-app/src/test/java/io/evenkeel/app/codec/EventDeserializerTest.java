package io.evenkeel.app.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.schemas.Distribution;
import io.evenkeel.schemas.Label;
import io.evenkeel.schemas.Prediction;
import java.io.CharConversionException;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import java.nio.BufferUnderflowException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLException;
import org.apache.avro.InvalidNumberEncodingException;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.Deserializer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EventDeserializerTest {

  private static final byte[] ANY = {1};

  private static final PredictionEvent EVENT =
      new PredictionEvent(
          "id-1", "churn", "", 7, Map.of(), Map.of("age", 41.0), Categorical.of(0.25, 0.75));

  @Test
  void takesGeneratedRecords() {
    assertThat(predictions(PredictionCodec.encode(EVENT))).isEqualTo(EVENT);
  }

  @Test
  void takesGenericRecordsOfTheSameSchema() {
    Prediction record = PredictionCodec.encode(EVENT);
    GenericRecord generic = new GenericData.Record(Prediction.SCHEMA$);
    Prediction.SCHEMA$.getFields().forEach(f -> generic.put(f.pos(), record.get(f.pos())));
    generic.put("made_at", 7L);

    assertThat(predictions(generic)).isEqualTo(EVENT);
  }

  @Test
  void takesGenericRecordsOfAnotherWritersSchema() {
    Schema written =
        SchemaBuilder.record("Outcome")
            .namespace("com.example")
            .fields()
            .requiredLong("known_at")
            .optionalString("remark")
            .requiredString("prediction_id")
            .requiredInt("target")
            .endRecord();
    GenericRecord record =
        new GenericRecordBuilder(written)
            .set("known_at", 9L)
            .set("remark", "none")
            .set("prediction_id", "id-1")
            .set("target", 1)
            .build();

    assertThat(labels(record)).isEqualTo(new LabelEvent("id-1", 9, 0, new RawTarget.Index(1)));
  }

  /** As of writers that let every field be left out. */
  @Test
  void takesATimeThatAnotherWritersSchemaMayLeaveOut() {
    Schema time = LogicalTypes.timestampMillis().addToSchema(Schema.create(Schema.Type.LONG));
    Schema written =
        SchemaBuilder.record("Outcome")
            .fields()
            .name("known_at")
            .type(Schema.createUnion(Schema.create(Schema.Type.NULL), time))
            .noDefault()
            .optionalString("prediction_id")
            .optionalInt("target")
            .endRecord();
    GenericRecordBuilder record =
        new GenericRecordBuilder(written).set("prediction_id", "id-1").set("target", 1);
    LabelEvent expected = new LabelEvent("id-1", 9, 0, new RawTarget.Index(1));

    assertThat(labels(record.set("known_at", 9L).build())).isEqualTo(expected);
    assertThat(labels(record.set("known_at", Instant.ofEpochMilli(9)).build())).isEqualTo(expected);
    assertRejected(
        () -> labels(record.set("known_at", null).build()),
        Reason.UNREADABLE,
        "io.evenkeel.schemas.Label");
  }

  @Test
  void keepsNothingAsNothing() {
    assertThat(
            EventDeserializer.labels((topic, bytes) -> "unread")
                .deserialize("labels", (byte[]) null))
        .isNull();
  }

  @Test
  void rejectsWhatIsNoRecordOfTheKind() {
    assertRejected(() -> labels("text"), Reason.UNREADABLE, "java.lang.String");
    assertRejected(
        () -> labels(PredictionCodec.encode(EVENT)), Reason.UNREADABLE, "missing required field");
  }

  @Test
  void rejectsWhatIsNotValid() {
    Prediction withoutDistribution = PredictionCodec.encode(EVENT);
    withoutDistribution.put("distribution", Distribution.newBuilder().build());

    assertRejected(
        () -> predictions(withoutDistribution), Reason.INVALID_DISTRIBUTION, "distribution");
    assertRejected(
        () -> labels(new Label("", Instant.EPOCH, 0, 1)), Reason.INVALID_LABEL, "prediction_id");
  }

  @ParameterizedTest
  @MethodSource("faultsOfEvents")
  void rejectsEventsThatCannotBeRead(RuntimeException fault) {
    assertRejected(() -> labels(fault), Reason.UNREADABLE, "unreadable record of labels");
  }

  static List<RuntimeException> faultsOfEvents() {
    return List.of(
        new SerializationException("unknown magic byte"),
        new SerializationException("torn", new EOFException()),
        new SerializationException("torn", new InvalidNumberEncodingException("Invalid int")),
        new UncheckedIOException(new CharConversionException("unpaired surrogate")),
        new SerializationException("odd", new SecurityException("java.lang.Runtime not trusted")),
        new SerializationException("no schema", new Exception("not found; error code: 40403")),
        new BufferUnderflowException(),
        new ArrayIndexOutOfBoundsException(7));
  }

  @ParameterizedTest
  @MethodSource("otherFaults")
  void passesOnFaultsThatAreNotTheEvents(RuntimeException fault) {
    assertThatThrownBy(() -> labels(fault)).isSameAs(fault);
  }

  static List<RuntimeException> otherFaults() {
    return List.of(
        new SerializationException("no schema", new ConnectException("refused")),
        new SerializationException("no schema", new IOException("Server returned HTTP 503")),
        new SerializationException("no schema", new SSLException("handshake")),
        new IllegalStateException(new HttpTimeoutException("registry")),
        new UncheckedIOException(new ConnectException("refused")),
        new TimeoutException("registry"),
        new ConfigException("registry"));
  }

  @Test
  void rejectsWhatIsNestedTooDeep() {
    EventDeserializer<LabelEvent> labels =
        EventDeserializer.labels(
            (topic, bytes) -> {
              throw new StackOverflowError();
            });

    assertRejected(() -> labels.deserialize("labels", ANY), Reason.UNREADABLE, "nested too deep");
  }

  private static @Nullable PredictionEvent predictions(Object read) {
    return EventDeserializer.predictions(
            giving(read), model -> Categorical.DEFAULT_TOLERANCE, Privacy.NONE)
        .deserialize("predictions", ANY);
  }

  private static @Nullable LabelEvent labels(Object read) {
    return EventDeserializer.labels(giving(read)).deserialize("labels", ANY);
  }

  private static Deserializer<Object> giving(Object read) {
    return (topic, bytes) -> {
      if (read instanceof RuntimeException fault) {
        throw fault;
      }
      return read;
    };
  }

  private static void assertRejected(ThrowingCallable read, Reason reason, String... words) {
    assertThatExceptionOfType(RejectedEventException.class)
        .isThrownBy(read)
        .withMessageContainingAll(words)
        .extracting(RejectedEventException::reason)
        .isEqualTo(reason);
  }
}
