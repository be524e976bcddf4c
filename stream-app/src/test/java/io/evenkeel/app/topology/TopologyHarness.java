package io.evenkeel.app.topology;

import io.evenkeel.app.codec.Heartbeat;
import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RawAvroSerde;
import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.runtime.InProcessTopology;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.Metric;
import io.evenkeel.schemas.PublishedMap;
import io.evenkeel.schemas.Silence;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictStatus;
import io.evenkeel.schemas.internal.EventCounts;
import io.evenkeel.schemas.internal.Frontier;
import io.evenkeel.schemas.internal.PaneSketch;
import io.evenkeel.schemas.internal.Partial;
import io.evenkeel.schemas.internal.Profile;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/** The topology without a broker: events in by hand, wall-clock time by hand. */
final class TopologyHarness implements AutoCloseable {
  static final String MODEL = "churn";

  /** Wall-clock time at which every test starts, long after all event time. */
  static final Instant STARTED = Instant.parse("2026-01-01T00:00:00Z");

  private final AppConfig config;
  private final InProcessTopology app;
  private final TestInputTopic<String, byte[]> predictions;
  private final TestInputTopic<String, byte[]> labels;
  private final List<Verdict> verdicts = new ArrayList<>();
  private final List<Alert> alerts = new ArrayList<>();
  private final List<PublishedMap> recalibrations = new ArrayList<>();

  /** Without changelogs: the driver takes longer for each record of theirs than for an event. */
  TopologyHarness(AppConfig config, Path state) {
    this(config, state, unlogged());
  }

  /** With changelogs, which can be read as other topics can. */
  static TopologyHarness logged(AppConfig config, Path state) {
    return new TopologyHarness(config, state, InProcessTopology.IN_MEMORY);
  }

  private static Map<String, Object> unlogged() {
    Map<String, Object> properties = new HashMap<>(InProcessTopology.IN_MEMORY);
    properties.putAll(new UnloggedStores().properties());
    return properties;
  }

  TopologyHarness(AppConfig config, Path state, Map<String, Object> properties) {
    this.config = config;
    app = new InProcessTopology(config, state, STARTED, properties);
    predictions = app.input(config.topics().predictions());
    labels = app.input(config.topics().labels());
  }

  // --- events in

  void predict(String id, Instant madeAt, PredictiveDistribution distribution) {
    predict(
        new PredictionEvent(
            id, MODEL, "", madeAt.toEpochMilli(), Map.of(), Map.of(), distribution));
  }

  void predict(PredictionEvent event) {
    app.predict(event);
  }

  void label(String id, Instant knownAt, int target) {
    label(id, knownAt, 0, target);
  }

  void label(String id, Instant knownAt, int revision, int target) {
    label(new LabelEvent(id, knownAt.toEpochMilli(), revision, new RawTarget.Index(target)));
  }

  void label(LabelEvent event) {
    app.label(event);
  }

  void rawPrediction(@Nullable String key, byte @Nullable [] value) {
    predictions.pipeInput(key, value, Instant.EPOCH);
  }

  void rawLabel(@Nullable String key, byte @Nullable [] value) {
    labels.pipeInput(key, value, Instant.EPOCH);
  }

  void heartbeat(Instant reached) {
    heartbeat(MODEL, reached);
  }

  void heartbeat(String model, Instant reached) {
    Heartbeat heartbeat = new Heartbeat(model, reached);
    heartbeat(predictions, config.topics().predictions(), heartbeat);
    heartbeat(labels, config.topics().labels(), heartbeat);
  }

  private static void heartbeat(
      TestInputTopic<String, byte[]> input, String topic, Heartbeat heartbeat) {
    Headers headers = heartbeat.toRecord(topic, 0).headers();
    input.pipeInput(new TestRecord<>(heartbeat.model(), null, headers, heartbeat.reached()));
  }

  /** What a source partition says that is not here: this one is 0. */
  void frontier(int partition, Frontier frontier) {
    partial(new Partial(MODEL, "", "", partition, frontier, null, 0, null));
  }

  /** The same of what became of its events. */
  void events(int partition, EventCounts events) {
    partial(new Partial(MODEL, "", "", partition, null, null, 0, events));
  }

  private void partial(Partial partial) {
    app.input(config.applicationId() + "-partials-by-series-repartition")
        .pipeInput(MODEL, RawAvroSerde.of(Partial.class).serializer().serialize("", partial));
  }

  void silence(String id, @Nullable Silence silence) {
    byte[] bytes = silence == null ? null : InProcessTopology.bytes(silence);
    rawSilence(id, bytes);
  }

  void rawSilence(String id, byte @Nullable [] value) {
    app.input(config.topics().silences()).pipeInput(id, value);
  }

  static Categorical binary(double p) {
    return Categorical.of(1 - p, p);
  }

  // --- time and results

  /**
   * Lets the processors publish and judge, as often as results need to flow through both stages.
   */
  void settle() {
    for (int i = 0; i < 6; i++) {
      pass(config.monitor().emitInterval());
    }
  }

  void pass(Duration wallClock) {
    app.pass(wallClock);
  }

  List<Verdict> verdicts() {
    verdicts.addAll(app.verdicts());
    return verdicts;
  }

  List<Verdict> finalVerdicts() {
    return verdicts().stream().filter(v -> v.getStatus() == VerdictStatus.FINAL).toList();
  }

  List<Alert> alerts() {
    alerts.addAll(app.alerts());
    return alerts;
  }

  List<PublishedMap> recalibrations() {
    recalibrations.addAll(app.recalibrations());
    return recalibrations;
  }

  /** What the first stage published last of each pane of a series, by its start. */
  Map<Long, PaneSketch> panes(SeriesKey series) {
    Map<Long, PaneSketch> panes = new TreeMap<>();
    for (Partial partial :
        app.driver()
            .createOutputTopic(
                config.applicationId() + "-partials-by-series-repartition",
                new StringDeserializer(),
                RawAvroSerde.of(Partial.class).deserializer())
            .readValuesToList()) {
      PaneSketch pane = partial.getPane();
      if (pane != null && partial.getSegment().equals(series.segment())) {
        panes.put(pane.getStart(), pane);
      }
    }
    return panes;
  }

  /** The newest profiles, by the key of their version of a model. */
  Map<String, Profile> profiles() {
    return new TreeMap<>(
        app.driver()
            .createOutputTopic(
                config.topics().profiles(),
                new StringDeserializer(),
                RawAvroSerde.of(Profile.class).deserializer())
            .readKeyValuesToMap());
  }

  List<Metric> metrics() {
    return app.metrics();
  }

  /** The most bytes of a value by topic, changelogs too, of what was produced and not yet read. */
  Map<String, Integer> largest() {
    Map<String, Integer> largest = new TreeMap<>();
    for (String topic : driver().producedTopicNames()) {
      driver()
          .createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
          .readValuesToList()
          .forEach(value -> largest.merge(topic, value == null ? 0 : value.length, Math::max));
    }
    return largest;
  }

  /**
   * Drops what was produced and nobody has read, changelogs too: the driver keeps all of it in
   * memory, as no broker does.
   */
  void dropUnread() {
    app.dropUnread();
  }

  List<TestRecord<String, byte[]>> deadLetters() {
    return app.deadLetters();
  }

  /** What the application measures of itself. */
  Metrics measured() {
    return app.measured();
  }

  TopologyTestDriver driver() {
    return app.driver();
  }

  @Override
  public void close() {
    app.close();
  }
}
