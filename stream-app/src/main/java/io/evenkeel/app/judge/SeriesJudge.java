package io.evenkeel.app.judge;

import io.evenkeel.app.alert.Attribution;
import io.evenkeel.app.alert.Problem;
import io.evenkeel.app.alert.WindowTests;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.state.PaneGrid;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.verdict.Judgement;
import io.evenkeel.app.verdict.VerdictFactory;
import io.evenkeel.core.drift.sequential.DriftEvidence;
import io.evenkeel.core.evidence.Fault;
import io.evenkeel.core.evidence.MapProof;
import io.evenkeel.schemas.VerdictStatus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * One look at the windows of one series: mutable, made for the look and then thrown away.
 *
 * <p>A window ends where a pane with predictions ends. Windows become final in the order of event
 * time. A window whose content has not changed since its last verdict gets no new one, and one that
 * is open gets it when that is worth it.
 *
 * <p>Alerts go from pane to pane, in the order of event time: a pane counts once its labels are all
 * in, so that a look at many panes says what as many looks would have said. Where delays are known
 * to be independent of the labels, panes that are not final yet may raise an alert early.
 */
final class SeriesJudge {
  private final SeriesKey series;
  private final ModelSettings settings;
  private final Known known;
  private final PaneGrid cut;
  private final NavigableMap<Long, MergedPane> panes;
  private final long newestEnd;
  private final List<SpecificRecord> out = new ArrayList<>();
  private final TreeMap<Long, Issued> issued = new TreeMap<>();
  private final MonitorWalk walk;
  private final DriftWalk drift;
  private final ExpectedScores scores;
  private final Windows windows;
  private final WindowContents contents;
  private final SeriesAlerts alerts;
  private final SeriesMap map;
  private final WindowTests tests;
  private final SeriesMemory before;
  private final Backoff backoff;
  private long finalThrough;
  private long countedThrough;
  private long missedThrough;
  private Gaps gaps;
  private References references;

  SeriesJudge(
      SeriesKey series,
      ModelSettings settings,
      NavigableMap<Long, MergedPane> panes,
      SeriesMemory memory,
      Known known) {
    this.series = series;
    this.settings = settings;
    this.known = known;
    this.cut = PaneGrid.of(settings.window());
    this.panes = panes;
    this.newestEnd = cut.endOf(panes.lastKey());
    this.before = memory;
    this.backoff = known.backoff();
    this.finalThrough = memory.finalThrough();
    this.countedThrough = memory.countedThrough();
    this.gaps = memory.gaps();
    this.references = memory.references();
    this.walk = new MonitorWalk(panes, memory, settings, known.logThreshold(settings));
    walk.resume(known.reached());
    this.drift = new DriftWalk(series, settings, panes, memory.drift(), known);
    this.scores = new ExpectedScores(settings, panes, memory.expected());
    this.windows = new Windows(series, settings, panes, known.fixed(), scores::at);
    this.contents = new WindowContents(panes);
    this.alerts = new SeriesAlerts(series, settings, memory, known, drift::dropsAlarm);
    this.map = new SeriesMap(series, settings, memory.mapInForce());
    this.tests = new WindowTests(settings.alert(), cut.window());
    memory.issued().forEach(verdict -> issued.put(verdict.end(), verdict));
  }

  /** What is to be sent, in this order. */
  List<SpecificRecord> out() {
    return out;
  }

  /** How near to an alarm the rules of drift are whose evidence has grown. */
  Map<Rule, DriftEvidence> drift() {
    return drift.nearest();
  }

  /** Issues the verdicts that are due, given how far the source partitions have come. */
  void look(Watermarks.Watermark watermark) {
    long finalBefore = finalThrough;
    scores.advance(watermark, finalBefore, pane -> drift.isComplete(pane, watermark));
    boolean inOrder = true;
    for (MergedPane pane : panes.values()) {
      long end = cut.endOf(pane.start());
      inOrder &= isFinal(pane, watermark);
      if (!inOrder && end > finalBefore) {
        judgeOpen(end);
        continue;
      }
      Judgement judgement = null;
      if (end > finalBefore) {
        judgement = judgeFinal(end, watermark);
      } else if (end >= revisable()) {
        judgement = revise(end);
      }
      if (inOrder && end > countedThrough && counts(end, watermark)) {
        countedThrough = end;
        step(end, judgement, null);
      } else if (!inOrder && judgement != null) {
        Judgement revised = judgement;
        stepEarly(end, () -> revised);
      }
    }
    backoff.settled(finalThrough);
    drift.advance(watermark, this::stepWithoutLabels);
    missPredictions(watermark);
    if (countedThrough > before.countedThrough()) {
      attribute();
    }
    out.addAll(alerts.renewed());
  }

  /** Whether a pane that is final counts as evidence: its labels are no selection. */
  private boolean counts(long end, Watermarks.Watermark watermark) {
    return end <= watermark.labels() || settings.labels().delayIndependent();
  }

  /** The window in which predictions have been missing for too long, if it is over. */
  private void missPredictions(Watermarks.Watermark watermark) {
    if (finalThrough < newestEnd) {
      return;
    }
    SeriesLifecycle absence = absence();
    if (!absence.isMissed(watermark)) {
      return;
    }
    long end = absence.missedAt();
    if (absence.isAwaited(watermark)) {
      Judgement judgement = judgeFinal(end, watermark);
      countedThrough = Math.max(countedThrough, end);
      step(end, judgement, null);
    }
    finalThrough = end;
    missedThrough = end;
  }

  private SeriesLifecycle absence() {
    return SeriesLifecycle.of(series, settings, memory(), panes.lastKey());
  }

  private boolean isFinal(MergedPane pane, Watermarks.Watermark watermark) {
    long end = cut.endOf(pane.start());
    return end <= watermark.labels()
        || (end <= watermark.predictions() && pane.isCovered(settings.labels().minCoverage()));
  }

  /** A window that stays open: alerts that rise early do not wait for its next verdict. */
  private void judgeOpen(long end) {
    WindowContents.Content content = contents.of(cut.windowStart(end), end);
    Issued last = issued.get(end);
    boolean isForetold = backoff.isProvisional() && scores.isNews(end);
    if (last != null && last.content() == content.hash() && !isForetold) {
      return;
    }
    boolean isNews = backoff.isNews(end, last, content);
    if (isForetold || backoff.isDue(end, content, newestEnd, cut)) {
      Judgement judgement = issueOpen(end, content);
      stepEarly(end, () -> judgement);
    } else if (isNews) {
      stepEarly(end, Once.of(() -> issueOpen(end, content)));
    }
  }

  private Judgement issueOpen(long end, WindowContents.Content content) {
    VerdictStatus status =
        issued.containsKey(end) ? VerdictStatus.REVISED : VerdictStatus.PROVISIONAL;
    backoff.issued(end, content);
    boolean evidence = settings.labels().delayIndependent();
    return issue(end, content.hash(), status, evidence ? end : countedThrough);
  }

  private Judgement judgeFinal(long end, Watermarks.Watermark watermark) {
    long content = contents.of(cut.windowStart(end), end).hash();
    Judgement judgement =
        issue(end, content, VerdictStatus.FINAL, counts(end, watermark) ? end : countedThrough);
    finalThrough = end;
    references = references.withCases(windows.pinned(references, end));
    gaps = panes.containsKey(end - cut.length()) ? gaps.after(end, cut.length()) : gaps;
    references = references.gather(panes, end, settings);
    walk.compareWith(references);
    return judgement;
  }

  /** Revises a final window if source partitions have published more of it since; null if not. */
  private @Nullable Judgement revise(long end) {
    long content = contents.of(cut.windowStart(end), end).hash();
    Issued last = issued.get(end);
    if (last == null || last.content() == content) {
      return null;
    }
    Judgement judgement = issue(end, content, VerdictStatus.FINAL, Math.min(end, countedThrough));
    if (countedThrough > 0) {
      long start = judgement.verdict().getWindowStart().toEpochMilli();
      String supersedes = last.outcome() == null ? null : series.verdict(start, last.revision());
      step(countedThrough, judgement, supersedes);
    }
    return judgement;
  }

  private Judgement issue(long end, long content, VerdictStatus status, long counted) {
    Issued last = issued.get(end);
    int revision = last == null ? 0 : last.revision() + 1;
    Judgement judgement = judge(end, counted, status, revision);
    out.add(judgement.verdict());
    issued.put(end, Issued.of(judgement, content));
    return judgement;
  }

  /** The rules that wait for labels, at the end of a pane that counts; those that are off, too. */
  private void step(long end, @Nullable Judgement judgement, @Nullable String supersedes) {
    Supplier<Judgement> newest =
        () -> judgement != null ? judgement : judgement(end, end, VerdictStatus.FINAL);
    SeriesAlerts.Step step = at(end, newest, supersedes);
    step.problems().putAll(drift.labelled(end));
    alerts.step(
        Arrays.stream(Rule.values()).filter(rule -> !drift.needsNoLabels(rule)).toList(), step);
    out.addAll(alerts.drain());
    if (supersedes != null) {
      return; // It says nothing of the newest labels.
    }
    MapProof proof = walk.through(end).maps(walk.plan());
    map.step(
            new SeriesMap.Step(end, proof, newest, alerts.isOpen(Rule.SELECTION)),
            panes.headMap(end).values())
        .ifPresent(out::add);
  }

  /** A pane whose labels are not all in raises alerts where delays say nothing of the labels. */
  private void stepEarly(long end, Supplier<Judgement> newest) {
    if (settings.labels().delayIndependent()) {
      alerts.stepEarly(at(end, newest, null));
      out.addAll(alerts.drain());
    }
  }

  /** The rules that need no labels, at the end of a pane all of whose predictions were seen. */
  private void stepWithoutLabels(long end, Map<Rule, Problem> problems) {
    alerts.step(
        DriftWalk.WITHOUT_LABELS.stream().filter(drift::needsNoLabels).toList(),
        new SeriesAlerts.Step(
            end,
            scores.withEffect(end, problems),
            before.before(),
            false,
            0,
            () ->
                end > finalThrough && !issued.containsKey(end)
                    ? issueOpen(end, contents.of(cut.windowStart(end), end))
                    : judgement(end, Math.min(end, countedThrough), VerdictStatus.PROVISIONAL),
            null,
            Attribution.NONE));
    out.addAll(alerts.drain());
  }

  private Judgement judgement(long end, long counted, VerdictStatus status) {
    Issued last = issued.get(end);
    return judge(end, counted, status, last == null ? 0 : last.revision());
  }

  private Judgement judge(long end, long counted, VerdictStatus status, int revision) {
    boolean isFinal = status == VerdictStatus.FINAL;
    return VerdictFactory.judge(
        windows.of(end, counted, isFinal, walk, references), settings, status, revision);
  }

  private WindowMemory after(Map<Long, Issued> windows, WindowTests rule) {
    return before.before().after(windows.values(), rule, end -> contents.labelledBy(end, cut));
  }

  private SeriesAlerts.Step at(long end, Supplier<Judgement> newest, @Nullable String supersedes) {
    SeriesMonitor monitor = walk.through(end);
    WindowTests rule = tests.since(monitor.restartAt());
    WindowMemory remembered = after(issued.headMap(end, true), rule);
    long patience = SeriesLifecycle.noDataAfter(settings, gaps);
    boolean isPredicted = !panes.subMap(cut.windowStart(end), end).isEmpty();
    boolean isMissing = patience > 0 && remembered.unlabelledFor() >= patience;
    return new SeriesAlerts.Step(
        end,
        new Problems(
                settings,
                walk.logThreshold(end - cut.length()),
                panes.headMap(end),
                map.inWords(() -> monitor.maps(walk.plan())))
            .of(monitor, walk.plan(), remembered),
        remembered,
        rule.begins(remembered.tests()),
        isMissing ? gaps.missingSince(remembered.labelledThrough(), isPredicted) : 0,
        newest,
        supersedes,
        attribution(monitor));
  }

  /** Adds to an alert that fires which segments carry it, if that was not known before. */
  private void attribute() {
    alerts.attribute(alert -> attribution(walk.through(countedThrough)));
    out.addAll(alerts.drain());
  }

  /** Which segments carry the fault of a whole model. */
  private Attribution attribution(SeriesMonitor monitor) {
    SegmentComparison segments = known.segments();
    Fault fault = monitor.fault(walk.plan()).orElse(null);
    return segments == null || fault == null || !series.segment().isEmpty()
        ? Attribution.NONE
        : segments.attribute(
            new SegmentComparison.Kept(series, before, panes), monitor.since(), countedThrough);
  }

  /**
   * End of the next window to become final, or when the absence of predictions has its next effect,
   * milliseconds since 1970.
   */
  long nextDue() {
    Long next = panes.higherKey(Math.min(finalThrough, countedThrough) - cut.length());
    return next == null ? absence().nextDue() : cut.endOf(next);
  }

  /** Where the next look may go on. */
  MonitorWalk.Reached reached() {
    return walk.reached(countedThrough);
  }

  /** End of the next pane whose predictions are awaited, milliseconds since 1970. */
  long nextDueWithoutLabels() {
    return Math.min(drift.nextDue(), scores.nextDue());
  }

  /** Final windows that end from here on may be revised: all their panes are kept. */
  private long revisable() {
    long whole = before.monitor().through() + cut.window(); // Windows were shorter before.
    return Math.min(finalThrough + 1, Math.max(finalThrough - cut.window(), whole));
  }

  /** What to remember: verdicts are, as long as their windows may be revised. */
  SeriesMemory memory() {
    return new SeriesMemory(
        finalThrough,
        countedThrough,
        gaps,
        List.copyOf(issued.tailMap(revisable()).values()),
        before.monitor(),
        references,
        after(issued.headMap(revisable()), tests.since(walk.through(countedThrough).restartAt())),
        alerts.memories(),
        drift.states(missedThrough, countedThrough),
        alerts.carriers(),
        map.inForce(),
        scores.state());
  }

  /**
   * What to remember once the panes are forgotten that no window needs that may still change: those
   * that start before {@link SeriesMemory#keptFrom}.
   */
  SeriesMemory settled() {
    SeriesMemory memory = memory();
    long from = memory.keptFrom(settings);
    return memory.with(monitorAt(from), drift.settled(from, missedThrough, countedThrough));
  }

  /** Where the monitor stands before the panes that are kept from the given time on. */
  private SeriesMonitor.State monitorAt(long from) {
    SeriesMonitor.State state = before.monitor();
    if (panes.subMap(Math.min(state.through(), from), from).isEmpty()) {
      return state;
    }
    MonitorWalk behind = new MonitorWalk(panes, before, settings, known.logThreshold(settings));
    behind.compareWith(references);
    return behind.through(from).state();
  }
}
