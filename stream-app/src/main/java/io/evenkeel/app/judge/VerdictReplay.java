package io.evenkeel.app.judge;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.state.PaneGrid;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.verdict.EvidenceLevels;
import io.evenkeel.app.verdict.VerdictFactory;
import io.evenkeel.core.evidence.EvidenceKind;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictStatus;
import io.evenkeel.schemas.internal.Partial;
import io.evenkeel.schemas.internal.Profile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A verdict that was made again, by what made it first, of panes that were counted again.
 *
 * @param verdict the verdict of now
 * @param steps how its evidence grew, pane by pane
 * @param logEValues natural logarithm of the e-value of each kind of evidence by itself, at its
 *     end, less the price of horizons that overlap
 */
public record VerdictReplay(
    Verdict verdict, List<Step> steps, Map<EvidenceKind, Double> logEValues) {

  /**
   * What the verdict was made with, beside the panes.
   *
   * @param verdict the verdict of then
   * @param config the settings of now
   * @param profile that the panes are counted with; null without one
   */
  public record Then(Verdict verdict, AppConfig config, @Nullable Profile profile) {

    private ModelSettings settings() {
      return config.model(verdict.getModel());
    }
  }

  /**
   * The evidence after one pane.
   *
   * @param start start of the pane, milliseconds since 1970
   * @param predictions in the pane
   * @param labelled in the pane
   * @param logE natural logarithm of the e-value of the series up to its end
   * @param logEBeyond the same against every miscalibration within the tolerance
   */
  public record Step(long start, long predictions, long labelled, double logE, double logEBeyond) {}

  /**
   * Makes the verdict again.
   *
   * @param partials of the panes of its window and of its evidence, and of those that drift is
   *     compared with; at least one
   */
  public static VerdictReplay of(Then then, Collection<Partial> partials) {
    Verdict verdict = then.verdict;
    SeriesKey series =
        new SeriesKey(verdict.getModel(), verdict.getVersion(), verdict.getSegment());
    Recounted recounted = Recounted.of(series, partials, then.profile, then.config);
    NavigableMap<Long, MergedPane> panes = recounted.panes();
    // What was expected rests on labels that the verdict does not name.
    Windows windows =
        new Windows(
            series,
            then.settings(),
            panes,
            recounted.fixed(series, then.config),
            end -> Optional.empty());
    MonitorWalk walk = walk(then, counted(then, panes));
    long since = verdict.getEvidence().getSince().toEpochMilli();
    long through = verdict.getEvidence().getThrough().toEpochMilli();
    List<Step> steps = steps(walk, panes, since, through);
    return new VerdictReplay(
        judge(then, panes, windows),
        steps,
        EvidenceLevels.byKind(
            walk.through(through).evidence(walk.plan()), then.settings().overlap()));
  }

  private static Verdict judge(Then then, NavigableMap<Long, MergedPane> panes, Windows windows) {
    Verdict verdict = then.verdict;
    boolean isFinal = verdict.getStatus() == VerdictStatus.FINAL;
    References references = references(then, panes, windows);
    MonitorWalk walk = walk(then, counted(then, panes));
    walk.compareWith(references);
    var window =
        windows.of(
            verdict.getWindowEnd().toEpochMilli(),
            verdict.getEvidence().getThrough().toEpochMilli(),
            isFinal,
            walk,
            references);
    return VerdictFactory.judge(window, then.settings(), verdict.getStatus(), verdict.getRevision())
        .verdict();
  }

  /**
   * A walk over panes of which nothing is remembered but where the evidence starts, and from where
   * on it was a fault: that depends on how many series shared the budget then.
   */
  private static MonitorWalk walk(Then then, NavigableMap<Long, MergedPane> panes) {
    Double recorded = then.verdict.getEvidence().getLogThreshold();
    double logThreshold = recorded == null ? Double.POSITIVE_INFINITY : recorded;
    return new MonitorWalk(panes, SeriesMemory.NONE, then.settings(), start -> logThreshold);
  }

  /** The panes of the evidence; all if it has none. */
  private static NavigableMap<Long, MergedPane> counted(
      Then then, NavigableMap<Long, MergedPane> panes) {
    // A copy: a view may not be asked for what is before it, where the walk begins.
    NavigableMap<Long, MergedPane> counted =
        new TreeMap<>(panes.tailMap(then.verdict.getEvidence().getSince().toEpochMilli(), true));
    return counted.isEmpty() ? panes : counted;
  }

  /** What later windows were compared with, gathered again. */
  private static References references(
      Then then, NavigableMap<Long, MergedPane> panes, Windows windows) {
    References references = References.NONE;
    if (remembers(then)) {
      PaneGrid cut = PaneGrid.of(then.settings().window());
      long last = cut.startOf(then.verdict.getWindowEnd().toEpochMilli() - cut.length());
      for (long start : panes.headMap(last).keySet()) {
        long end = cut.endOf(start);
        references = references.withCases(windows.pinned(references, end));
        references = references.gather(panes, end, then.settings());
      }
    }
    return references;
  }

  /** Whether the window that others were compared with, pinned or the first, is counted again. */
  private static boolean remembers(Then then) {
    Instant since = then.verdict.getEvidence().getSince();
    return then.settings()
        .drift()
        .pinned()
        .map(start -> !start.isBefore(since))
        .orElse(since.equals(Instant.EPOCH));
  }

  /** How the evidence grows along the walk, pane by pane. */
  private static List<Step> steps(
      MonitorWalk walk, NavigableMap<Long, MergedPane> panes, long since, long through) {
    List<Step> steps = new ArrayList<>();
    for (MergedPane pane : panes.subMap(since, Math.max(since, through)).values()) {
      EvidenceLevels levels =
          walk.through(pane.start() + 1).levels(walk.plan(), walk.logThreshold(pane.start()));
      steps.add(
          new Step(
              pane.start(),
              pane.predictions(),
              pane.sketch().labelled(),
              levels.logE(),
              levels.logEBeyond()));
    }
    return steps;
  }
}
