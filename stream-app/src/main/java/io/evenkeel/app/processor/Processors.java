package io.evenkeel.app.processor;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.schemas.internal.Partial;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;

/** The processors of the topology. */
public final class Processors {

  private Processors() {}

  /**
   * The first stage: predictions, labels and heartbeats in; {@link Partial}s, and {@link
   * Rejection}s of labels that were taken in and turned out to be of no use, out.
   */
  public static ProcessorSupplier<String, Object, String, Object> observe(
      AppConfig config, Metrics metrics) {
    return () -> new ObserveProcessor(config, metrics);
  }

  /**
   * The second stage: partials in; profiles, verdicts, metrics and alerts out.
   *
   * @param sourcePartitions the number of partitions of the predictions topic
   */
  public static ProcessorSupplier<String, Partial, String, SpecificRecord> judge(
      AppConfig config, Metrics metrics, int sourcePartitions) {
    return () -> new JudgeProcessor(config, metrics, sourcePartitions);
  }
}
