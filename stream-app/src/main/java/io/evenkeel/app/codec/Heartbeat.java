package io.evenkeel.app.codec;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Word from a producer that the event time of a model has reached an instant in one partition, so
 * that windows close where no further event will come.
 *
 * <p>On the wire it is a record without a value whose key is the model's name and whose header
 * {@value #HEADER} is the instant in ISO-8601, such as {@code 2026-11-20T13:00:00Z}. A producer
 * that ends sends one to every partition of the predictions and of the labels topic.
 *
 * @param model name of the model, as in its predictions
 * @param reached no event of the model made or known before this instant will follow
 */
public record Heartbeat(String model, Instant reached) {

  /** The header that makes a record a heartbeat. */
  public static final String HEADER = "evenkeel-heartbeat";

  /**
   * The heartbeat that a record carries; empty when it has no such header.
   *
   * @throws IllegalArgumentException when the header holds no instant or the record has no key
   */
  public static Optional<Heartbeat> read(@Nullable String key, Headers headers) {
    Header header = headers.lastHeader(HEADER);
    if (header == null) {
      return Optional.empty();
    }
    if (key == null || key.isEmpty()) {
      throw new IllegalArgumentException(
          "a record with the header " + HEADER + " must have the name of a model as its key");
    }
    return Optional.of(new Heartbeat(key, instant(header)));
  }

  private static Instant instant(Header header) {
    String text = header.value() == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
    try {
      return Instant.ofEpochMilli(Instant.parse(text).toEpochMilli());
    } catch (DateTimeException | ArithmeticException e) {
      throw new IllegalArgumentException(
          "the header " + HEADER + " must hold an ISO instant, got '" + text + "'", e);
    }
  }

  /**
   * The record that carries this heartbeat to one partition. Its timestamp is left to the producer:
   * the instant may lie in the future, where brokers refuse timestamps.
   */
  public <V extends @Nullable Object> ProducerRecord<String, V> toRecord(
      String topic, int partition) {
    ProducerRecord<String, V> record = new ProducerRecord<>(topic, partition, model, null);
    record.headers().add(HEADER, reached.toString().getBytes(StandardCharsets.UTF_8));
    return record;
  }

  /** Checks that there is a model. */
  public Heartbeat {
    Objects.requireNonNull(reached, "reached");
    if (model.isEmpty()) {
      throw new IllegalArgumentException("a heartbeat must name its model");
    }
  }
}
