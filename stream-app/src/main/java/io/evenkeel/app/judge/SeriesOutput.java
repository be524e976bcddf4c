package io.evenkeel.app.judge;

import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.verdict.MetricRecords;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.Metric;
import io.evenkeel.schemas.PublishedMap;
import io.evenkeel.schemas.Verdict;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiConsumer;
import org.apache.avro.specific.SpecificRecord;

/** Sends what was found of series, each record with the key that its topic has. */
final class SeriesOutput {
  private final Metrics metrics;
  private final AlertPublisher alerts;
  private final BiConsumer<String, Object> out;

  /**
   * An output that has sent nothing.
   *
   * @param out takes a key and what has it: a record, or a tombstone in its place
   */
  SeriesOutput(Metrics metrics, AlertPublisher alerts, BiConsumer<String, Object> out) {
    this.metrics = metrics;
    this.alerts = alerts;
    this.out = out;
  }

  /**
   * What sends the records of a look, all of which is made before any is sent: alerts after the
   * rest and in the order of event time, whichever rules raised them. What explains another is to
   * come first, after a backlog as well.
   */
  List<Runnable> sending(List<SpecificRecord> records, long now) {
    return records.stream()
        .sorted(
            Comparator.comparing(
                record -> record instanceof Alert alert ? alert.getUpdatedAt() : Instant.MIN))
        .map(record -> sending(record, now))
        .toList();
  }

  private Runnable sending(SpecificRecord record, long now) {
    if (record instanceof Alert alert) {
      return () -> alerts.announce(alert, now);
    }
    if (record instanceof PublishedMap map) {
      SeriesKey key = new SeriesKey(map.getModel(), map.getVersion(), map.getSegment());
      return () -> out.accept(key.key(), map);
    }
    return sending((Verdict) record);
  }

  private Runnable sending(Verdict verdict) {
    SeriesKey key = new SeriesKey(verdict.getModel(), verdict.getVersion(), verdict.getSegment());
    String window = key.pane(verdict.getWindowStart().toEpochMilli());
    List<Metric> numbers = MetricRecords.of(verdict);
    return () -> {
      out.accept(window, verdict);
      numbers.forEach(metric -> out.accept(window + '|' + metric.getName(), metric));
      Gauges.tell(metrics, verdict);
    };
  }

  /** Deletes what compacted topics keep under the key of a series. */
  void forget(SeriesKey series) {
    out.accept(series.key(), Tombstone.SERIES);
    out.accept(series.key(), Tombstone.RECALIBRATION);
  }
}
