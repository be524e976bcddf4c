package io.evenkeel.app.oncall;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.follow.AbsentException;
import io.evenkeel.app.follow.TopicReader;
import io.evenkeel.schemas.Silence;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.producer.ProducerConfig;

/** Begins and ends silences. */
public interface SilenceWriter {
  /**
   * Writes a silence; it holds as soon as the application has read it.
   *
   * @param now wall-clock time
   * @throws RuntimeException if the brokers or the registry refuse it, or do not answer in seconds
   */
  void begin(Silence silence, Instant now);

  /**
   * Ends a silence.
   *
   * @param now wall-clock time
   * @throws AbsentException if none that holds, or will, has the ID
   * @throws RuntimeException if the brokers refuse it, or do not answer in seconds
   */
  void end(String id, Instant now);

  /**
   * Writes to the topic of a configuration. It connects for each write, as there are few, and gives
   * up early, as a person waits.
   *
   * @param kafka properties of Kafka clients
   */
  static SilenceWriter to(AppConfig config, Map<String, Object> kafka) {
    Map<String, Object> impatient = new HashMap<>(kafka);
    impatient.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    impatient.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, 5_000);
    impatient.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 8_000);
    impatient.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 8_000);
    impatient.put(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, 8_000);
    return new SilenceWriter() {
      @Override
      public void begin(Silence silence, Instant now) {
        with(reader -> topic().begin(reader, silence, now));
      }

      @Override
      public void end(String id, Instant now) {
        with(reader -> topic().end(reader, id, now));
      }

      private SilenceTopic topic() {
        return new SilenceTopic(config, impatient);
      }

      private void with(Consumer<TopicReader> work) {
        try (TopicReader reader = new TopicReader(impatient, (what, read) -> {})) {
          work.accept(reader);
        }
      }
    };
  }
}
