package io.evenkeel.app.judge;

import io.evenkeel.app.alert.AlertMemory;
import io.evenkeel.app.alert.Attribution;
import io.evenkeel.app.alert.Phase;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.config.RuleSettings;
import io.evenkeel.core.evidence.CalibrationMonitor;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.stream.Collectors;

/**
 * What judging a series remembers from one look to the next: a value.
 *
 * <p>Panes are kept as long as a window that may still change needs them; {@code monitor} and
 * {@code before} are of all panes and windows before those, so that both can be gone through once
 * more.
 *
 * @param finalThrough end of the newest final window, milliseconds since 1970; 0 before the first
 * @param countedThrough end of the newest pane that alerts have taken into account, milliseconds
 *     since 1970; 0 before the first
 * @param gaps how often the series is predicted for
 * @param issued newest verdicts of windows that may be revised, in the order of their ends
 * @param monitor what the panes say that are no longer kept
 * @param references what later windows are compared with
 * @param before what the rules of windows remember of those that cannot be revised any more
 * @param alerts where the alert of each rule stands; those that are quiet are left out
 * @param drift where the monitors of drift stand, by rule
 * @param carriers the segments that the open alert of the whole model names
 * @param mapInForce the map that is published, by {@link
 *     io.evenkeel.core.evidence.MapProof#changes}; 0 while none is
 * @param expected from what scores are foretold
 */
record SeriesMemory(
    long finalThrough,
    long countedThrough,
    Gaps gaps,
    List<Issued> issued,
    SeriesMonitor.State monitor,
    References references,
    WindowMemory before,
    Map<Rule, AlertMemory> alerts,
    Map<Rule, DriftMonitor.State> drift,
    List<Attribution.Carrier> carriers,
    long mapInForce,
    ExpectedScores.State expected) {
  /** Before the first window. */
  static final SeriesMemory NONE =
      new SeriesMemory(
          0,
          0,
          Gaps.NONE,
          List.of(),
          SeriesMonitor.State.NONE,
          References.NONE,
          WindowMemory.NONE,
          Map.of(),
          Map.of(),
          List.of(),
          0,
          ExpectedScores.State.NONE);

  /** Copies lists and map. */
  SeriesMemory {
    issued = List.copyOf(issued);
    alerts = Map.copyOf(alerts);
    drift = Map.copyOf(drift);
    carriers = List.copyOf(carriers);
  }

  /** Where the alert of a rule stands. */
  AlertMemory alert(Rule rule) {
    return alerts.getOrDefault(rule, AlertMemory.QUIET);
  }

  /** Whether an alert of any rule is open. */
  boolean isOpen() {
    return alerts.values().stream().anyMatch(AlertMemory::isOpen);
  }

  /** Panes that start before this are no longer kept, milliseconds since 1970. */
  long keptFrom(ModelSettings settings) {
    long windows = 2L + settings.drift().windowsBefore();
    long through = Math.min(finalThrough, countedThrough);
    for (Rule rule : DriftWalk.WITHOUT_LABELS) {
      DriftMonitor.State monitor = drift.get(rule);
      through = monitor == null ? through : Math.min(through, monitor.through());
    }
    return through - windows * settings.window().size().toMillis();
  }

  /**
   * What to remember of a series that was retired: if it comes back it starts from the beginning,
   * but for the references of drift, and without its map, which is withdrawn then.
   *
   * @param at event time, milliseconds since 1970
   */
  SeriesMemory retired(long at) {
    return new SeriesMemory(
        at,
        at,
        gaps,
        List.of(),
        SeriesMonitor.State.from(at),
        references,
        WindowMemory.NONE,
        Map.of(),
        drift.entrySet().stream()
            .collect(
                Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().restartedAt(at))),
        List.of(),
        0,
        ExpectedScores.State.NONE);
  }

  /** The same without the alerts of rules that are off: this, if there are none. */
  SeriesMemory of(RuleSettings rules) {
    if (alerts.keySet().stream().allMatch(rules::isOn)) {
      return this;
    }
    Map<Rule, AlertMemory> on = new EnumMap<>(Rule.class);
    on.putAll(alerts);
    on.keySet().removeIf(rule -> !rules.isOn(rule));
    return new SeriesMemory(
        finalThrough,
        countedThrough,
        gaps,
        issued,
        monitor,
        references,
        before,
        on,
        drift,
        rules.isOn(Rule.MISCALIBRATION) ? carriers : List.of(),
        mapInForce,
        expected);
  }

  /**
   * The same if panes are missing that alerts have counted: all since where the monitors stand, as
   * when a setting changes by which panes are made. A monitor forgets a fault whose alert is over
   * by those panes, and an alert is dropped whose fault they alone have shown. So is one whose
   * fault the panes that are kept cannot go on from. Rules that need no labels stand behind those
   * panes already.
   *
   * @param kept the panes that are kept, by start
   * @param settings by which they were made
   */
  SeriesMemory without(NavigableMap<Long, MergedPane> kept, ModelSettings settings) {
    boolean isOfOthers = isOfOthers(kept, settings);
    boolean isWhole =
        !isOfOthers
            && !isMissing(kept, monitor.through())
            && drift.values().stream().noneMatch(state -> isMissing(kept, state.through()));
    if (isWhole) {
      return this;
    }
    Map<Rule, AlertMemory> known = new EnumMap<>(Rule.class);
    known.putAll(alerts);
    if (isOfOthers) {
      known.remove(Rule.MISCALIBRATION);
    }
    boolean isOver =
        isOfOthers
            || (isMissing(kept, monitor.through())
                && isOver(Rule.MISCALIBRATION, monitor.hasFault(), known));
    Map<Rule, DriftMonitor.State> monitors = driftWithout(kept, known);
    return new SeriesMemory(
        finalThrough,
        countedThrough,
        gaps,
        issued,
        isOver ? monitor.restartedAt(countedThrough) : monitor,
        references,
        before,
        known,
        monitors,
        known.containsKey(Rule.MISCALIBRATION) ? carriers : List.of(),
        mapInForce,
        expected);
  }

  /** Where the monitors of drift stand if those panes are missing; drops alerts likewise. */
  private Map<Rule, DriftMonitor.State> driftWithout(
      NavigableMap<Long, MergedPane> kept, Map<Rule, AlertMemory> known) {
    Map<Rule, DriftMonitor.State> monitors = new EnumMap<>(Rule.class);
    monitors.putAll(drift);
    for (Rule rule : DriftWalk.WITH_LABELS) {
      DriftMonitor.State state = drift.get(rule);
      if (state != null
          && isMissing(kept, state.through())
          && isOver(rule, state.hasAlarm(), known)) {
        monitors.put(rule, DriftMonitor.State.NONE.passedTo(countedThrough));
      }
    }
    return monitors;
  }

  /** Whether the fault of an open alert was found in panes of another kind, or lag, than these. */
  private boolean isOfOthers(NavigableMap<Long, MergedPane> kept, ModelSettings settings) {
    AlertMemory alert = alert(Rule.MISCALIBRATION);
    return alert.isOpen()
        && alert.raisedAt() <= countedThrough
        && monitor.hasFault()
        && !kept.isEmpty()
        && !CalibrationMonitor.isOf(
            MergedPane.plan(kept.values()), settings.overlap(), monitor.faults().toArray());
  }

  private boolean isMissing(NavigableMap<Long, MergedPane> kept, long through) {
    return through < countedThrough && kept.subMap(through, countedThrough).isEmpty();
  }

  /**
   * Whether the fault is over that a monitor knows; drops the alert of one that it does not, unless
   * a pane raised it early that has yet to count.
   */
  private boolean isOver(Rule rule, boolean isKnown, Map<Rule, AlertMemory> alerts) {
    if (alert(rule).phase() == Phase.QUIET) {
      return isKnown;
    }
    if (!isKnown && alert(rule).raisedAt() <= countedThrough) {
      alerts.remove(rule);
    }
    return false;
  }

  /** The same with the monitors elsewhere. */
  SeriesMemory with(SeriesMonitor.State other, Map<Rule, DriftMonitor.State> others) {
    return new SeriesMemory(
        finalThrough,
        countedThrough,
        gaps,
        issued,
        other,
        references,
        before,
        alerts,
        others,
        carriers,
        mapInForce,
        expected);
  }
}
