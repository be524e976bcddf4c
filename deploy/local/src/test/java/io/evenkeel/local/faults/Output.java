package io.evenkeel.local.faults;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.follow.CommittedConsumer;
import io.evenkeel.app.replay.ExpectedCounts.Count;
import io.evenkeel.app.replay.ExpectedCounts.Window;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.app.serde.AvroSerdes;
import io.evenkeel.app.topology.DeadLetters;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.PublishedMap;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictStatus;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;

/** All that the application has written and committed, read from the beginning. */
final class Output implements AutoCloseable {
  private final AppConfig config;
  private final Deserializer<?> avro;
  private final KafkaConsumer<String, byte[]> consumer;
  private final List<TopicPartition> partitions;
  private final SortedMap<Window, Verdict> verdicts = new TreeMap<>();
  private final Map<Window, Integer> finals = new HashMap<>();
  private final List<String> alerts = new ArrayList<>();
  private final List<String> maps = new ArrayList<>();
  private final List<String> letters = new ArrayList<>();

  Output(AppConfig config) {
    this.config = config;
    avro = AvroSerdes.of(config.serde(), config.topics()).deserializer();
    consumer =
        CommittedConsumer.of(
            KafkaProperties.clients(config), "earliest", new ByteArrayDeserializer());
    partitions =
        List.of(
                config.topics().verdicts(),
                config.topics().alerts(),
                config.topics().recalibrations(),
                config.topics().deadLetters())
            .stream()
            .flatMap(topic -> consumer.partitionsFor(topic).stream())
            .map(info -> new TopicPartition(info.topic(), info.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
  }

  /** Reads to the end of what is there. */
  void read() {
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    while (ends.entrySet().stream()
        .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
      consumer.poll(Duration.ofMillis(200)).forEach(this::keep);
    }
  }

  private void keep(ConsumerRecord<String, byte[]> record) {
    if (record.topic().equals(config.topics().deadLetters())) {
      letters.add(place(record.headers()));
    } else if (record.value() != null) {
      keep(avro.deserialize(record.topic(), record.value()));
    }
  }

  private void keep(Object value) {
    if (value instanceof Alert alert && !alert.getRepeated()) {
      alerts.add(
          String.join(
              " ",
              alert.getModel(),
              alert.getRule(),
              alert.getFingerprint(),
              alert.getRaisedAt().toString(),
              alert.getState().toString(),
              alert.getChange().toString()));
    } else if (value instanceof PublishedMap map) {
      maps.add(
          String.join(
              " ",
              map.getModel(),
              map.getVersion(),
              map.getSegment(),
              map.getUpdatedAt().toString(),
              map.getWords()));
    } else if (value instanceof Verdict verdict
        && verdict.getStatus() == VerdictStatus.FINAL
        && verdict.getPredictions() > 0) {
      Window window = Window.of(verdict);
      verdicts.put(window, verdict);
      finals.merge(window, 1, Integer::sum);
    }
  }

  private static String place(Headers headers) {
    return text(headers, DeadLetters.TOPIC)
        + "-"
        + text(headers, DeadLetters.PARTITION)
        + "@"
        + text(headers, DeadLetters.OFFSET);
  }

  private static String text(Headers headers, String name) {
    return new String(headers.lastHeader(name).value(), StandardCharsets.UTF_8);
  }

  SortedMap<Window, Verdict> verdicts() {
    return verdicts;
  }

  SortedMap<Window, Count> counts() {
    SortedMap<Window, Count> counts = new TreeMap<>();
    verdicts.forEach((window, verdict) -> counts.put(window, Count.of(verdict)));
    return counts;
  }

  /** Windows that have more than one final verdict. */
  List<Window> doubled() {
    return finals.entrySet().stream()
        .filter(entry -> entry.getValue() > 1)
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  /** What happened to alerts, sorted; resent ones left out. */
  List<String> alerts() {
    return alerts.stream().sorted().toList();
  }

  /** The maps that were published, sorted. */
  List<String> maps() {
    return maps.stream().sorted().toList();
  }

  /** Where the dead letters came from, sorted, as topic-partition@offset. */
  List<String> letters() {
    return letters.stream().sorted().toList();
  }

  @Override
  public void close() {
    consumer.close();
    avro.close();
  }
}
