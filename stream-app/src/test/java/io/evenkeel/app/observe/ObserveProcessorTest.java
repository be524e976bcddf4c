package io.evenkeel.app.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.state.MapStore;
import io.evenkeel.app.state.StoreNames;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.schemas.internal.PaneSketch;
import io.evenkeel.schemas.internal.Partial;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The first stage over restarts with other settings: its stores stay. */
class ObserveProcessorTest {
  private static final long NOW = 1_800_000_000_000L;
  private static final int COUNT = 200;

  private static final Map<String, String> LONG_PANES = panesOf("10m");
  private static final Map<String, String> SHORT_PANES = panesOf("5m");

  private final MockProcessorContext<String, Object> context = new MockProcessorContext<>();

  private static Map<String, String> panesOf(String length) {
    return Map.of(
        "defaults.window.size",
        "20m",
        "defaults.window.advance",
        length,
        "defaults.labels.wait",
        "1h",
        "defaults.segments",
        "country");
  }

  private Processor<String, Object, String, Object> start(Metrics metrics, double share) {
    return start(metrics, Map.of("defaults.sampling", Double.toString(share)));
  }

  private Processor<String, Object, String, Object> start(
      Metrics metrics, Map<String, String> settings) {
    AppConfig config = AppConfig.of(settings);
    Processor<String, Object, String, Object> processor =
        ObserveProcessor.supplier(config, metrics, new ObserveProcessor.Backlogs()).get();
    processor.init(context);
    return processor;
  }

  private void send(Processor<String, Object, String, Object> processor, String topic, int i) {
    String id = "p" + i;
    Object event =
        topic.endsWith("labels")
            ? new LabelEvent(id, NOW, 0, new RawTarget.Index(i % 2))
            : new PredictionEvent(
                id, "churn", "", NOW, Map.of(), Map.of(), Categorical.of(0.5, 0.5));
    context.setRecordMetadata(topic, 0, i);
    processor.process(new Record<>(id, event, NOW));
  }

  @BeforeEach
  void addStores() {
    context.setCurrentSystemTimeMs(NOW);
    context.setCurrentStreamTimeMs(NOW);
    for (String store :
        List.of(
            StoreNames.OBSERVATIONS,
            StoreNames.MEMBERS,
            StoreNames.EARLY_LABELS,
            StoreNames.OPEN_PANES,
            StoreNames.SKETCHES,
            StoreNames.DRIFT,
            StoreNames.PROFILES,
            StoreNames.ACTIVE_SERIES,
            StoreNames.SAMPLES,
            StoreNames.CLOCKS)) {
      context.addStateStore(new MapStore<>(store));
    }
  }

  /** Lets the processor that was started last do what it does now and then. */
  private void pass(Duration time) {
    long now = context.currentSystemTimeMs() + time.toMillis();
    context.setCurrentSystemTimeMs(now);
    var scheduled = context.scheduledPunctuators();
    scheduled.get(scheduled.size() - 1).getPunctuator().punctuate(now);
  }

  /** What the label waits for may have come while nothing was running. */
  @Test
  void aLabelGoesOnWaitingForItsPredictionAfterALongStop() {
    send(start(new Metrics(), 1), "evenkeel.labels", 1);
    context.setCurrentSystemTimeMs(NOW + Duration.ofDays(3).toMillis());
    Metrics metrics = new Metrics();
    Processor<String, Object, String, Object> processor = start(metrics, 1);
    pass(Duration.ofSeconds(1));
    send(processor, "evenkeel.predictions", 1);

    assertThat(metrics.scrape()).contains("evenkeel_joined_total{model=\"churn\"} 1.0");
  }

  @Test
  void aLabelDoesNotWaitForEverAfterAStop() {
    Metrics before = new Metrics();
    send(start(before, 1), "evenkeel.labels", 1);
    assertThat(before.scrape()).contains("evenkeel_early_labels_total 1.0");
    context.setCurrentSystemTimeMs(NOW + Duration.ofDays(3).toMillis());
    Metrics metrics = new Metrics();
    start(metrics, 1);
    pass(Duration.ofDays(1));

    assertThat(metrics.scrape()).contains("evenkeel_unmatched_labels_total 1.0");
  }

  /** As in a backtest, whose process may be suspended for a while. */
  @Test
  void noRecordWaitsWhereTimePassesByHand() {
    AtomicLong nanos = new AtomicLong();
    ObserveProcessor.Backlogs backlogs =
        new ObserveProcessor.Backlogs(new Backlog(nanos::get), new Backlog(nanos::get));
    Processor<String, Object, String, Object> processor =
        ObserveProcessor.supplier(AppConfig.of(Map.of()), new Metrics(), backlogs).get();
    processor.init(context);
    backlogs
        .predictions()
        .noting((record, time) -> NOW)
        .extract(new ConsumerRecord<>("evenkeel.predictions", 0, 1, "p1", NOW), NOW);
    nanos.set(Duration.ofSeconds(10).toNanos());
    send(processor, "evenkeel.predictions", 1);
    for (int i = 0; i < 10; i++) {
      pass(Duration.ofMinutes(1));
    }

    assertThat(context.forwarded())
        .extracting(forwarded -> ((Partial) forwarded.record().value()).getFrontier())
        .anyMatch(frontier -> frontier != null && frontier.getIdle());
  }

  /** The second stage would refuse it, as if an instance had other settings than the others. */
  @Test
  void publishesNoPaneThatWasBegunBeforeAChangeOfTheSettingsThatMakePanes() {
    send(start(new Metrics(), Map.of()), "evenkeel.predictions", 1);
    pass(Duration.ofSeconds(1));
    assertThat(published()).containsOnly(AppConfig.of(Map.of()).model("churn").paneForm());
    context.resetForwards();

    Map<String, String> changed = Map.of("defaults.window.advance", "5m");
    Processor<String, Object, String, Object> processor = start(new Metrics(), changed);
    pass(Duration.ofSeconds(1));
    send(processor, "evenkeel.labels", 1);
    pass(Duration.ofMinutes(10));
    assertThat(published()).isEmpty();

    context.setCurrentSystemTimeMs(NOW + Duration.ofMinutes(20).toMillis());
    String id = "next";
    long later = NOW + Duration.ofMinutes(20).toMillis();
    context.setRecordMetadata("evenkeel.predictions", 0, 2);
    processor.process(
        new Record<>(
            id,
            new PredictionEvent(
                id, "churn", "", later, Map.of(), Map.of(), Categorical.of(0.5, 0.5)),
            later));
    pass(Duration.ofSeconds(1));
    assertThat(published()).containsOnly(AppConfig.of(changed).model("churn").paneForm());
  }

  /** In the second half of a pane that was begun when panes were twice as long. */
  @Test
  void takesTheLabelOfAPredictionWhosePaneWasBegunLonger() {
    predicted(start(new Metrics(), LONG_PANES), "old", "FR", 7);
    Metrics metrics = new Metrics();
    var processor = start(metrics, SHORT_PANES);
    labelled(processor, "old", 8);

    assertThat(metrics.scrape()).contains("evenkeel_joined_total{model=\"churn\"} 1.0");
  }

  /** The pane of the model is begun once more then, that of the segment is not. */
  @Test
  void countsALabelInThePanesThatCountItsPrediction() {
    predicted(start(new Metrics(), LONG_PANES), "old", "FR", 7);
    Metrics metrics = new Metrics();
    var processor = start(metrics, SHORT_PANES);
    predicted(processor, "new", "DE", 8);
    labelled(processor, "old", 9);
    pass(Duration.ofSeconds(1));

    assertThat(metrics.scrape()).contains("evenkeel_joined_total{model=\"churn\"} 1.0");
    assertThat(panes())
        .filteredOn(pane -> pane.getStart() == minute(5))
        .hasSize(2)
        .allSatisfy(pane -> assertThat(pane.getCases()).isEmpty());
  }

  @Test
  void keepsAPaneThatWasBegunLongerUntilTheLabelsOfItsEndAreIn() {
    predicted(start(new Metrics(), LONG_PANES), "old", "FR", 7);
    Metrics metrics = new Metrics();
    var processor = start(metrics, SHORT_PANES);
    predicted(processor, "new", "FR", 69);
    labelled(processor, "new", 69);
    pass(Duration.ofSeconds(1));
    pass(Duration.ofSeconds(1));
    labelled(processor, "old", 69);

    assertThat(metrics.scrape()).contains("evenkeel_joined_total{model=\"churn\"} 2.0");
  }

  private static long minute(int minute) {
    return NOW + Duration.ofMinutes(minute).toMillis();
  }

  private void predicted(
      Processor<String, Object, String, Object> processor, String id, String country, int minute) {
    process(
        processor,
        "evenkeel.predictions",
        id,
        new PredictionEvent(
            id,
            "churn",
            "",
            minute(minute),
            Map.of("country", country),
            Map.of(),
            Categorical.of(0.5, 0.5)),
        minute);
  }

  private void labelled(
      Processor<String, Object, String, Object> processor, String id, int minute) {
    LabelEvent event = new LabelEvent(id, minute(minute), 0, new RawTarget.Index(1));
    process(processor, "evenkeel.labels", id, event, minute);
  }

  private void process(
      Processor<String, Object, String, Object> processor,
      String topic,
      String id,
      Object event,
      int minute) {
    context.setCurrentSystemTimeMs(minute(minute));
    context.setRecordMetadata(topic, 0, minute);
    processor.process(new Record<>(id, event, minute(minute)));
  }

  /** The panes that were published. */
  private List<PaneSketch> panes() {
    return context.forwarded().stream()
        .map(forwarded -> forwarded.record().value())
        .filter(Partial.class::isInstance)
        .map(Partial.class::cast)
        .map(Partial::getPane)
        .filter(Objects::nonNull)
        .toList();
  }

  /** The forms of the panes that were published. */
  private List<Integer> published() {
    return context.forwarded().stream()
        .map(forwarded -> forwarded.record().value())
        .filter(Partial.class::isInstance)
        .map(Partial.class::cast)
        .filter(partial -> partial.getPane() != null)
        .map(Partial::getPaneForm)
        .toList();
  }

  @Test
  void joinsWhatWasLookedAtBeforeTheShareBecameSmaller() {
    Processor<String, Object, String, Object> all = start(new Metrics(), 1);
    for (int i = 0; i < COUNT; i++) {
      send(all, "evenkeel.predictions", i);
    }
    Metrics metrics = new Metrics();
    Processor<String, Object, String, Object> few = start(metrics, 0.01);
    for (int i = 0; i < 2 * COUNT; i++) {
      send(few, "evenkeel.labels", i);
    }

    assertThat(metrics.scrape())
        .contains("evenkeel_joined_total{model=\"churn\"} " + (double) COUNT)
        .containsPattern("evenkeel_unsampled_total\\{kind=\"label\"} (19\\d|200)\\.0");
  }
}
