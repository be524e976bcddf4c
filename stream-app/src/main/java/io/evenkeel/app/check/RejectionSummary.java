package io.evenkeel.app.check;

import io.evenkeel.app.check.CheckReport.Offence;
import io.evenkeel.app.check.CheckReport.Offender;
import io.evenkeel.app.codec.Reason;
import io.evenkeel.app.codec.RejectedEventException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Mutable: what was rejected, counted by topic and reason, with the first few of each. */
final class RejectionSummary {
  private final int shown;
  private final Map<Kind, Found> found = new LinkedHashMap<>();

  private record Kind(String topic, Reason reason) {}

  private static final class Found {
    private long count;
    private final List<Offender> first = new ArrayList<>();
  }

  /** Nothing yet, of which the first {@code shown} of each kind are kept. */
  RejectionSummary(int shown) {
    this.shown = shown;
  }

  void add(ConsumerRecord<String, ?> record, RejectedEventException cause) {
    Found kind =
        found.computeIfAbsent(new Kind(record.topic(), cause.reason()), none -> new Found());
    kind.count++;
    if (kind.first.size() < shown) {
      kind.first.add(
          new Offender(
              record.partition(),
              record.offset(),
              record.key(),
              String.valueOf(cause.getMessage())));
    }
  }

  long of(String topic) {
    return found.entrySet().stream()
        .filter(entry -> entry.getKey().topic().equals(topic))
        .mapToLong(entry -> entry.getValue().count)
        .sum();
  }

  List<Offence> list() {
    return found.entrySet().stream()
        .map(
            entry ->
                new Offence(
                    entry.getKey().topic(),
                    entry.getKey().reason().code(),
                    entry.getValue().count,
                    Remedy.of(entry.getKey().reason()),
                    List.copyOf(entry.getValue().first)))
        .toList();
  }
}
