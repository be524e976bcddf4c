package io.evenkeel.app.verdict;

import io.evenkeel.app.codec.Columns;
import io.evenkeel.schemas.Metric;
import io.evenkeel.schemas.Verdict;
import java.util.ArrayList;
import java.util.List;

/** The numbers of a verdict, one record each, for sinks that want flat records. */
public final class MetricRecords {
  /** Fields that say which window it is, not what was found. */
  private static final List<String> IDENTITY = List.of("window_start", "window_end", "revision");

  private MetricRecords() {}

  /** One record per numeric field of the verdict that has a value, named as {@link Columns}. */
  public static List<Metric> of(Verdict verdict) {
    List<Metric> metrics = new ArrayList<>();
    Columns.of(verdict)
        .forEach(
            (name, value) -> {
              if (value instanceof Number number && !IDENTITY.contains(name)) {
                metrics.add(metric(verdict, name, number.doubleValue()));
              }
            });
    return metrics;
  }

  private static Metric metric(Verdict verdict, String name, double value) {
    return Metric.newBuilder()
        .setModel(verdict.getModel())
        .setVersion(verdict.getVersion())
        .setSegment(verdict.getSegment())
        .setWindowStart(verdict.getWindowStart())
        .setWindowEnd(verdict.getWindowEnd())
        .setStatus(verdict.getStatus().name())
        .setRevision(verdict.getRevision())
        .setName(name)
        .setValue(value)
        .build();
  }
}
