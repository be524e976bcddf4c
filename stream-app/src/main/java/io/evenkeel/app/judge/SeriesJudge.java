package io.evenkeel.app.judge;

import io.evenkeel.app.alert.AlertLife;
import io.evenkeel.app.alert.AlertRecords;
import io.evenkeel.app.alert.AlertRecords.Change;
import io.evenkeel.app.alert.Attribution;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.state.Panes;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.verdict.Allowance;
import io.evenkeel.app.verdict.Judge;
import io.evenkeel.app.verdict.Judgement;
import io.evenkeel.app.verdict.Window;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictStatus;
import io.evenkeel.schemas.internal.AlertMemory;
import io.evenkeel.schemas.internal.AlertPhase;
import io.evenkeel.schemas.internal.IssuedVerdict;
import io.evenkeel.schemas.internal.Outcome;
import io.evenkeel.schemas.internal.SeriesState;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * One look at the windows of one series: mutable, made for the look and then thrown away.
 *
 * <p>A window ends where a pane with predictions ends. Windows become final in the order of event
 * time. A window whose content has not changed since its last verdict gets no new one.
 */
final class SeriesJudge {
  private final SeriesKey series;
  private final ModelSettings settings;
  private final Known known;
  private final Panes cut;
  private final NavigableMap<Long, MergedPane> panes;
  private final List<SpecificRecord> out = new ArrayList<>();
  private final TreeMap<Long, IssuedVerdict> issued = new TreeMap<>();
  private final AlertLife life;
  private final Windows windows;
  private SeriesState state;
  private @Nullable Alert open;
  private @Nullable Verdict newestFinal;

  /**
   * What a look must know that is not of the series alone.
   *
   * @param fixed what all windows may be compared with; null without a profile
   * @param allowance what the series may spend of the false-alarm budget; empty without one
   * @param segments to be compared with a whole model; null if nobody asks
   * @param open the newest event of its alert; null if none is open
   */
  record Known(
      DriftReference.@Nullable Fixed fixed,
      Optional<Allowance> allowance,
      @Nullable SegmentComparison segments,
      @Nullable Alert open) {}

  /** The state of a series before its first window. */
  static SeriesState initial() {
    return SeriesState.newBuilder()
        .setFinalThrough(0)
        .setIssued(List.of())
        .setEvidenceSince(0)
        .setSettled(ByteBuffer.allocate(0))
        .setSettledSince(0)
        .setSettledSources(List.of())
        .setAlert(AlertLife.QUIET)
        .setAlertBefore(AlertLife.QUIET)
        .setReference(ByteBuffer.allocate(0))
        .setPredictedThrough(0)
        .setGaps(List.of())
        .setCalibration(ByteBuffer.allocate(0))
        .setCalibrationThrough(0)
        .setNoWorse(ByteBuffer.allocate(0))
        .setCarriers(List.of())
        .build();
  }

  SeriesJudge(
      SeriesKey series,
      ModelSettings settings,
      NavigableMap<Long, MergedPane> panes,
      SeriesState state,
      Known known) {
    this.series = series;
    this.settings = settings;
    this.known = known;
    this.open = known.open();
    this.cut = Panes.of(settings.window());
    this.panes = panes;
    this.state = state;
    this.windows = new Windows(series, settings, panes, known);
    this.life =
        new AlertLife(
            settings.alert(),
            cut.window(),
            series.segment().isEmpty(),
            Absence.noDataAfter(settings, state.getGaps()));
    state.getIssued().forEach(verdict -> issued.put(verdict.getWindowEnd(), verdict));
  }

  /** What is to be sent, in this order. */
  List<SpecificRecord> out() {
    return out;
  }

  /** What to remember: verdicts are, as long as their windows may be revised. */
  SeriesState state() {
    return SeriesState.newBuilder(state)
        .setIssued(List.copyOf(issued.tailMap(revisable()).values()))
        .setAlertBefore(life.replay(state.getAlertBefore(), issued.headMap(revisable()).values()))
        .build();
  }

  /** Windows that end from here on may be revised, milliseconds since 1970. */
  private long revisable() {
    return state.getFinalThrough() - cut.window();
  }

  /** Issues the verdicts that are due, given how far the source partitions have come. */
  void look(Frontiers.Reach reach) {
    long finalBefore = state.getFinalThrough();
    boolean inOrder = true;
    for (MergedPane pane : panes.values()) {
      long end = cut.endOf(pane.start());
      inOrder &= isFinal(pane, reach);
      if (end > finalBefore) {
        judge(end, inOrder);
      } else if (end >= finalBefore - cut.window()) {
        revise(end);
      }
    }
    missPredictions(reach);
    attribute();
  }

  /** The window in which predictions have been missing for too long, if it is over. */
  private void missPredictions(Frontiers.Reach reach) {
    Absence absence = absence();
    if (!absence.isMissed(reach)) {
      return;
    }
    if (absence.isAwaited(reach)) {
      judge(absence.missedAt(), true);
    } else {
      state = SeriesState.newBuilder(state).setFinalThrough(absence.missedAt()).build();
    }
  }

  private Absence absence() {
    return Absence.of(series, settings, state, panes.lastKey());
  }

  private boolean isFinal(MergedPane pane, Frontiers.Reach reach) {
    long end = cut.endOf(pane.start());
    if (end <= reach.labels()) {
      return true;
    }
    var coverage = settings.labels().minCoverage();
    return coverage.isPresent()
        && end <= reach.predictions()
        && pane.sketch().labelled() >= coverage.getAsDouble() * pane.predictions();
  }

  /** A window that was open until now. */
  private void judge(long end, boolean isFinal) {
    SortedMap<Long, MergedPane> window = windows.panes(end);
    long content = content(window);
    IssuedVerdict last = issued.get(end);
    if (!isFinal && last != null && last.getContent() == content) {
      return;
    }
    if (isFinal) {
      restartEvidence(end);
    }
    VerdictStatus status =
        isFinal
            ? VerdictStatus.FINAL
            : last == null ? VerdictStatus.PROVISIONAL : VerdictStatus.REVISED;
    Judgement judgement = issue(end, content, status, isFinal);
    if (isFinal) {
      newestFinal = judgement.verdict();
      state = SeriesState.newBuilder(state).setFinalThrough(end).build();
      state = SeriesState.newBuilder(state).setReference(windows.pinned(state, end)).build();
      state = panes.containsKey(end - cut.length()) ? Gaps.note(state, end, cut.length()) : state;
      state = ReferenceCalibration.gather(state, panes, end, settings);
    }
    alert(judgement, last);
    if (isFinal && isSpent(end, judgement.outcome())) {
      restart(end);
    }
  }

  /**
   * Whether evidence starts anew after a final window: with the alert that it has raised or kept,
   * and when an alert is over. Windows that are not final yet have no say, so that this does not
   * depend on when one looks.
   */
  private boolean isSpent(long end, Outcome outcome) {
    boolean wasFiring = isFiringAfter(issued.headMap(end));
    return isFiringAfter(issued.headMap(end, true)) ? outcome == Outcome.SERIES : wasFiring;
  }

  private boolean isFiringAfter(SortedMap<Long, IssuedVerdict> windows) {
    return life.replay(state.getAlertBefore(), windows.values()).getState() == AlertPhase.FIRING;
  }

  /** A window that is final, of which a source partition has told more since. */
  private void revise(long end) {
    SortedMap<Long, MergedPane> window = windows.panes(end);
    long content = content(window);
    IssuedVerdict last = issued.get(end);
    if (last != null && last.getContent() != content) {
      alert(issue(end, content, VerdictStatus.FINAL, true), last);
    }
  }

  private Judgement issue(long end, long content, VerdictStatus status, boolean isFinal) {
    IssuedVerdict last = issued.get(end);
    int revision = last == null ? 0 : last.getRevision() + 1;
    long since =
        last != null && end <= state.getFinalThrough()
            ? last.getEvidenceSince()
            : evidenceSince(end);
    long counted = isFinal || settings.labels().delayIndependent() ? end : state.getFinalThrough();
    Window window = windows.of(state, end, since, counted, isFinal);
    Judgement judgement = Judge.judge(window, settings, status, revision);
    out.add(judgement.verdict());
    issued.put(
        end,
        new IssuedVerdict(
            end,
            revision,
            content,
            since,
            isFinal ? judgement.outcome() : early(judgement, last),
            judgement.effect(),
            judgement.pValueBeyond()));
    return judgement;
  }

  /**
   * What an alert takes from a window that is not final: only evidence that passed, only where that
   * is allowed, and then until the window is final.
   */
  private @Nullable Outcome early(Judgement judgement, @Nullable IssuedVerdict last) {
    boolean passed = settings.labels().delayIndependent() && judgement.outcome() == Outcome.SERIES;
    return passed ? Outcome.SERIES : last == null ? null : last.getOutcome();
  }

  private static long content(SortedMap<Long, MergedPane> window) {
    long content = 17;
    for (MergedPane pane : window.values()) {
      content = 31 * content + pane.content();
    }
    return content;
  }

  private long evidenceSince(long end) {
    long period = settings.evidence().restart().toMillis();
    long scheduled = period == 0 ? 0 : Math.floorDiv(end - 1, period) * period;
    return Math.max(scheduled, state.getEvidenceSince());
  }

  private void restartEvidence(long end) {
    long since = evidenceSince(end);
    if (since > state.getEvidenceSince()) {
      restart(since);
    }
  }

  private void restart(long since) {
    state = SeriesState.newBuilder(state).setEvidenceSince(since).build();
  }

  /**
   * Lives through the windows again from before the oldest that may be revised, and tells of the
   * alert what is new.
   */
  private void alert(Judgement judgement, @Nullable IssuedVerdict last) {
    AlertMemory before = state.getAlert();
    AlertMemory after = life.replay(state.getAlertBefore(), issued.values());
    state = SeriesState.newBuilder(state).setAlert(after).build();
    String supersedes =
        last == null || last.getOutcome() == null ? null : verdictKey(judgement, last);
    if (AlertRecords.isNews(before, after, settings.alert())) {
      Attribution attribution = attribution(judgement.verdict()).or(state.getCarriers());
      boolean over = after.getState() == AlertPhase.QUIET;
      Change change =
          new Change(before, after, judgement, supersedes, over ? Attribution.NONE : attribution);
      tell(AlertRecords.of(series, change, settings.alert()), change.attribution());
    }
  }

  private void tell(Alert alert, Attribution attribution) {
    out.add(alert);
    open = alert;
    state = SeriesState.newBuilder(state).setCarriers(attribution.standingOut()).build();
  }

  /** Tells of an alert that fires which segments carry it, if that was not known before. */
  private void attribute() {
    boolean fires = AlertLife.state(state.getAlert()) == AlertState.FIRING;
    if (fires && open != null && newestFinal != null && state.getCarriers().isEmpty()) {
      Attribution attribution = attribution(newestFinal);
      if (attribution.isFound()) {
        tell(AlertRecords.attributed(open, attribution), attribution);
      }
    }
  }

  /** Which segments carry what the evidence of the whole model says. */
  private Attribution attribution(Verdict verdict) {
    SegmentComparison segments = known.segments();
    return segments == null || !series.segment().isEmpty()
        ? Attribution.NONE
        : segments.attribute(
            new SegmentComparison.Kept(series, state, panes),
            verdict.getEvidence().getSince().toEpochMilli(),
            verdict.getEvidence().getThrough().toEpochMilli());
  }

  private String verdictKey(Judgement judgement, IssuedVerdict superseded) {
    long start = judgement.verdict().getWindowStart().toEpochMilli();
    return series.verdict(start, superseded.getRevision());
  }

  /**
   * End of the next window to become final, or when nobody will have predicted for so long that it
   * means something, milliseconds since 1970.
   */
  long nextDue() {
    for (Long start : panes.keySet()) {
      if (cut.endOf(start) > state.getFinalThrough()) {
        return cut.endOf(start);
      }
    }
    return absence().nextDue();
  }

  /** Panes that start before this are settled, or will be, milliseconds since 1970. */
  static long keptFrom(SeriesState state, ModelSettings settings) {
    long windows = 2L + settings.drift().windowsBefore();
    return state.getFinalThrough() - windows * settings.window().size().toMillis();
  }

  /**
   * Lets go of panes that no window that may still change needs.
   *
   * @return panes that start before this are no longer needed, milliseconds since 1970
   */
  long settle() {
    long keep = keptFrom(state, settings);
    // Those that are not final yet will take evidence from where it starts when they are.
    long since =
        issued.subMap(revisable(), true, state.getFinalThrough(), true).values().stream()
            .mapToLong(IssuedVerdict::getEvidenceSince)
            .reduce(state.getEvidenceSince(), Math::min);
    for (MergedPane pane : panes.headMap(keep).values()) {
      state = Settled.settle(state, pane, since, settings.evidence().tolerance());
    }
    return keep;
  }
}
