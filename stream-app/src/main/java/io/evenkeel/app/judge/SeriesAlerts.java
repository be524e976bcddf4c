package io.evenkeel.app.judge;

import io.evenkeel.app.alert.AlertLife;
import io.evenkeel.app.alert.AlertMemory;
import io.evenkeel.app.alert.AlertRecords;
import io.evenkeel.app.alert.AlertRecords.Change;
import io.evenkeel.app.alert.Attribution;
import io.evenkeel.app.alert.Phase;
import io.evenkeel.app.alert.Problem;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.config.RuleLevel;
import io.evenkeel.app.config.RuleSettings;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.verdict.BudgetShare;
import io.evenkeel.app.verdict.Judgement;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertChange;
import io.evenkeel.schemas.AlertState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The alerts of one series during one look: mutable. */
final class SeriesAlerts {
  private static final String OTHER_REFERENCE =
      "what it is compared with has changed (drift.reference), so that the evidence starts from the"
          + " beginning";

  private final SeriesKey series;
  private final ModelSettings settings;
  private final LongFunction<BudgetShare> budgetShare;
  private final Function<Rule, @Nullable Alert> open;
  private final Predicate<Rule> dropsAlarm;
  private final Map<Rule, AlertMemory> memories = new EnumMap<>(Rule.class);
  private final List<Alert> out = new ArrayList<>();

  /** What changed last, of the alerts that changed during this look. */
  private final Map<Rule, AlertChange> changes = new EnumMap<>(Rule.class);

  /** Where the rules decided that changed last during this look. */
  private final Map<Rule, Bar> bars = new EnumMap<>(Rule.class);

  /** What the alerts say by now that fire as before. */
  private final Map<Rule, Supplier<Alert>> renewed = new EnumMap<>(Rule.class);

  private List<Attribution.Carrier> carriers;

  /**
   * What all rules are asked at the end of a pane.
   *
   * @param at end of the pane, milliseconds since 1970
   * @param problems what the rules find
   * @param windows what the rules of windows remember
   * @param rejectsAnew whether windows since the last miscalibration are enough for an alert
   * @param missingSince since when data have been missing, milliseconds since 1970; 0 unless they
   *     have been for too long
   * @param newest the judgement of the newest window, made when it is needed
   * @param supersedes the verdict that was revised; null if none was
   * @param attribution which segments carry a fault of the whole model
   */
  record Step(
      long at,
      Map<Rule, Problem> problems,
      WindowMemory windows,
      boolean rejectsAnew,
      long missingSince,
      Supplier<Judgement> newest,
      @Nullable String supersedes,
      Attribution attribution) {}

  /**
   * Where a rule decides.
   *
   * @param logThreshold natural logarithm of the evidence that fires it; infinite without evidence
   * @param budgetShare the false alarms that it may raise
   */
  private record Bar(double logThreshold, BudgetShare budgetShare) {}

  /**
   * The alerts as they stand.
   *
   * @param dropsAlarm whether what a rule had found is nothing now, as it was found beside another
   *     reference
   */
  SeriesAlerts(
      SeriesKey series,
      ModelSettings settings,
      SeriesMemory memory,
      Known known,
      Predicate<Rule> dropsAlarm) {
    this.series = series;
    this.settings = settings;
    this.budgetShare = known.budgetShare();
    this.open = known.open();
    this.dropsAlarm = dropsAlarm;
    this.memories.putAll(memory.alerts());
    this.carriers = memory.carriers();
  }

  /** What is to be sent, in this order; empty after that. */
  List<Alert> drain() {
    List<Alert> news = List.copyOf(out);
    out.clear();
    return news;
  }

  /**
   * The alerts that fire as they did before, with the numbers of the newest pane: each {@code
   * repeated}, as it is no news.
   */
  List<Alert> renewed() {
    return renewed.values().stream().map(Supplier::get).toList();
  }

  /** Where the alerts stand that are not quiet. */
  Map<Rule, AlertMemory> memories() {
    Map<Rule, AlertMemory> notQuiet = new EnumMap<>(memories);
    notQuiet.values().removeIf(AlertMemory.QUIET::equals);
    return notQuiet;
  }

  List<Attribution.Carrier> carriers() {
    return carriers;
  }

  private AlertMemory memory(Rule rule) {
    return memories.getOrDefault(rule, AlertMemory.QUIET);
  }

  /** Whether the alert of the rule is open. */
  boolean isOpen(Rule rule) {
    return memory(rule).isOpen();
  }

  /** Some rules at the end of a pane that counts for them. */
  void step(Collection<Rule> rules, Step step) {
    rules.stream().filter(Rule::isOfPanes).forEach(rule -> step(rule, step));
  }

  private void step(Rule rule, Step step) {
    AlertMemory before = memory(rule);
    if (before.raisedAt() > step.at) {
      return; // Raised early, by a pane whose labels are not all in yet.
    }
    AlertLife life = life(rule);
    Problem problem = isHeld(rule, before, step) ? null : step.problems.get(rule);
    AlertMemory after = life.next(before, problem, step.at);
    if (rule == Rule.MISCALIBRATION && life.level() != RuleLevel.OFF) {
      boolean isAwaited = isAwaited() || after.phase() != Phase.QUIET;
      after = after.withMissing(isAwaited ? step.missingSince : 0);
    }
    memories.put(rule, after);
    tell(rule, before, after, step);
  }

  /**
   * Whether a problem raises no alert: rejected windows of a series whose miscalibration fires and
   * explains them, or did so and is over; a miscalibration by labels that are not representative,
   * if the user wants so.
   */
  private boolean isHeld(Rule rule, AlertMemory before, Step step) {
    if (before.phase() != Phase.QUIET) {
      return false;
    }
    if (rule == Rule.WINDOW_TESTS) {
      return memory(Rule.MISCALIBRATION).phase() == Phase.FIRING || !step.rejectsAnew;
    }
    return rule == Rule.MISCALIBRATION
        && settings.labels().holdUnrepresentative()
        && step.problems.containsKey(rule)
        && (step.problems.containsKey(Rule.SELECTION) || step.newest.get().held());
  }

  /**
   * Raises alerts by panes whose labels are not all in yet: where delays are known to be
   * independent of the labels.
   */
  void stepEarly(Step step) {
    for (Map.Entry<Rule, Problem> entry : step.problems.entrySet()) {
      AlertMemory before = memory(entry.getKey());
      if (before.phase() == Phase.QUIET && !isHeld(entry.getKey(), before, step)) {
        AlertMemory after = life(entry.getKey()).next(before, entry.getValue(), step.at);
        memories.put(entry.getKey(), after);
        tell(entry.getKey(), before, after, step);
      }
    }
  }

  private AlertLife life(Rule rule) {
    return new AlertLife(settings.alert().rules().level(rule), settings.alert().hold());
  }

  /** Whether somebody waits for the data of a series whose alert is quiet: of a whole model. */
  private boolean isAwaited() {
    return series.segment().isEmpty();
  }

  private void tell(Rule rule, AlertMemory before, AlertMemory after, Step step) {
    Problem problem = after.phase() == Phase.QUIET ? null : step.problems.get(rule);
    AlertChange kind = AlertLife.change(before, after, problem);
    renewed.remove(rule);
    if (kind == null) {
      if (after.state() == AlertState.FIRING) {
        renewed.put(rule, () -> renewed(rule, before, after, step));
      }
      return;
    }
    Alert dropped = kind == AlertChange.ENDED && dropsAlarm.test(rule) ? open.apply(rule) : null;
    if (dropped != null) {
      out.add(AlertRecords.retired(dropped, Instant.ofEpochMilli(step.at), OTHER_REFERENCE));
      return;
    }
    String refuted = kind == AlertChange.ENDED ? refuted(rule, before, step) : null;
    Attribution attribution = attribution(rule, after, step);
    if (rule == Rule.MISCALIBRATION) {
      carriers = attribution.standingOut();
    }
    changes.put(rule, kind);
    Bar bar = bar(rule, step);
    bars.put(rule, bar);
    AlertChange told = refuted == null ? kind : AlertChange.WITHDRAWN;
    String supersedes = refuted == null ? step.supersedes : refuted;
    out.add(record(new Told(rule, before, after, told, supersedes, bar), step, attribution));
  }

  private Attribution attribution(Rule rule, AlertMemory after, Step step) {
    return rule == Rule.MISCALIBRATION && after.phase() != Phase.QUIET
        ? step.attribution.or(carriers)
        : Attribution.NONE;
  }

  /**
   * In the words of its last change, which goes on, by the evidence that decided it. Data that came
   * back are no news any more: then in the words of the problem.
   */
  private Alert renewed(Rule rule, AlertMemory before, AlertMemory after, Step step) {
    Alert known = open.apply(rule);
    AlertChange sent = known == null ? AlertChange.BEGAN : known.getChange();
    AlertChange last = changes.getOrDefault(rule, sent);
    AlertChange worded = last == AlertChange.DATA_BACK ? AlertChange.BEGAN : last;
    Bar former = bars.getOrDefault(rule, known == null ? null : bar(known));
    Bar bar = former == null ? bar(rule, step) : former;
    Told same = new Told(rule, before, after, worded, null, bar);
    Attribution attribution = attribution(rule, after, step);
    if (rule == Rule.MISCALIBRATION) {
      carriers = attribution.standingOut(); // It names them from now on.
    }
    return Alert.newBuilder(record(same, step, attribution))
        .setChange(last)
        .setRepeated(true)
        .build();
  }

  private Bar bar(Rule rule, Step step) {
    Problem problem = step.problems.get(rule);
    return new Bar(
        problem == null ? Double.POSITIVE_INFINITY : problem.logThreshold(),
        budgetShare.apply(step.at).share(Math.max(share(rule), Double.MIN_NORMAL)));
  }

  /** That of an alert that was told; null if its newest event says none. */
  private @Nullable Bar bar(Alert known) {
    Double logThreshold = known.getLogThreshold();
    Double falseAlarms = known.getFalseAlarms();
    Long period = known.getFalseAlarmsPeriod();
    return logThreshold == null || falseAlarms == null || period == null
        ? null
        : new Bar(
            logThreshold,
            new BudgetShare(
                falseAlarms,
                period,
                settings.window().advance().toMillis(),
                settings.evidence().alpha()));
  }

  private record Told(
      Rule rule,
      AlertMemory before,
      AlertMemory after,
      AlertChange kind,
      @Nullable String supersedes,
      Bar bar) {}

  private Alert record(Told told, Step step, Attribution attribution) {
    Rule rule = told.rule;
    Problem problem = told.after.phase() == Phase.QUIET ? null : step.problems.get(rule);
    return AlertRecords.of(
        series,
        new Change(
            rule,
            told.before,
            told.after,
            told.kind,
            problem == null ? null : problem.decidedAt(told.bar.logThreshold),
            step.at,
            step.newest.get(),
            told.supersedes,
            told.bar.budgetShare,
            attribution,
            others(rule, step)),
        settings.alert());
  }

  /**
   * The verdict by which an alert was raised that is none now; null if later panes show its end.
   * The pane that raised it counts for the first time if it did so early.
   */
  private @Nullable String refuted(Rule rule, AlertMemory before, Step step) {
    if (step.supersedes != null || before.raisedAt() < step.at) {
      return step.supersedes;
    }
    Alert raised = open.apply(rule);
    return raised == null ? null : raised.getVerdict();
  }

  private Set<Rule> others(Rule rule, Step step) {
    Set<Rule> others = EnumSet.noneOf(Rule.class);
    others.addAll(step.problems.keySet());
    memories.forEach(
        (other, memory) -> {
          if (memory.isOpen()) {
            others.add(other);
          }
        });
    others.remove(rule);
    return others;
  }

  private double share(Rule rule) {
    RuleSettings rules = settings.alert().rules();
    return rules.share(rule);
  }

  /** Adds to an alert that fires which segments carry it, if that was not known before. */
  void attribute(Function<Alert, Attribution> search) {
    Alert last =
        out.stream()
            .filter(alert -> alert.getRule().equals(Rule.MISCALIBRATION.key()))
            .reduce((a, b) -> b)
            .orElseGet(() -> open.apply(Rule.MISCALIBRATION));
    boolean fires = memory(Rule.MISCALIBRATION).state() == AlertState.FIRING;
    if (fires && last != null && carriers.isEmpty()) {
      Attribution found = search.apply(last);
      if (found.isFound()) {
        out.add(AlertRecords.attributed(last, found));
        carriers = found.standingOut();
      }
    }
  }
}
