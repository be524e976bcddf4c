package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.TopicNames;
import io.evenkeel.app.follow.TopicReader;
import io.evenkeel.app.oncall.PublishedMaps;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.app.serde.AvroSerdes;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.local.broker.EmbeddedKafka;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.PublishedMap;
import io.evenkeel.schemas.Silence;
import io.evenkeel.schemas.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An alert of a replay is explained to the last number, as long as the events are there. */
class ExplainIT {
  @TempDir private Path directory;

  private final Shell shell = new Shell();

  private Map<String, String> settings(EmbeddedKafka kafka) {
    Map<String, String> settings = BrokerSettings.of(kafka, directory, "explain");
    settings.put("monitor.emit-interval", "500ms");
    settings.put("defaults.window.size", "1h");
    settings.put("defaults.window.advance", "20m");
    settings.put("defaults.labels.wait", "30m");
    settings.put("defaults.profile.sample", "500");
    return settings;
  }

  /** Duplicates, labels before their predictions, labels that are late, wrong or never come. */
  private void simulate(Map<String, String> settings) {
    int code =
        shell.run(
            settings,
            "simulate",
            "biased",
            "--count=8000",
            "--start=2026-01-01T00:00:00Z",
            "--every=5s",
            "--delay=pareto(1m, 1.2)",
            "--shuffle=2m",
            "--duplicates=0.1",
            "--early-labels=0.1",
            "--dropped-labels=0.1",
            "--corrected-labels=0.1");
    assertThat(code).as(shell.err()).isZero();
  }

  /** Silences the alert by the commands that its text names, and ends that again. */
  private void silence(Map<String, String> settings, String id) throws Exception {
    assertThat(shell.run(settings, "alerts")).as(shell.err()).isZero();
    assertThat(shell.out()).contains(id + "  FIRING");
    Instant now = Instant.now();
    put(settings, silence("long-over", now.minus(Duration.ofDays(31))));
    put(settings, silence("just-over", now.minus(Duration.ofDays(29))));
    assertThat(shell.run(settings, "silence", "add", id, "--for=4h", "--comment=known"))
        .as(shell.err())
        .isZero();
    await()
        .atMost(Duration.ofMinutes(1))
        .until(
            () -> {
              shell.run(settings, "alerts");
              return shell.out().contains("(silenced by ");
            });
    assertThat(shell.run(settings, "silence", "list")).isZero();
    assertThat(shell.out()).contains("model biased", "rule miscalibration", ": known");
    assertThat(silences(settings)).contains("just-over").doesNotContain("long-over");
    String silence = shell.out().lines().skip(1).findFirst().orElseThrow().substring(0, 8);

    assertThat(shell.run(settings, "silence", "end", silence)).as(shell.err()).isZero();
    assertThat(shell.run(settings, "silence", "list")).isZero();
    assertThat(shell.out()).contains("No silences.");
    assertThat(shell.run(settings, "silence", "end", silence)).isEqualTo(2);
  }

  private static Silence silence(String id, Instant until) {
    return Silence.newBuilder()
        .setSilenceId(id)
        .setModel("another")
        .setStartsAt(until.minusSeconds(1))
        .setEndsAt(until)
        .build();
  }

  private static void put(Map<String, String> settings, Silence silence) throws Exception {
    put(settings, TopicNames::silences, silence.getSilenceId(), silence);
  }

  private static void put(
      Map<String, String> settings,
      Function<TopicNames, String> name,
      String key,
      @Nullable SpecificRecord value)
      throws Exception {
    AppConfig config = AppConfig.of(settings);
    String topic = name.apply(config.topics());
    byte[] bytes =
        value == null ? null : AvroSerdes.of(config.serde()).serializer().serialize(topic, value);
    send(config, topic, key, bytes);
  }

  private static void send(AppConfig config, String topic, String key, byte @Nullable [] bytes)
      throws Exception {
    try (KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(
            KafkaProperties.clients(config), new StringSerializer(), new ByteArraySerializer())) {
      producer.send(new ProducerRecord<>(topic, key, bytes)).get();
    }
  }

  /** Records of somebody else in the topics that no registry knows. */
  private static void spoil(AppConfig config) throws Exception {
    String key = SeriesKey.whole("biased", "").modelKey();
    send(config, config.topics().profiles(), key, new byte[] {1, 2, 3});
    send(config, config.topics().series(), "another", new byte[] {1, 2, 3});
  }

  /** The keys of the topic whose newest record has a value. */
  private static Set<String> silences(Map<String, String> settings) {
    AppConfig config = AppConfig.of(settings);
    Set<String> kept = new HashSet<>();
    try (TopicReader reader =
        new TopicReader(KafkaProperties.clients(config), (what, records) -> {})) {
      reader.all(
          config.topics().silences(),
          record -> {
            if (record.value() == null) {
              kept.remove(record.key());
            } else {
              kept.add(record.key());
            }
          });
    }
    return kept;
  }

  /** Makes the map that is in force again, and says why others cannot be. */
  private void explainMap(Map<String, String> settings) throws Exception {
    assertThat(shell.run(settings, "explain", "--map=biased"))
        .as(shell.out() + "\n" + shell.err())
        .isZero();
    assertThat(shell.out())
        .startsWith("biased: ")
        .contains("  Proof: ", "  Learned: from ", "partition 1: predictions 0 to ")
        .containsPattern("log_evidence +\\S+ +\\S+ +same")
        .containsPattern("map_gain_lower +\\S+ +\\S+ +same")
        .contains("different: 0");
    assertThat(shell.run(settings, "explain", "--map", "biased||", "--json")).isZero();
    assertThat(shell.out()).contains("\"agrees\" : true", "\"key\" : \"biased||\"");

    assertThat(shell.run(settings, "explain", "--map=unknown")).isEqualTo(2);
    assertThat(shell.err()).contains("no map in evenkeel.recalibrations has the key 'unknown'");
    assertThat(shell.err()).contains("the topic has 'biased||'");
    assertThat(shell.run(settings, "explain", "--map=biased", "--at=2026-01-01T00:00:00Z"))
        .isEqualTo(2);
    settings.put("topics.recalibrations", "absent");
    assertThat(shell.run(settings, "explain", "--map=biased")).isEqualTo(2);
    assertThat(shell.err()).contains("there is no topic absent");
    settings.remove("topics.recalibrations");
  }

  /** A record that the labels do not bear out differs, and a series may be forgotten. */
  private void explainWithdrawnMap(Map<String, String> settings, PublishedMap map)
      throws Exception {
    PublishedMap withdrawn =
        PublishedMap.newBuilder(map)
            .setMap(null)
            .setWords("no map: the newest labels do not need one")
            .build();
    put(settings, TopicNames::recalibrations, "biased||", withdrawn);
    assertThat(shell.run(settings, "explain", "--map=biased")).isEqualTo(1);
    assertThat(shell.out())
        .contains("Withdrawn: the newest labels do not need one.")
        .containsPattern("words +no map: .* +DIFFERENT");

    put(settings, TopicNames::recalibrations, "biased||", null);
    assertThat(shell.run(settings, "explain", "--map=biased")).isEqualTo(2);
    assertThat(shell.err()).contains("the map of 'biased' is gone", "its series was forgotten");
  }

  /**
   * A verdict may name fewer offsets than the map rests on: here, that on the window before. Then
   * all events count that are left.
   */
  private void explainByAllEvents(
      Map<String, String> settings, PublishedMap map, Collection<Verdict> finals) throws Exception {
    Verdict earlier =
        finals.stream()
            .filter(verdict -> verdict.getWindowEnd().isBefore(map.getUpdatedAt()))
            .reduce((first, second) -> second)
            .orElseThrow();
    long start = earlier.getWindowStart().toEpochMilli();
    String verdict = SeriesKey.whole("biased", "").verdict(start, earlier.getRevision());
    PublishedMap other = PublishedMap.newBuilder(map).setVerdict(verdict).build();
    put(settings, TopicNames::recalibrations, "biased||", other);
    assertThat(shell.run(settings, "explain", "--map=biased")).isLessThan(2);
    assertThat(shell.out())
        .contains("Warning: the verdict does not name the offsets of all panes")
        .containsPattern("partition 0: predictions 0 to the end, labels 0 to the end")
        .containsPattern("map_from +\\S+ +\\S+ +same");
  }

  /** Waits for the map of the series, as nothing else says when it is proven. */
  private static PublishedMap map(AppConfig config) {
    return await()
        .atMost(Duration.ofMinutes(1))
        .until(
            () -> {
              PublishedMaps maps = new PublishedMaps(config);
              try (TopicReader reader =
                  new TopicReader(KafkaProperties.clients(config), (what, records) -> {})) {
                maps.read(reader);
              }
              return maps.inForce();
            },
            maps -> !maps.isEmpty())
        .get(0);
  }

  private static void delete(AppConfig config, String topic, long before) throws Exception {
    try (Admin admin = Admin.create(KafkaProperties.clients(config))) {
      admin
          .deleteRecords(Map.of(new TopicPartition(topic, 0), RecordsToDelete.beforeOffset(before)))
          .all()
          .get();
    }
  }

  @Test
  void makesEveryNumberAgainUntilTheEventsAreGone() throws Exception {
    try (EmbeddedKafka kafka = EmbeddedKafka.start(directory.resolve("broker"))) {
      Map<String, String> settings = settings(kafka);
      AppConfig config = AppConfig.of(settings);
      assertThat(shell.run(settings, "topics", "--partitions=2")).as(shell.err()).isZero();
      Alert alert;
      Collection<Verdict> finals;
      try (Application application = Application.start(config);
          FinalVerdicts verdicts = new FinalVerdicts(config)) {
        simulate(settings);
        alert = verdicts.firing();
        silence(settings, alert.getFingerprint().substring(0, 8));
        map(config);
        finals = List.copyOf(verdicts.verdicts().values());
        assertThat(application.health().live()).isTrue();
      }
      spoil(config);
      String at = "--at=" + alert.getUpdatedAt();
      String id = alert.getFingerprint().substring(0, 8);

      assertThat(shell.run(settings, "explain", id, at))
          .as(shell.out() + "\n" + shell.err())
          .isZero();
      assertThat(shell.out())
          .contains(alert.getSummary(), "partition 0: predictions", "partition 1: predictions")
          .containsPattern("evidence_log_e_series +\\S+ +\\S+ +same")
          .containsPattern("tests_cme_p_value +\\S+ +\\S+ +same")
          .containsPattern("simple recalibrations +10\\^\\d")
          .containsPattern("shape of distributions +\\S*\\d")
          .contains("different: 0");

      assertThat(shell.run(settings, "explain", id, at, "--json")).isZero();
      assertThat(shell.out()).contains("\"agrees\" : true");

      explainMap(settings);

      settings.put("defaults.evidence.tolerance", "0.1");
      assertThat(shell.run(settings, "explain", id, at)).isEqualTo(1);
      assertThat(shell.out())
          .contains("Warning: the settings of ")
          .containsPattern("evidence_log_e_beyond +\\S+ +\\S+ +DIFFERENT");
      settings.remove("defaults.evidence.tolerance");
      PublishedMap map = map(config);
      explainWithdrawnMap(settings, map);
      explainByAllEvents(settings, map, finals);

      assertThat(shell.run(settings, "explain", "nobody")).isEqualTo(2);
      assertThat(shell.err()).contains("no alert in evenkeel.alerts");

      delete(config, config.topics().predictions(), 900);
      assertThat(shell.run(settings, "explain", id, at)).isEqualTo(2);
      assertThat(shell.err())
          .contains("of evenkeel.predictions-0 is gone; the topic now starts at 900")
          .contains("retention.ms");
      assertThat(shell.run(settings, "explain", "--map=biased")).isEqualTo(2);
      assertThat(shell.err())
          .contains("cannot be recomputed: evenkeel.predictions-0 now starts at offset 900")
          .contains("are needed: raise its retention.ms");
      put(settings, TopicNames::recalibrations, "biased||", map);
      assertThat(shell.run(settings, "explain", "--map=biased")).isEqualTo(2);
      assertThat(shell.err()).contains("cannot be recomputed: offset 0 of evenkeel.predictions-0");
    }
  }
}
