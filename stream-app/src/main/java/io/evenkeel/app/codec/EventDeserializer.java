package io.evenkeel.app.codec;

import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.Label;
import io.evenkeel.schemas.Prediction;
import io.evenkeel.schemas.Silence;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Makes valid events of what any Avro deserializer reads.
 *
 * <p>What cannot be read, or is not valid, ends in a {@link RejectedEventException}. A fault that
 * is not the event's, such as a registry that does not answer, is passed on as it came: the event
 * may be good, so it must not go to the dead letters.
 *
 * @param <E> the event
 */
public final class EventDeserializer<E> implements Deserializer<E> {
  private final Deserializer<?> inner;
  private final Function<Object, E> decoder;
  private final int most;

  private EventDeserializer(Deserializer<?> inner, Function<Object, E> decoder, int most) {
    this.inner = inner;
    this.decoder = decoder;
    this.most = most;
  }

  /**
   * The deserializer of what is made of a record.
   *
   * @param inner reads records; configured, and closed with this one
   * @param decoder makes the event of a record, or fails
   */
  public static <E> EventDeserializer<E> of(Deserializer<?> inner, Function<Object, E> decoder) {
    return new EventDeserializer<>(inner, decoder, Integer.MAX_VALUE);
  }

  private static <R extends SpecificRecord, E> EventDeserializer<E> of(
      Deserializer<?> inner, Class<R> type, Function<R, E> decoder) {
    GeneratedRecords<R> records = new GeneratedRecords<>(type);
    return of(inner, value -> decoder.apply(records.of(value)));
  }

  /**
   * The deserializer of predictions.
   *
   * @param inner reads generated or generic Avro records; configured, and closed with this one
   * @param tolerances by name of the model, how far from one the sum of probabilities may be, in
   *     [1e-6, 1e-3]
   * @param privacy what is kept of them
   */
  public static EventDeserializer<PredictionEvent> predictions(
      Deserializer<?> inner, ToDoubleFunction<String> tolerances, Privacy privacy) {
    return of(inner, Prediction.class, record -> privacy.keep(decode(record, tolerances)));
  }

  private static PredictionEvent decode(Prediction record, ToDoubleFunction<String> tolerances) {
    try {
      return PredictionCodec.decode(record, tolerances.applyAsDouble(record.getModel()));
    } catch (RejectedEventException e) {
      throw e.of(record.getModel());
    }
  }

  /**
   * The deserializer of labels.
   *
   * @param inner reads generated or generic Avro records; configured, and closed with this one
   */
  public static EventDeserializer<LabelEvent> labels(Deserializer<?> inner) {
    return of(inner, Label.class, LabelCodec::decode);
  }

  /**
   * The deserializer of silences.
   *
   * @param inner reads generated or generic Avro records; configured, and closed with this one
   */
  public static EventDeserializer<Silence> silences(Deserializer<?> inner) {
    return of(inner, Silence.class, silence -> silence);
  }

  /**
   * The deserializer of alerts.
   *
   * @param inner reads generated or generic Avro records; configured, and closed with this one
   */
  public static EventDeserializer<Alert> alerts(Deserializer<?> inner) {
    return of(inner, Alert.class, alert -> alert);
  }

  /** The deserializer that makes this of what it reads; it may reject. */
  public EventDeserializer<E> then(UnaryOperator<E> change) {
    return new EventDeserializer<>(inner, decoder.andThen(change), most);
  }

  /**
   * The deserializer that rejects larger records unread.
   *
   * @param bytes the most bytes of a record
   */
  public EventDeserializer<E> atMost(int bytes) {
    return new EventDeserializer<>(inner, decoder, bytes);
  }

  @Override
  public void configure(Map<String, ?> properties, boolean isKey) {
    inner.configure(properties, isKey);
  }

  @Override
  public @Nullable E deserialize(String topic, byte @Nullable [] bytes) {
    return deserialize(topic, new RecordHeaders(), bytes);
  }

  /**
   * The event in the bytes, or null without any: such a record may still say something by its
   * headers.
   */
  @Override
  public @Nullable E deserialize(String topic, Headers headers, byte @Nullable [] bytes) {
    if (bytes == null) {
      return null;
    }
    if (bytes.length > most) {
      throw new RejectedEventException(
          Reason.OVER_LIMIT,
          "a record of "
              + bytes.length
              + " bytes is larger than limits.record = "
              + most
              + ": send less in it, or raise the limit");
    }
    try {
      return decoder.apply(inner.deserialize(topic, headers, bytes));
    } catch (RejectedEventException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      if (Surroundings.failed(e)) {
        throw e;
      }
      throw new RejectedEventException(Reason.UNREADABLE, unreadable(topic, e), e);
    }
  }

  private static String unreadable(String topic, Throwable e) {
    String why = e instanceof StackOverflowError ? "it is nested too deep" : e.getMessage();
    return "unreadable record of " + topic + ": " + why;
  }

  @Override
  public void close() {
    inner.close();
  }
}
