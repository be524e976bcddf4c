package io.evenkeel.app.topology;

import io.evenkeel.app.codec.EventDeserializer;
import io.evenkeel.app.codec.RawAvroSerde;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.RequestSize;
import io.evenkeel.app.observe.Readers;
import io.evenkeel.app.observe.Unreadable;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.Silence;
import io.evenkeel.schemas.internal.ActiveSeries;
import io.evenkeel.schemas.internal.Profile;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;

/**
 * All topics, each with the one way to read and write it.
 *
 * @param predictions prediction events, read only
 * @param labels label events, read only
 * @param profiles newest profiles, internal
 * @param series series that are being judged, internal
 * @param verdicts verdicts
 * @param metrics their numbers, flat
 * @param alerts alerts
 * @param recalibrations maps that recalibrate and are proved to pay
 * @param silences silences of alerts, read only
 * @param openAlerts the same topic as alerts, to be read
 * @param deadLetters what could not be used
 * @param records serde of the public records
 */
public record Topics(
    Topic<String, Object> predictions,
    Topic<String, Object> labels,
    Topic<String, Profile> profiles,
    Topic<String, ActiveSeries> series,
    Topic<String, SpecificRecord> verdicts,
    Topic<String, SpecificRecord> metrics,
    Topic<String, SpecificRecord> alerts,
    Topic<String, SpecificRecord> recalibrations,
    Topic<String, Silence> silences,
    Topic<String, Alert> openAlerts,
    Topic<String, byte[]> deadLetters,
    Serde<SpecificRecord> records) {

  /**
   * The topics of the configuration.
   *
   * @param serializer writes the public records
   * @param deserializers makes readers of the public records, one per topic
   */
  public static Topics of(
      AppConfig config,
      Serializer<? super SpecificRecord> serializer,
      Supplier<? extends Deserializer<?>> deserializers) {
    Serde<SpecificRecord> records = RecordSizes.atMost(RecordSizes.PUBLIC, writeOnly(serializer));
    var names = config.topics();
    return new Topics(
        new Topic<>(
            names.predictions(),
            Serdes.String(),
            readOnly(Unreadable.instead(Readers.predictions(config, deserializers.get())))),
        new Topic<>(
            names.labels(),
            Serdes.String(),
            readOnly(
                Unreadable.instead(
                    EventDeserializer.labels(deserializers.get())
                        .atMost(config.limits().record())))),
        new Topic<>(names.profiles(), Serdes.String(), profiles(config)),
        new Topic<>(
            names.series(),
            Serdes.String(),
            RecordSizes.atMost(RecordSizes.PUBLIC, lenient(RawAvroSerde.of(ActiveSeries.class)))),
        new Topic<>(names.verdicts(), Serdes.String(), records),
        new Topic<>(names.metrics(), Serdes.String(), records),
        new Topic<>(names.alerts(), Serdes.String(), records),
        new Topic<>(names.recalibrations(), Serdes.String(), records),
        new Topic<>(
            names.silences(),
            Serdes.String(),
            readOnly(new LenientDeserializer<>(EventDeserializer.silences(deserializers.get())))),
        new Topic<>(
            names.alerts(),
            Serdes.String(),
            readOnly(new LenientDeserializer<>(EventDeserializer.alerts(deserializers.get())))),
        new Topic<>(
            names.deadLetters(),
            Serdes.String(),
            RecordSizes.atMost(RecordSizes.deadLetter(config.kafka()), Serdes.ByteArray())),
        records);
  }

  private static Serde<Profile> profiles(AppConfig config) {
    return RecordSizes.atMost(
        RequestSize.value(config.kafka()), lenient(RawAvroSerde.of(Profile.class)));
  }

  /** The serde, but that what cannot be read is nothing. */
  static <T> Serde<T> lenient(Serde<T> strict) {
    return Serdes.serdeFrom(strict.serializer(), new LenientDeserializer<>(strict.deserializer()));
  }

  /** The serde of a topic that is only read. */
  static <E> Serde<E> readOnly(Deserializer<E> events) {
    return Serdes.serdeFrom(
        (topic, event) -> {
          throw new UnsupportedOperationException("the application does not write to " + topic);
        },
        events);
  }

  /** The serde of topics that are only written. */
  private static Serde<SpecificRecord> writeOnly(Serializer<? super SpecificRecord> serializer) {
    return Serdes.serdeFrom(
        new Serializer<SpecificRecord>() {
          @Override
          public byte[] serialize(String topic, SpecificRecord record) {
            return serializer.serialize(topic, record);
          }

          @Override
          public byte[] serialize(String topic, Headers headers, SpecificRecord record) {
            return serializer.serialize(topic, headers, record);
          }

          @Override
          public void close() {
            serializer.close();
          }
        },
        (topic, bytes) -> {
          throw new UnsupportedOperationException("the application does not read " + topic);
        });
  }
}
