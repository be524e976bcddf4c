package io.evenkeel.app.judge;

import io.evenkeel.app.alert.Problem;
import io.evenkeel.app.config.ClassNames;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.state.PaneGrid;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.verdict.BudgetShare;
import io.evenkeel.core.drift.sequential.DriftEvidence;
import io.evenkeel.core.prediction.TargetSpace;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Takes the monitors of drift of a series from pane to pane: mutable, made for one look.
 *
 * <p>Rules that need no labels take a pane once, when all of its predictions have been seen: these
 * do not change any more. The others take the panes whose labels are in, and go once more through
 * those that may still change.
 */
final class DriftWalk {
  /** The rules that need no labels. */
  static final List<Rule> WITHOUT_LABELS = List.of(Rule.FEATURE_DRIFT, Rule.PREDICTION_DRIFT);

  /** The rules that wait for them. */
  static final List<Rule> WITH_LABELS =
      List.of(Rule.LABEL_SHIFT, Rule.SELECTION, Rule.DATA_QUALITY);

  /** All rules of drift. */
  static final List<Rule> RULES =
      Stream.of(WITHOUT_LABELS, WITH_LABELS).flatMap(List::stream).toList();

  private final ModelSettings settings;
  private final PaneGrid cut;
  private final NavigableMap<Long, MergedPane> panes;
  private final Map<Rule, DriftMonitor.State> from;
  private final LongFunction<BudgetShare> budgetShare;
  private final DriftComparison.First first;
  private final long learnedThrough;
  private final DriftProblems words;
  private final Map<Rule, DriftMonitor> monitors = new EnumMap<>(Rule.class);

  /**
   * A walk that has not begun.
   *
   * @param panes the panes that are kept, by start
   * @param from where the monitors stand
   */
  DriftWalk(
      SeriesKey series,
      ModelSettings settings,
      NavigableMap<Long, MergedPane> panes,
      Map<Rule, DriftMonitor.State> from,
      Known known) {
    this.settings = settings;
    this.cut = PaneGrid.of(settings.window());
    this.panes = panes;
    this.from = from;
    this.budgetShare = known.budgetShare();
    this.learnedThrough = known.fixed() == null ? 0 : known.fixed().learnedThrough();
    this.first = first(series, settings, known.fixed());
    ClassNames classes = settings.classNames();
    this.words = new DriftProblems(classes, !classes.names().isEmpty() || areOfClasses(panes));
    RULES.stream()
        .filter(settings.alert().rules()::isOn)
        .forEach(rule -> monitors.put(rule, begin(rule)));
  }

  private static boolean areOfClasses(NavigableMap<Long, MergedPane> panes) {
    return !panes.isEmpty()
        && panes.firstEntry().getValue().space().kind() == TargetSpace.Kind.CLASSES;
  }

  /** The sample of the profile is of the whole model; that of a file of the series. */
  private static DriftComparison.First first(
      SeriesKey series, ModelSettings settings, DriftReference.@Nullable Fixed fixed) {
    if (fixed == null) {
      return new DriftComparison.First(null, null, false);
    }
    boolean isFile = settings.drift().file().isPresent();
    boolean isOfSeries = isFile || series.segment().isEmpty();
    return new DriftComparison.First(fixed.plan(), isOfSeries ? fixed.cases() : null, isFile);
  }

  private DriftMonitor begin(Rule rule) {
    return DriftMonitor.at(from.getOrDefault(rule, DriftMonitor.State.NONE), rule, settings, first);
  }

  /** Whether the rule is on and takes panes before their labels are in. */
  boolean needsNoLabels(Rule rule) {
    return WITHOUT_LABELS.contains(rule) && monitors.containsKey(rule);
  }

  /** What is done at the end of each pane. */
  interface PaneEnd {

    /**
     * Takes what the rules without labels find.
     *
     * @param end of the pane, milliseconds since 1970
     */
    void at(long end, Map<Rule, Problem> problems);
  }

  /** Takes the rules without labels on, as far as all predictions have been seen. */
  void advance(Watermarks.Watermark watermark, PaneEnd then) {
    Collection<Rule> rules = on(WITHOUT_LABELS);
    if (rules.isEmpty()) {
      return;
    }
    for (MergedPane pane : panes.tailMap(through()).values()) {
      if (!isComplete(pane, watermark)) {
        return;
      }
      long end = cut.endOf(pane.start());
      add(rules, pane);
      then.at(end, problems(rules));
    }
  }

  /**
   * Whether all predictions of the pane have been seen. A pane that was begun without the profile
   * is counted once more, unless it is from before.
   */
  boolean isComplete(MergedPane pane, Watermarks.Watermark watermark) {
    long end = cut.endOf(pane.start());
    boolean isCounted =
        pane.drift() != null && pane.parts().stream().allMatch(part -> part.profile() > 0);
    return end <= watermark.predictions()
        && (isCounted || pane.start() < learnedThrough || end <= watermark.labels());
  }

  /** The rules without labels have taken the panes that start before this. */
  private long through() {
    return on(WITHOUT_LABELS).stream()
        .mapToLong(rule -> monitor(rule).through())
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /** End of the next pane for the rules without labels, milliseconds since 1970. */
  long nextDue() {
    long through = through();
    Long next = through == Long.MAX_VALUE ? null : panes.ceilingKey(through);
    return next == null ? Long.MAX_VALUE : cut.endOf(next);
  }

  /** What the rules with labels find in the panes that end by the time. */
  Map<Rule, Problem> labelled(long end) {
    take(end);
    return problems(on(WITH_LABELS));
  }

  private void take(long end) {
    for (Rule rule : on(WITH_LABELS)) {
      if (monitor(rule).through() > end) {
        monitors.put(rule, begin(rule));
      }
      long next = monitor(rule).through();
      panes.subMap(next, Math.max(next, end)).values().forEach(pane -> add(List.of(rule), pane));
    }
  }

  private void add(Collection<Rule> rules, MergedPane pane) {
    for (Rule rule : rules) {
      DriftMonitor monitor = monitor(rule);
      if (pane.start() >= monitor.through()) {
        monitor.add(pane, cut.endOf(pane.start()), budgetShare(rule, pane.start()));
      }
    }
  }

  /** Whether a rule has dropped an alarm, as it was one beside another reference. */
  boolean dropsAlarm(Rule rule) {
    return monitors.containsKey(rule) && monitor(rule).dropsAlarm();
  }

  /** How near to an alarm the rules are that have taken a pane. */
  Map<Rule, DriftEvidence> nearest() {
    Map<Rule, DriftEvidence> all = new EnumMap<>(Rule.class);
    monitors.forEach(
        (rule, monitor) -> monitor.nearest().ifPresent(evidence -> all.put(rule, evidence)));
    return all;
  }

  /** The false alarms that a rule may raise, in a pane that starts at the time. */
  private BudgetShare budgetShare(Rule rule, long start) {
    return budgetShare.apply(start).share(settings.alert().rules().share(rule));
  }

  private Map<Rule, Problem> problems(Collection<Rule> rules) {
    Map<Rule, Problem> problems = new EnumMap<>(Rule.class);
    for (Rule rule : rules) {
      long through = monitor(rule).through();
      monitor(rule)
          .found(budgetShare(rule, through - cut.length()))
          .ifPresent(found -> problems.put(rule, words.of(rule, found, through)));
    }
    return problems;
  }

  private Collection<Rule> on(Collection<Rule> rules) {
    return rules.stream().filter(monitors::containsKey).toList();
  }

  private DriftMonitor monitor(Rule rule) {
    return Objects.requireNonNull(monitors.get(rule));
  }

  /**
   * Where the monitors stand, to be remembered.
   *
   * @param settled panes that start before this change no more, milliseconds since 1970
   * @param at the rules without labels have nothing to say of panes before, milliseconds since 1970
   * @param counted rules that are off have nothing to say of panes before
   */
  Map<Rule, DriftMonitor.State> settled(long settled, long at, long counted) {
    on(WITH_LABELS)
        .forEach(
            rule -> {
              if (settled < monitor(rule).through()) {
                monitors.put(rule, begin(rule));
              }
            });
    take(Math.max(settled, 0));
    Map<Rule, DriftMonitor.State> states = states(at, counted);
    on(WITH_LABELS).forEach(rule -> states.put(rule, monitor(rule).state()));
    return states;
  }

  /**
   * Where the monitors stand if nothing is settled yet: those of the rules without labels go on. Of
   * a rule that is off the reference is kept: cases may have drifted when it is on again. It goes
   * on past what has counted, so that no panes are kept for it.
   *
   * @param at the rules without labels have nothing to say of panes before, milliseconds since 1970
   * @param counted rules that are off have nothing to say of panes before
   */
  Map<Rule, DriftMonitor.State> states(long at, long counted) {
    Map<Rule, DriftMonitor.State> states = new EnumMap<>(Rule.class);
    states.putAll(from);
    states.replaceAll(
        (rule, state) ->
            monitors.containsKey(rule) ? state : state.restartedAt(Math.max(at, counted)));
    on(WITHOUT_LABELS).forEach(rule -> states.put(rule, monitor(rule).state().passedTo(at)));
    return states;
  }
}
