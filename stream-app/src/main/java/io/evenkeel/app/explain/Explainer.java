package io.evenkeel.app.explain;

import io.evenkeel.app.codec.EventDeserializer;
import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RejectedEventException;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.follow.AbsentException;
import io.evenkeel.app.follow.TopicReader;
import io.evenkeel.app.judge.VerdictReplay;
import io.evenkeel.app.observe.PartitionReplay;
import io.evenkeel.app.observe.Readers;
import io.evenkeel.app.oncall.AlertTopic;
import io.evenkeel.app.serde.AvroSerdes;
import io.evenkeel.app.state.PaneGrid;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.verdict.BudgetShare;
import io.evenkeel.app.verdict.Sources;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.internal.Partial;
import io.evenkeel.schemas.internal.Profile;
import io.evenkeel.schemas.internal.SourceOffsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Recomputes the verdict behind an alert: from the predictions and labels at the offsets that it
 * names, with its version of the profile and the settings of now. Memory grows with the predictions
 * of one source partition that count.
 */
public final class Explainer {
  private final AppConfig config;
  private final TopicReader reader;
  private final Recorded recorded;
  private final Deserializer<PredictionEvent> predictions;
  private final Deserializer<LabelEvent> labels;

  /** An explainer that has read nothing. */
  public Explainer(AppConfig config, TopicReader reader) {
    AvroSerdes serdes = AvroSerdes.of(config.serde());
    this.config = config;
    this.reader = reader;
    this.recorded = new Recorded(config.topics(), reader, serdes.deserializer());
    this.predictions = Readers.predictions(config, serdes.deserializer());
    this.labels = EventDeserializer.labels(serdes.deserializer());
  }

  /**
   * Explains an alert.
   *
   * @param id its fingerprint, or the beginning of it
   * @param at its newest state up to this event time; null for the newest of all
   * @throws AbsentException if something of it is not there any more
   */
  public Explanation explain(String id, @Nullable Instant at) {
    Alert alert = new AlertTopic(config, reader).find(id, at);
    if (alert.getVerdict() == null) {
      throw new AbsentException("no verdict caused the alert: " + alert.getSummary());
    }
    Verdict verdict = recorded.verdict(alert.getVerdict());
    SeriesKey series =
        new SeriesKey(verdict.getModel(), verdict.getVersion(), verdict.getSegment());
    Map<String, Profile> profiles = recorded.profile(series, verdict.getProfile());
    ModelSettings settings = config.model(series.model());
    VerdictReplay.Then then =
        new VerdictReplay.Then(
            verdict, config, profiles.get(series.modelKey()), budgetShare(alert, settings));
    List<Partial> partials = count(verdict, series, profiles);
    if (partials.isEmpty()) {
      throw new AbsentException("there is nothing to count: the verdict rests on no prediction");
    }
    VerdictReplay again = VerdictReplay.of(then, partials);
    boolean severalPanes = !settings.window().size().equals(settings.window().advance());
    return new Explanation(
        alert,
        verdict,
        again,
        Comparison.of(verdict, again.verdict(), severalPanes),
        warnings(alert, verdict, again.verdict(), settings));
  }

  private static BudgetShare budgetShare(Alert alert, ModelSettings settings) {
    long step = settings.window().advance().toMillis();
    double alpha = settings.evidence().alpha();
    double share = settings.alert().rules().share(Rule.MISCALIBRATION);
    return alert.getFalseAlarms() == null || alert.getFalseAlarmsPeriod() == null
        ? new BudgetShare(alpha, step, step, alpha)
        : new BudgetShare(
            alert.getFalseAlarms() / share, alert.getFalseAlarmsPeriod(), step, alpha);
  }

  private static List<String> warnings(
      Alert alert, Verdict verdict, Verdict again, ModelSettings settings) {
    List<String> warnings = new ArrayList<>();
    if (!again.getProvenance().getConfigHash().equals(verdict.getProvenance().getConfigHash())) {
      warnings.add(
          "the settings of "
              + verdict.getModel()
              + " are not those that the verdict was made with: numbers may differ");
    }
    if (!String.valueOf(alert.getVerdict()).endsWith("#" + verdict.getRevision())) {
      warnings.add(
          "of the verdict only revision "
              + verdict.getRevision()
              + " is left; "
              + alert.getVerdict()
              + " caused the alert");
    }
    if (settings.evidence().isRelative()) {
      warnings.add("what is no worse than the reference is not made again: numbers may differ");
    }
    return warnings;
  }

  private List<Partial> count(Verdict verdict, SeriesKey series, Map<String, Profile> profiles) {
    Rejected rejected = recorded.rejected();
    PartitionReplay.Known known =
        new PartitionReplay.Known(
            profiles, series.segment().isEmpty() ? Map.of() : recorded.active());
    List<Partial> partials = new ArrayList<>();
    for (SourceOffsets source : Sources.of(verdict.getProvenance()).offsets()) {
      PartitionReplay recount = new PartitionReplay(config, series, source.getPartition(), known);
      reader.range(
          new TopicPartition(config.topics().predictions(), source.getPartition()),
          source.getPredictionsFrom(),
          source.getPredictionsThrough(),
          record -> {
            PredictionEvent event = rejected.holds(record) ? null : read(predictions, record);
            if (event != null && counts(event, verdict)) {
              recount.predicted(event, record.offset());
            }
          });
      reader.range(
          new TopicPartition(config.topics().labels(), source.getPartition()),
          source.getLabelsFrom(),
          source.getLabelsThrough(),
          record -> label(record, recount, rejected));
      recount.partials().forEach(partials::add);
    }
    return partials;
  }

  /** Whether the prediction is in a pane that the verdict may rest on. */
  private boolean counts(PredictionEvent event, Verdict verdict) {
    ModelSettings settings = config.model(event.model());
    PaneGrid panes = PaneGrid.of(settings.window());
    long compared =
        verdict.getWindowStart().toEpochMilli() - settings.drift().windowsBefore() * panes.window();
    long since = Math.min(verdict.getEvidence().getSince().toEpochMilli(), compared);
    return event.madeAt() >= since && event.madeAt() < verdict.getWindowEnd().toEpochMilli();
  }

  private void label(
      ConsumerRecord<String, byte[]> record, PartitionReplay recount, Rejected rejected) {
    LabelEvent event = read(labels, record);
    if (event == null) {
      return;
    }
    if (rejected.asLate(record)) {
      recount.late(event, record.offset());
    } else if (!rejected.holds(record)) {
      recount.labelled(event, record.offset());
    }
  }

  /** The event; null if the record has none that can be used. */
  private static <E> @Nullable E read(
      Deserializer<E> deserializer, ConsumerRecord<String, byte[]> record) {
    try {
      return deserializer.deserialize(record.topic(), record.headers(), record.value());
    } catch (RejectedEventException e) {
      return null;
    }
  }
}
