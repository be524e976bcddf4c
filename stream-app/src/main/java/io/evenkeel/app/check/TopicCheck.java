package io.evenkeel.app.check;

import io.evenkeel.app.check.ReadRange.Span;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.app.runtime.StartException;
import io.evenkeel.app.runtime.TopicSetup;
import io.evenkeel.app.serde.AvroSerdes;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.ObjLongConsumer;
import java.util.stream.Stream;

/** Checks what the predictions and labels topics of a configuration hold. */
public final class TopicCheck {
  private final AppConfig config;
  private final ObjLongConsumer<String> progress;

  /**
   * A check of the topics.
   *
   * @param progress receives the topic that is being read, and how many of its records have been
   *     read
   */
  public TopicCheck(AppConfig config, ObjLongConsumer<String> progress) {
    this.config = config;
    this.progress = progress;
  }

  /**
   * Reads the topics.
   *
   * @param range which records of each topic
   * @param shown how many offenders of each reason and topic are named
   * @throws StartException if no broker answers or a topic is missing
   */
  public CheckReport run(ReadRange range, int shown) {
    Map<String, Integer> partitions = partitions();
    EventCheck check =
        new EventCheck(
            config,
            AvroSerdes.of(config.serde(), config.topics())::deserializer,
            InstantSource.system().instant(),
            shown);
    String predictions = config.topics().predictions();
    String labels = config.topics().labels();
    try (EventReader reader = new EventReader(KafkaProperties.clients(config))) {
      Steps steps = new Steps();
      Map<Integer, Span> predicted =
          reader.read(
              predictions,
              partitions(partitions, predictions),
              range,
              record -> {
                check.prediction(record);
                steps.next(predictions);
              });
      Map<Integer, Span> labelled =
          reader.read(
              labels,
              partitions(partitions, labels),
              range,
              record -> {
                check.label(record, predicted);
                steps.next(labels);
              });
      return check.report(
          Stream.of(predicted, labelled).flatMap(read -> read.values().stream()).toList());
    }
  }

  private Map<String, Integer> partitions() {
    try (TopicSetup setup = TopicSetup.connect(config)) {
      return setup.partitions(List.of(config.topics().predictions(), config.topics().labels()));
    }
  }

  private static int partitions(Map<String, Integer> partitions, String topic) {
    Integer number = partitions.get(topic);
    if (number == null) {
      throw new StartException(
          "topic " + topic + " is missing; create it with 'evenkeel topics', or name another one");
    }
    return number;
  }

  private final class Steps {
    private long done;

    private void next(String topic) {
      progress.accept(topic, ++done);
    }
  }
}
