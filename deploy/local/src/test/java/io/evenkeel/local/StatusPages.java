package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.replay.ReplayProducer;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.app.runtime.TopicSetup;
import io.evenkeel.local.broker.EmbeddedKafka;
import io.evenkeel.schemas.Verdict;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** A browser, and a broker that feeds the status pages of applications one after the other. */
record StatusPages(Browser browser, EmbeddedKafka kafka, Path directory) implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /**
   * Starts both; the test is skipped where there is no browser.
   *
   * @param directory an empty folder for their files
   */
  static StatusPages start(Path directory) {
    Browser browser = Browser.start(directory.resolve("browser"));
    return new StatusPages(browser, EmbeddedKafka.start(directory.resolve("broker")), directory);
  }

  /** Settings of an application with an id and topics of its own. */
  AppConfig config(String id, Map<String, String> more) {
    Map<String, String> settings = BrokerSettings.apart(kafka, directory, id);
    settings.put("monitor.emit-interval", "500ms");
    settings.putAll(more);
    AppConfig config = AppConfig.of(settings);
    try (TopicSetup topics = TopicSetup.connect(config)) {
      topics.create(1, (short) 1);
    }
    return config;
  }

  /** Starts the application and waits until it works. */
  static Application start(AppConfig config) {
    Application application = Application.start(config);
    await().atMost(PATIENCE).until(() -> application.health().ready());
    return application;
  }

  /** Writes verdicts. */
  void send(AppConfig config, List<Verdict> verdicts) {
    send(config, config.topics().verdicts(), verdicts);
  }

  void send(AppConfig config, String topic, List<? extends SpecificRecord> records) {
    try (Producer<String, SpecificRecord> producer =
        ReplayProducer.of(KafkaProperties.clients(config), config.serde())) {
      // Closing the producer waits for all of them.
      for (SpecificRecord record : records) {
        var unused = producer.send(new ProducerRecord<>(topic, 0, "", record));
      }
    }
  }

  /** Ends a visit while the page can still be reached: it had nothing to complain of. */
  void leave() {
    assertThat(browser.complaints()).isEmpty();
    browser.open(URI.create("about:blank"));
  }

  @Override
  public void close() {
    browser.close();
    kafka.close();
  }
}
