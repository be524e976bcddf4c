package io.evenkeel.app.runtime;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.follow.TopicReader;
import io.evenkeel.app.state.StoreNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyDescription;

/**
 * The topics that Kafka Streams makes for the application: changelogs of its stores, and the one
 * between its two stages. They are named one by one, after the topology: their prefix may be that
 * of an application whose id begins with this one's.
 */
final class InternalTopics {
  private static final String PARTIALS = "partials-by-series-repartition";

  private final AppConfig config;
  private final Brokers brokers;
  private final Map<String, TopicDescription> found;

  private InternalTopics(AppConfig config, Brokers brokers, Map<String, TopicDescription> found) {
    this.config = config;
    this.brokers = brokers;
    this.found = found;
  }

  /** Those of the application that are there, also those that a version of another form left. */
  static InternalTopics find(AppConfig config, Brokers brokers) {
    Set<String> names = names(config);
    Pattern ofAnyFormat = ofAnyFormat(config);
    brokers.topics().stream().filter(ofAnyFormat.asMatchPredicate()).forEach(names::add);
    return new InternalTopics(config, brokers, brokers.describe(names));
  }

  /** The changelog that has the form in its name. */
  private static Pattern ofAnyFormat(AppConfig config) {
    return Pattern.compile(
        Pattern.quote(config.applicationId() + "-" + StoreNames.MEMBERS_OF_ANY_FORMAT)
            + "(?:-(\\d{1,9}))?-changelog");
  }

  private static Set<String> names(AppConfig config) {
    return names(config.applicationId(), Application.topology(config));
  }

  /** The names of those of a topology that is run under the given name. */
  static Set<String> names(String application, Topology topology) {
    Set<String> names = new TreeSet<>();
    for (TopologyDescription.Subtopology part : topology.describe().subtopologies()) {
      for (TopologyDescription.Node node : part.nodes()) {
        if (node instanceof TopologyDescription.Processor processor) {
          processor.stores().forEach(store -> names.add(changelog(application, store)));
        } else if (node instanceof TopologyDescription.Source source) {
          source.topicSet().stream()
              .filter(topic -> topic.endsWith("-repartition"))
              .forEach(topic -> names.add(application + "-" + topic));
        }
      }
    }
    return names;
  }

  private static String changelog(String application, String store) {
    return application + "-" + store + "-changelog";
  }

  /** They themselves, by name. */
  Map<String, TopicDescription> topics() {
    return found;
  }

  /** Their names, in order. */
  Set<String> names() {
    return new TreeSet<>(found.keySet());
  }

  /**
   * Makes sure that the changelogs are in the form that this version reads.
   *
   * @throws StartException if they are in another
   */
  void checkFormat() {
    Pattern ofAnyFormat = ofAnyFormat(config);
    for (String name : names()) {
      Matcher matcher = ofAnyFormat.matcher(name);
      if (matcher.matches()) {
        String format = matcher.group(1);
        StateFormat.check("the topic " + name, format == null ? 0 : Integer.parseInt(format));
      }
    }
  }

  /**
   * Makes sure that they have as many partitions as the input.
   *
   * @param partitions the number of partitions of the predictions and of the labels
   * @throws StartException if one has another number
   */
  void checkPartitions(int partitions) {
    Map<String, Integer> others = new TreeMap<>();
    found.forEach(
        (name, topic) -> {
          if (topic.partitions().size() != partitions) {
            others.put(name, topic.partitions().size());
          }
        });
    if (!others.isEmpty()) {
      throw new StartException(
          "the topics "
              + config.topics().predictions()
              + " and "
              + config.topics().labels()
              + " have "
              + partitions
              + " partitions, and the internal topics of the application were made for another"
              + " number: "
              + others
              + ". Run 'evenkeel reset', which forgets what the application knows and reads its"
              + " events again. A prediction and its label that lie in different partitions, since"
              + " one was sent before the change and the other after it, never meet: send both"
              + " again, or let 'evenkeel reset --since' begin after the change");
    }
  }

  /**
   * Makes sure that brokers know where the application stopped, if it has read events before: from
   * the beginning of its topics it would take for late what it has counted.
   *
   * @param offsets where its consumer group goes on
   * @throws StartException if they have forgotten it
   */
  void checkPlace(Map<TopicPartition, OffsetAndMetadata> offsets) {
    Set<String> inputs = Set.of(config.topics().predictions(), config.topics().labels());
    String clocks = changelog(config.applicationId(), StoreNames.CLOCKS);
    if (!isExactlyOnce()
        || offsets.keySet().stream().map(TopicPartition::topic).anyMatch(inputs::contains)
        || !found.containsKey(clocks)
        || !holdsARecord(clocks)) {
      return;
    }
    throw new StartException(
        "brokers have forgotten where the application "
            + config.applicationId()
            + " stopped: they do so when it has been stopped for offsets.retention.minutes, by"
            + " default seven days. It would read its topics from their beginning, and refuse what it"
            + " has counted as late. Run 'evenkeel reset', so that it forgets what it knows and reads"
            + " its events again, with --since a part of them; or 'evenkeel run --accept-loss', and"
            + " those events become dead letters");
  }

  /** Otherwise changelogs hold records before the first place is written down. */
  private boolean isExactlyOnce() {
    return StreamsConfig.EXACTLY_ONCE_V2.equals(
        config
            .kafka()
            .getOrDefault(
                StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2));
  }

  /** A start that was broken off leaves records that are not committed. */
  private boolean holdsARecord(String topic) {
    AtomicBoolean holds = new AtomicBoolean();
    try (TopicReader reader =
        new TopicReader(KafkaProperties.clients(config), (what, read) -> {})) {
      reader.all(topic, record -> holds.compareAndSet(false, record.value() != null));
    }
    return holds.get();
  }

  /**
   * Makes sure that what the application knows is there, if it has read events before.
   *
   * @param offsets where its consumer group goes on
   * @throws StartException if changelogs are missing, or have been created again since
   */
  void checkLoss(Map<TopicPartition, OffsetAndMetadata> offsets) {
    Set<String> inputs = Set.of(config.topics().predictions(), config.topics().labels());
    // Kafka Streams writes down event time with its offsets; reset and other tools write nothing.
    boolean hasRead =
        offsets.entrySet().stream()
            .anyMatch(
                entry ->
                    inputs.contains(entry.getKey().topic())
                        && !entry.getValue().metadata().isEmpty());
    if (!hasRead) {
      return;
    }
    Set<String> lost = names(config);
    lost.removeAll(found.keySet());
    if (lost.isEmpty()) {
      lost.addAll(emptied());
    }
    if (!lost.isEmpty()) {
      throw new StartException(
          "the application "
              + config.applicationId()
              + " has read events before, and what it knew of them is gone: "
              + lost
              + (lost.size() == 1 ? " is" : " are")
              + " missing or empty. Run 'evenkeel reset', so that it reads its events again; or"
              + " 'evenkeel run --accept-loss', and predictions that were pending are lost");
    }
  }

  /** Changelogs that hold nothing although what is written after them does. */
  private Set<String> emptied() {
    String clocks = changelog(config.applicationId(), StoreNames.CLOCKS);
    String series = changelog(config.applicationId(), StoreNames.SERIES);
    String partials = config.applicationId() + "-" + PARTIALS;
    Map<String, Long> written =
        written(List.of(clocks, series, partials, config.topics().series()));
    Set<String> emptied = new TreeSet<>();
    if (written.getOrDefault(partials, 0L) > 0 && written.getOrDefault(clocks, 0L) == 0) {
      emptied.add(clocks);
    }
    if (written.getOrDefault(config.topics().series(), 0L) > 0
        && written.getOrDefault(series, 0L) == 0) {
      emptied.add(series);
    }
    return emptied;
  }

  /** How many records have ever been written to each topic. */
  private Map<String, Long> written(List<String> topics) {
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    brokers
        .describe(topics)
        .forEach(
            (name, topic) ->
                topic
                    .partitions()
                    .forEach(
                        partition ->
                            asked.put(
                                new TopicPartition(name, partition.partition()),
                                OffsetSpec.latest())));
    Map<String, Long> written = new HashMap<>();
    brokers
        .get("list offsets", brokers.admin().listOffsets(asked).all())
        .forEach((partition, end) -> written.merge(partition.topic(), end.offset(), Long::sum));
    return written;
  }
}
