package io.evenkeel.app.judge;

import io.evenkeel.app.alert.AlertLife;
import io.evenkeel.app.alert.AlertRecords;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.state.Panes;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.verdict.Judge;
import io.evenkeel.app.verdict.Judgement;
import io.evenkeel.app.verdict.Window;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.recalibration.RecalibrationGrid;
import io.evenkeel.schemas.VerdictStatus;
import io.evenkeel.schemas.internal.AlertMemory;
import io.evenkeel.schemas.internal.AlertPhase;
import io.evenkeel.schemas.internal.IssuedVerdict;
import io.evenkeel.schemas.internal.SeriesState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/**
 * One look at the windows of one series: mutable, made for the look and then thrown away.
 *
 * <p>A window ends where a pane with predictions ends. Windows become final in the order of event
 * time. A window whose content has not changed since its last verdict gets no new one.
 */
final class SeriesJudge {
  private final SeriesKey series;
  private final ModelSettings settings;
  private final Panes cut;
  private final NavigableMap<Long, MergedPane> panes;
  private final List<SpecificRecord> out = new ArrayList<>();
  private final TreeMap<Long, IssuedVerdict> issued = new TreeMap<>();
  private SeriesState state;

  /** The state of a series before its first window. */
  static SeriesState initial() {
    return new SeriesState(0L, List.of(), 0L, List.of(), 0L, 0L, AlertLife.QUIET);
  }

  SeriesJudge(
      SeriesKey series,
      ModelSettings settings,
      NavigableMap<Long, MergedPane> panes,
      SeriesState state) {
    this.series = series;
    this.settings = settings;
    this.cut = Panes.of(settings.window());
    this.panes = panes;
    this.state = state;
    state.getIssued().forEach(verdict -> issued.put(verdict.getWindowEnd(), verdict));
  }

  /** What is to be sent, in this order. */
  List<SpecificRecord> out() {
    return out;
  }

  /** What to remember: verdicts are, as long as their windows may be revised. */
  SeriesState state() {
    long revisable = state.getFinalThrough() - cut.window();
    return SeriesState.newBuilder(state)
        .setIssued(List.copyOf(issued.tailMap(revisable).values()))
        .build();
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
    SortedMap<Long, MergedPane> window = window(end);
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
    Judgement judgement = issue(end, window, content, status, isFinal);
    if (isFinal) {
      state = SeriesState.newBuilder(state).setFinalThrough(end).build();
    }
    if (isFinal || settings.labels().delayIndependent()) {
      alert(judgement, isFinal);
    }
  }

  /** A window that is final, of which a source partition has told more since. */
  private void revise(long end) {
    SortedMap<Long, MergedPane> window = window(end);
    long content = content(window);
    IssuedVerdict last = issued.get(end);
    if (last != null && last.getContent() != content) {
      issue(end, window, content, VerdictStatus.FINAL, true);
    }
  }

  private Judgement issue(
      long end,
      SortedMap<Long, MergedPane> window,
      long content,
      VerdictStatus status,
      boolean isFinal) {
    IssuedVerdict last = issued.get(end);
    int revision = last == null ? 0 : last.getRevision() + 1;
    Judgement judgement = Judge.judge(merge(end, window, isFinal), settings, status, revision);
    out.add(judgement.verdict());
    issued.put(end, new IssuedVerdict(end, revision, content));
    return judgement;
  }

  private SortedMap<Long, MergedPane> window(long end) {
    return panes.subMap(cut.windowStart(end), end);
  }

  private static long content(SortedMap<Long, MergedPane> window) {
    long content = 17;
    for (MergedPane pane : window.values()) {
      content = 31 * content + pane.content();
    }
    return content;
  }

  private Window merge(long end, SortedMap<Long, MergedPane> window, boolean isFinal) {
    Sketch sketch = richestPlan(window.values()).empty();
    long predictions = 0;
    long late = 0;
    for (MergedPane pane : window.values()) {
      sketch.merge(pane.sketch());
      predictions += pane.predictions();
      late += pane.late();
    }
    RecalibrationGrid grid = RecalibrationGrid.of(sketch.plan().space());
    long counted = isFinal || settings.labels().delayIndependent() ? end : state.getFinalThrough();
    var evidence =
        Settled.evidence(state, evidenceSince(end), panes.headMap(counted).values(), grid);
    return new Window(series, cut.windowStart(end), end, predictions, late, sketch, evidence);
  }

  /** A plan with a profile if there is one: sketches made without can be added to it. */
  private static SketchPlan richestPlan(Collection<MergedPane> window) {
    SketchPlan richest = window.iterator().next().sketch().plan();
    for (MergedPane pane : window) {
      richest = pane.sketch().plan().profile().isPresent() ? pane.sketch().plan() : richest;
    }
    return richest;
  }

  private long evidenceSince(long end) {
    long period = settings.evidence().restart().toMillis();
    long scheduled = period == 0 ? 0 : Math.floorDiv(end - 1, period) * period;
    return Math.max(scheduled, state.getEvidenceSince());
  }

  private void restartEvidence(long end) {
    long since = evidenceSince(end);
    if (since > state.getEvidenceSince()) {
      state = Settled.restart(state, since);
    }
  }

  /** Before a window is final, only evidence may raise an alert, and only where that is allowed. */
  private void alert(Judgement judgement, boolean isFinal) {
    AlertMemory before = state.getAlert();
    if (!isFinal && !judgement.rejectedBySeries()) {
      return;
    }
    AlertMemory after = AlertLife.next(before, judgement, settings.alert(), cut.window());
    boolean changed = before.getState() != after.getState();
    if (changed) {
      out.add(AlertRecords.of(series, before, after, judgement));
    }
    state = SeriesState.newBuilder(state).setAlert(after).build();
    boolean usedUp = isFinal && judgement.conclusive() && judgement.rejectedBySeries();
    if (usedUp || (changed && over(before, after))) {
      state = Settled.restart(state, judgement.verdict().getWindowEnd().toEpochMilli());
    }
  }

  private static boolean over(AlertMemory before, AlertMemory after) {
    return before.getState() == AlertPhase.FIRING && after.getState() != before.getState();
  }

  /** End of the next window to become final, milliseconds since 1970; far away if there is none. */
  long nextDue() {
    for (Long start : panes.keySet()) {
      if (cut.endOf(start) > state.getFinalThrough()) {
        return cut.endOf(start);
      }
    }
    return Long.MAX_VALUE;
  }

  /** Panes that start before this are settled, or will be, milliseconds since 1970. */
  static long keptFrom(SeriesState state, Panes cut) {
    return state.getFinalThrough() - 2 * cut.window();
  }

  /**
   * Lets go of panes that no window that may still change needs.
   *
   * @return panes that start before this are no longer needed, milliseconds since 1970
   */
  long settle() {
    long keep = keptFrom(state, cut);
    for (MergedPane pane : panes.headMap(keep).values()) {
      state = Settled.settle(state, pane);
    }
    return keep;
  }
}
