package io.evenkeel.app.topology;

import io.evenkeel.app.codec.PredictionCodec;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.PredictionRecords.Received;
import io.evenkeel.app.codec.Privacy;
import io.evenkeel.app.codec.RejectedEventException;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.RequestSize;
import io.evenkeel.app.observe.Readers;
import io.evenkeel.app.recalibrate.LearnedMap;
import io.evenkeel.app.state.StoreNames;
import io.evenkeel.schemas.Distribution;
import io.evenkeel.schemas.Prediction;
import java.util.Map;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.FixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorContext;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does for one task what {@link Recalibrator} says: mutable, for one thread. */
final class RecalibrationProcessor<K> implements FixedKeyProcessor<K, byte[], byte[]> {
  private static final Logger LOGGER = LoggerFactory.getLogger(RecalibrationProcessor.class);

  private final String topic;
  private final AppConfig config;
  private final String suffix;
  private final Map<String, LearnedMap> given;
  private final PredictionForm form;
  private final Privacy privacy;
  private boolean isCircleKnown;

  @SuppressWarnings("NullAway.Init")
  private FixedKeyProcessorContext<K, byte[]> context;

  @SuppressWarnings("NullAway.Init")
  private MapsInForce maps;

  RecalibrationProcessor(
      String topic,
      AppConfig config,
      String suffix,
      Map<String, LearnedMap> given,
      PredictionForm form) {
    this.topic = topic;
    this.config = config;
    this.suffix = suffix;
    this.given = given;
    this.form = form;
    this.privacy = Readers.privacy(config);
  }

  @Override
  public void init(FixedKeyProcessorContext<K, byte[]> context) {
    this.context = context;
    this.maps = new MapsInForce(context.getStateStore(StoreNames.MAPS), given);
  }

  @Override
  public void process(FixedKeyRecord<K, byte[]> record) {
    if (record.headers().lastHeader(Recalibrator.MAP) != null) {
      warnOfCircle();
      return;
    }
    long size = size(record);
    if (size > RequestSize.value(config.kafka())) {
      context.recordMetadata().ifPresent(place -> warnOfSize(place, size));
      return;
    }
    Headers headers = new RecordHeaders(record.headers());
    headers.remove(Recalibrator.DECIDED);
    headers.remove(Recalibrator.WORDS);
    byte[] value = recalibrated(record.value(), headers);
    context.forward(record.withHeaders(headers).withValue(value));
  }

  /** About how many bytes it takes of a request, if its key is of bytes. */
  private static long size(FixedKeyRecord<?, byte[]> record) {
    long size = record.key() instanceof byte[] key ? key.length : 0;
    size += record.value() == null ? 0 : record.value().length;
    for (Header header : record.headers()) {
      size += header.key().length() + (header.value() == null ? 0 : header.value().length);
    }
    return size;
  }

  private void warnOfSize(RecordMetadata place, long size) {
    LOGGER.warn(
        "event=left-out topic={} partition={} offset={} bytes={} most={} reason=\"it is larger than"
            + " the producer's max.request.size allows\"",
        place.topic(),
        place.partition(),
        place.offset(),
        size,
        RequestSize.value(config.kafka()));
  }

  private void warnOfCircle() {
    if (!isCircleKnown) {
      isCircleKnown = true;
      LOGGER.warn(
          "event=circle topic={} reason=\"its predictions have been recalibrated; they are left"
              + " out\"",
          config.topics().predictions());
    }
  }

  /** The value to be written; the headers say what was done. */
  private byte @Nullable [] recalibrated(byte @Nullable [] value, Headers headers) {
    if (value == null) {
      say(headers, "none", "");
      return null;
    }
    Received received;
    try {
      received = form.read(config.topics().predictions(), headers, value);
    } catch (RejectedEventException e) {
      say(headers, "unusable", String.valueOf(e.getMessage()));
      return value;
    }
    Prediction prediction = received.prediction();
    Distribution changed = applied(prediction, headers);
    if (suffix.isEmpty() && changed == null) {
      return value;
    }
    Distribution distribution = changed == null ? prediction.getDistribution() : changed;
    byte[] bytes = written(received, distribution, headers);
    if (bytes.length > Math.max(value.length, RecordSizes.PUBLIC)) {
      headers.remove(Recalibrator.DECIDED);
      say(headers, "unsuitable", "recalibrated, the record would have " + bytes.length + " bytes");
      return value;
    }
    return bytes;
  }

  private byte[] written(Received received, Distribution distribution, Headers headers) {
    String version = received.prediction().getVersion() + suffix;
    return form.write(topic, headers, received, version, distribution);
  }

  /** The distribution under the map in force; null if none was applied. */
  private @Nullable Distribution applied(Prediction prediction, Headers headers) {
    try {
      MapsInForce.Entry entry = maps.of(prediction.getModel(), prediction.getVersion());
      if (entry == null) {
        say(headers, "none", "");
        return null;
      }
      PredictionEvent came =
          PredictionCodec.decode(
              prediction, config.model(prediction.getModel()).probabilityTolerance());
      Distribution changed = PredictionCodec.encode(entry.map().apply(hashed(came, entry.map())));
      DeadLetters.put(headers, Recalibrator.DECIDED, entry.decided().toString());
      say(headers, "applied", entry.words());
      return changed;
    } catch (RejectedEventException e) {
      say(headers, "unusable", String.valueOf(e.getMessage()));
    } catch (IllegalArgumentException e) {
      say(headers, "unsuitable", String.valueOf(e.getMessage()));
    }
    return null;
  }

  /** The prediction as the map knows it: the map of an alert has the hashes of values. */
  private PredictionEvent hashed(PredictionEvent came, LearnedMap map) {
    return map.knows(came) ? came : privacy.keep(came);
  }

  private static void say(Headers headers, String done, String words) {
    DeadLetters.put(headers, Recalibrator.MAP, done);
    if (!words.isEmpty()) {
      DeadLetters.put(headers, Recalibrator.WORDS, DeadLetters.start(words));
    }
  }
}
