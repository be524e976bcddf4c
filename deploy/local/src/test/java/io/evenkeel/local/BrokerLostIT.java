package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.replay.Pace;
import io.evenkeel.app.replay.ReplayProducer;
import io.evenkeel.app.replay.Replayer;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.app.runtime.TopicSetup;
import io.evenkeel.local.broker.EmbeddedKafka;
import io.evenkeel.local.process.TemporaryFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the application says of itself when its brokers go away. */
class BrokerLostIT {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** Where no broker answers, threads outlive the application for minutes, and write here. */
  private final TemporaryFolder folder = TemporaryFolder.create("evenkeel-broker-lost");

  BrokerLostIT() {
    Runtime.getRuntime().addShutdownHook(new Thread(folder::close));
  }

  private static String get(Application application, String path) {
    try {
      HttpRequest request = HttpRequest.newBuilder(application.status().resolve(path)).build();
      HttpResponse<String> answer =
          HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
      return answer.statusCode() + " " + answer.body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** One that has its topics, and soon notices that no broker answers. */
  private Map<String, String> settings(EmbeddedKafka kafka, String id) {
    Map<String, String> settings = BrokerSettings.of(kafka, folder.path(), id);
    settings.put("application-id", id);
    settings.put("kafka.num.stream.threads", "1");
    settings.put("kafka.session.timeout.ms", "6000");
    settings.put("kafka.heartbeat.interval.ms", "1000");
    try (TopicSetup setup = TopicSetup.connect(AppConfig.of(settings))) {
      setup.create(1, (short) 1);
    }
    return settings;
  }

  private static boolean hasSecondThread() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().matches("away-.*-StreamThread-2"));
  }

  /** So long that what has to be written waits for the brokers in vain. */
  @Test
  void goesOnWhenTheBrokersAreBack() {
    Path data = folder.resolve("away");
    EmbeddedKafka kafka = EmbeddedKafka.start(data);
    String address = kafka.bootstrapServers();
    Map<String, String> settings = settings(kafka, "away");
    AppConfig before = AppConfig.of(settings);
    try (var producer = ReplayProducer.of(KafkaProperties.clients(before), before.serde())) {
      new Replayer(producer, before.topics(), InstantSource.system())
          .play(Replay.biased(200), Pace.FULL_SPEED, time -> {});
    }
    try (Application application = Application.start(before)) {
      await().atMost(PATIENCE).until(() -> get(application, "api/series").contains("\"model\":\""));
    }
    // After a start, panes are published that were; the producer does not know their topic yet.
    settings.put("monitor.emit-interval", "20s");
    settings.put("kafka.producer.max.block.ms", "3000");
    try (Application application = Application.start(AppConfig.of(settings))) {
      await().atMost(PATIENCE).until(() -> application.health().ready());
      kafka.close();

      await().atMost(PATIENCE).until(BrokerLostIT::hasSecondThread);
      kafka = EmbeddedKafka.startAt(address, data);

      await().atMost(PATIENCE).until(() -> application.health().ready());
    } finally {
      kafka.close();
    }
  }

  @Test
  void isNotReadyAndSaysWhyButLives() {
    EmbeddedKafka kafka = EmbeddedKafka.start(folder.resolve("broker"));
    try (Application application = Application.start(AppConfig.of(settings(kafka, "lost")))) {
      await().atMost(PATIENCE).until(() -> application.health().ready());
      assertThat(get(application, "metrics"))
          .contains("evenkeel_kafka_connected 1.0\n", "evenkeel_ready 1.0\n");
      assertThat(get(application, "api/series")).contains("\"problem\":null");

      kafka.close();

      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> assertThat(get(application, "health/ready")).isEqualTo("503 NO_BROKER\n"));
      assertThat(get(application, "health/live")).isEqualTo("200 NO_BROKER\n");
      assertThat(get(application, "metrics"))
          .contains("evenkeel_kafka_connected 0.0\n", "evenkeel_ready 0.0\n");
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(get(application, "api/series"))
                      .contains("\"problem\":\"no broker has answered for more than 30 s\""));
    }
  }
}
