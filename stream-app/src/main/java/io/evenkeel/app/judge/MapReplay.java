package io.evenkeel.app.judge;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.verdict.Explanation;
import io.evenkeel.app.verdict.Judgement;
import io.evenkeel.app.verdict.VerdictFactory;
import io.evenkeel.core.evidence.MapProof;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.schemas.PublishedMap;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.internal.Partial;
import io.evenkeel.schemas.internal.Profile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A published map that was learned again, by what learned it first, of panes that were counted
 * again.
 *
 * @param published the record of now; null if no map can be applied to the predictions
 * @param steps how the proof grew, pane by pane
 * @param configHash of the settings of now, as verdicts name it
 */
public record MapReplay(@Nullable PublishedMap published, List<Step> steps, String configHash) {

  /**
   * What the map was published with, beside the panes.
   *
   * @param published the record of then
   * @param since start of the first pane of the proof
   * @param verdict that it was decided with: of a newest window that lacks labels, no map is used
   * @param config the settings of now
   * @param profile that the panes are counted with; null without one
   */
  public record Then(
      PublishedMap published,
      Instant since,
      Verdict verdict,
      AppConfig config,
      @Nullable Profile profile) {

    /** Whether the alert of the rule selection had a say. */
    public boolean isSelection() {
      return published.getWords().endsWith(SeriesMap.SELECTION);
    }
  }

  /**
   * The proof after one pane.
   *
   * @param start start of the pane, milliseconds since 1970
   * @param predictions in the pane
   * @param labelled in the pane
   * @param logE natural logarithm of the e-value up to its end
   * @param weightOfNone {@link MapProof#weightOfNone}
   * @param change what the map does that is used from then on, or that none is; empty if nothing
   *     changes
   */
  public record Step(
      long start,
      long predictions,
      long labelled,
      double logE,
      double weightOfNone,
      String change) {}

  /** Copies the list. */
  public MapReplay {
    steps = List.copyOf(steps);
  }

  /** The pane that proved that maps pay; none if no pane did. */
  public Optional<Step> proven() {
    return steps.stream().filter(step -> !step.change.isEmpty()).findFirst();
  }

  /**
   * Learns the map again.
   *
   * @param partials of the panes of its proof, and of the window of its verdict; at least one
   */
  public static MapReplay of(Then then, Collection<Partial> partials) {
    PublishedMap published = then.published;
    SeriesKey series =
        new SeriesKey(published.getModel(), published.getVersion(), published.getSegment());
    ModelSettings settings = then.config.model(published.getModel());
    Recounted recounted = Recounted.of(series, partials, then.profile, then.config);
    NavigableMap<Long, MergedPane> panes = recounted.panes();
    SketchPlan plan = MergedPane.plan(panes.values());
    SeriesMonitor monitor =
        SeriesMonitor.at(
            SeriesMonitor.State.NONE, settings, settings.evidence().tolerance().of(plan.space()));
    long at = published.getUpdatedAt().toEpochMilli();
    List<Step> steps = new ArrayList<>();
    long changes = 0;
    long since = Math.min(at, then.since.toEpochMilli());
    for (MergedPane pane : panes.subMap(since, at).values()) {
      monitor.add(pane, Double.POSITIVE_INFINITY);
      MapProof proof = monitor.maps(plan);
      steps.add(step(pane, proof, proof.changes() != changes));
      changes = proof.changes();
    }
    SeriesMap map = new SeriesMap(series, settings, SeriesMap.UNKNOWN);
    Judgement newest = newest(then.verdict, panes, settings);
    SeriesMap.Step last =
        new SeriesMap.Step(at, monitor.maps(plan), () -> newest, then.isSelection());
    DriftReference.Fixed fixed = recounted.fixed(series, then.config);
    return new MapReplay(
        map.step(last, panes.headMap(at).values()).orElse(null),
        steps,
        settings.hash(fixed == null ? "" : fixed.checksum()));
  }

  private static Step step(MergedPane pane, MapProof proof, boolean isChange) {
    String map = proof.used().map(used -> used.map().describe()).orElse("none");
    return new Step(
        pane.start(),
        pane.predictions(),
        pane.sketch().labelled(),
        proof.logEValue(),
        proof.weightOfNone(),
        isChange ? map : "");
  }

  /** The judgement of then with the labels that are counted now. */
  private static Judgement newest(
      Verdict verdict, NavigableMap<Long, MergedPane> panes, ModelSettings settings) {
    long predictions = 0;
    long labelled = 0;
    for (MergedPane pane :
        panes
            .subMap(verdict.getWindowStart().toEpochMilli(), verdict.getWindowEnd().toEpochMilli())
            .values()) {
      predictions += pane.predictions();
      labelled += pane.sketch().labelled();
    }
    Verdict counted =
        Verdict.newBuilder(verdict)
            .setCoverage(predictions == 0 ? Double.NaN : labelled / (double) predictions)
            .build();
    return new Judgement(
        counted,
        false,
        false,
        Double.NEGATIVE_INFINITY,
        new Explanation("", List.of()),
        VerdictFactory.usualCoverage(settings),
        false);
  }
}
