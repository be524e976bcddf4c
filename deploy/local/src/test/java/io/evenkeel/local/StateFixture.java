package io.evenkeel.local;

import static org.awaitility.Awaitility.await;

import io.evenkeel.app.codec.LabelCodec;
import io.evenkeel.app.codec.PredictionCodec;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.replay.DelayLaw;
import io.evenkeel.app.replay.Event;
import io.evenkeel.app.replay.EventSource;
import io.evenkeel.app.replay.ReplayProducer;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.app.runtime.TopicSetup;
import io.evenkeel.app.simulate.Arrivals;
import io.evenkeel.app.simulate.LabelTiming;
import io.evenkeel.app.simulate.NormalLaw;
import io.evenkeel.app.simulate.Simulation;
import io.evenkeel.local.broker.EmbeddedKafka;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * What a version leaves behind that was stopped in the middle of a stream: the folder of its state,
 * and that of a broker with all topics. Packed, it is kept for later versions to read.
 */
final class StateFixture {
  static final String MODEL = "upgraded";
  private static final String ID = "upgrade";
  private static final int CASES = 400;

  /** Half of the events; the labels of many predictions come after it. */
  private static final int FIRST = CASES;

  static final EventSource SOURCE =
      EventSource.of(
          new Simulation(
              MODEL,
              new NormalLaw(0.5, 1, 0),
              new Arrivals(
                  CASES,
                  Instant.parse("2026-01-01T00:00:00Z"),
                  Duration.ofSeconds(3),
                  Duration.ofMinutes(10)),
              new LabelTiming(DelayLaw.fixed(Duration.ofMinutes(3)), 0, 1),
              1));

  private StateFixture() {}

  /**
   * Writes one by this version.
   *
   * @param arguments the file, then a folder that does not exist
   */
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[1]);
    try (EmbeddedKafka kafka = EmbeddedKafka.start(folder.resolve("broker"))) {
      AppConfig config = AppConfig.of(settings(kafka, folder));
      try (TopicSetup topics = TopicSetup.connect(config)) {
        topics.create(1, (short) 1);
      }
      send(config, 0, FIRST);
      try (Application application = Application.start(config);
          Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
        await()
            .atMost(Duration.ofMinutes(3))
            .until(() -> application.health().live() && read(admin) == FIRST);
      }
    }
    pack(folder, Path.of(arguments[0]));
  }

  private static long read(Admin admin) throws Exception {
    return admin
        .listConsumerGroupOffsets(ID)
        .partitionsToOffsetAndMetadata()
        .get()
        .entrySet()
        .stream()
        .filter(entry -> List.of("predictions", "labels").contains(entry.getKey().topic()))
        .mapToLong(entry -> entry.getValue().offset())
        .sum();
  }

  static Map<String, String> settings(EmbeddedKafka kafka, Path folder) {
    Map<String, String> settings = new HashMap<>();
    settings.put("application-id", ID);
    settings.put("topics.predictions", "predictions");
    settings.put("topics.labels", "labels");
    settings.put("http.port", "0");
    settings.put("kafka.bootstrap.servers", kafka.bootstrapServers());
    settings.put("kafka.state.dir", folder.resolve("state").toString());
    settings.put("kafka.num.stream.threads", "1");
    settings.put("kafka.session.timeout.ms", "6000");
    settings.put("serde.serializer", "io.evenkeel.app.serde.JsonSerializer");
    settings.put("serde.deserializer", "io.evenkeel.app.serde.JsonDeserializer");
    settings.put("defaults.window.size", "5m");
    settings.put("defaults.window.advance", "5m");
    settings.put("defaults.labels.wait", "5m");
    settings.put("defaults.profile.sample", "32");
    return settings;
  }

  /** Sends what the version that wrote the fixture did not see. */
  static void sendTheRest(AppConfig config) {
    send(config, FIRST, 2 * CASES);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // closing the producer waits for it
  private static void send(AppConfig config, int from, int to) {
    try (var producer = ReplayProducer.of(KafkaProperties.clients(config), config.serde());
        Stream<Event> events = SOURCE.events()) {
      events
          .skip(from)
          .limit(to - from)
          .forEach(
              event ->
                  producer.send(
                      event instanceof Event.Predicted predicted
                          ? new ProducerRecord<>(
                              config.topics().predictions(),
                              null,
                              event.time(),
                              event.id(),
                              PredictionCodec.encode(predicted.value()))
                          : new ProducerRecord<>(
                              config.topics().labels(),
                              null,
                              event.time(),
                              event.id(),
                              LabelCodec.encode(((Event.Labelled) event).value()))));
    }
  }

  private static void pack(Path folder, Path file) throws IOException {
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file));
        Stream<Path> files = Files.walk(folder)) {
      zip.setLevel(9);
      for (Path each : files.filter(Files::isRegularFile).sorted().toList()) {
        String name = folder.relativize(each).toString();
        if (!name.endsWith("LOG") && !name.endsWith(".lock") && !name.contains("LOG.old")) {
          zip.putNextEntry(new ZipEntry(name));
          Files.copy(each, zip);
        }
      }
    }
  }

  /** Lays out the folders that were packed. */
  static void unpack(Path file, Path folder) {
    try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(file))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path to = folder.resolve(entry.getName()).normalize();
        Files.createDirectories(to.getParent());
        Files.copy(zip, to);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
