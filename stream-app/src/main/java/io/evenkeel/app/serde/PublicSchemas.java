package io.evenkeel.app.serde;

import io.evenkeel.app.config.TopicNames;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.Comparison;
import io.evenkeel.schemas.Label;
import io.evenkeel.schemas.Metric;
import io.evenkeel.schemas.Prediction;
import io.evenkeel.schemas.PublishedMap;
import io.evenkeel.schemas.Silence;
import io.evenkeel.schemas.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.avro.Schema;

/** The schemas of the records that cross the public topics. */
public final class PublicSchemas {
  private static final List<Schema> SENT =
      List.of(Prediction.getClassSchema(), Label.getClassSchema(), Silence.getClassSchema());
  private static final List<Schema> MADE =
      List.of(
          Verdict.getClassSchema(),
          Metric.getClassSchema(),
          Alert.getClassSchema(),
          PublishedMap.getClassSchema(),
          Comparison.getClassSchema());

  private PublicSchemas() {}

  /** By name of the topic. */
  static Map<String, Schema> byTopic(TopicNames topics) {
    Map<String, Schema> schemas = new LinkedHashMap<>();
    schemas.put(topics.predictions(), Prediction.getClassSchema());
    schemas.put(topics.labels(), Label.getClassSchema());
    schemas.put(topics.verdicts(), Verdict.getClassSchema());
    schemas.put(topics.metrics(), Metric.getClassSchema());
    schemas.put(topics.alerts(), Alert.getClassSchema());
    schemas.put(topics.recalibrations(), PublishedMap.getClassSchema());
    schemas.put(topics.recalibrated(), Prediction.getClassSchema());
    schemas.put(topics.challenger(), Prediction.getClassSchema());
    schemas.put(topics.comparisons(), Comparison.getClassSchema());
    schemas.put(topics.silences(), Silence.getClassSchema());
    return schemas;
  }

  /** By name of the record, those that people send first. */
  public static Map<String, Schema> byName() {
    Map<String, Schema> schemas = new LinkedHashMap<>();
    SENT.forEach(schema -> schemas.put(schema.getName(), schema));
    MADE.forEach(schema -> schemas.put(schema.getName(), schema));
    return schemas;
  }

  /** Whether people send such records, and not Evenkeel. */
  static boolean isSent(Schema schema) {
    return SENT.contains(schema);
  }

  /** The names of the records, in words. */
  static String names() {
    return byName().keySet().stream().collect(Collectors.joining(", "));
  }
}
