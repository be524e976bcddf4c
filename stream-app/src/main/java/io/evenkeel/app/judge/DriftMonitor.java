package io.evenkeel.app.judge;

import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.state.Doubles;
import io.evenkeel.app.verdict.BudgetShare;
import io.evenkeel.core.drift.DriftMoments;
import io.evenkeel.core.drift.DriftPlan;
import io.evenkeel.core.drift.Features;
import io.evenkeel.core.drift.sequential.DriftDesign;
import io.evenkeel.core.drift.sequential.DriftEvidence;
import io.evenkeel.core.drift.sequential.Reference;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one rule of drift says of the panes of a series, one after the other: mutable. It is a
 * function of the panes, their order, the settings and the false alarms that the rule may raise, so
 * that a replay says the same. Panes without sums of drift, from before the profile, are no step.
 */
final class DriftMonitor {
  private static final Logger LOGGER = LoggerFactory.getLogger(DriftMonitor.class);
  private static final long DAY = 86_400_000;

  /** Each of the two levels of a rule may raise half of its false alarms. */
  private static final double LEVELS = 2;

  /** An α is a probability, however many false alarms a test allows. */
  private static final double LARGEST_ALPHA = 0.5;

  private final DriftSample watched;
  private final ModelSettings settings;
  private final DriftComparison.First first;
  private DriftEpisode episode;

  /** Whether an alarm was dropped, as it was one beside another reference. */
  private boolean dropsAlarm;

  private long through;
  private Doubles evidence;
  private Doubles reference;
  private @Nullable DriftComparison comparison;
  private @Nullable DriftDesign design;
  private @Nullable DriftEvidence nearest;
  private Features features = Features.NONE;

  /**
   * Where a monitor stands.
   *
   * @param through panes that start before this have been added, milliseconds since 1970
   * @param episode the state of {@link DriftEpisode}
   * @param evidence the state of {@link DriftComparison}; empty before the first pane
   * @param reference its reference, also that of a series that has come back; empty before there is
   *     one
   */
  record State(long through, Doubles episode, Doubles evidence, Doubles reference) {
    /** Before the first pane. */
    static final State NONE = new State(0, Doubles.NONE, Doubles.NONE, Doubles.NONE);

    private static final int HEAD = 2;

    /** The state of what {@link #toArray} gave, and its reference. */
    static State of(double[] state, double[] reference) {
      int from = HEAD + (int) state[1];
      return new State(
          (long) state[0],
          Doubles.of(Arrays.copyOfRange(state, HEAD, from)),
          Doubles.of(Arrays.copyOfRange(state, from, state.length)),
          Doubles.of(reference));
    }

    /** All but the reference, as numbers. */
    double[] toArray() {
      double[] kept = episode.toArray();
      DoubleStream head = DoubleStream.of((double) through, kept.length);
      return DoubleStream.concat(
              DoubleStream.concat(head, Arrays.stream(kept)), Arrays.stream(evidence.toArray()))
          .toArray();
    }

    /** Whether there has been an alarm that has not ended. */
    boolean hasAlarm() {
      return new DriftEpisode(episode).isOpen();
    }

    /** The same, with nothing to be said of panes that start before the time. */
    State passedTo(long time) {
      return new State(Math.max(through, time), episode, evidence, reference);
    }

    /** Before the first pane that starts at the time or later, with the same reference. */
    State restartedAt(long time) {
      return new State(Math.max(through, time), Doubles.NONE, Doubles.NONE, reference);
    }
  }

  private DriftMonitor(
      Rule rule, ModelSettings settings, DriftComparison.First first, State state) {
    this.watched = DriftSample.of(rule, settings.labels());
    this.settings = settings;
    this.first = first;
    this.through = state.through;
    this.episode = new DriftEpisode(state.episode);
    this.evidence = state.evidence;
    this.reference = state.reference;
  }

  /** The monitor that stands there. */
  static DriftMonitor at(
      State state, Rule rule, ModelSettings settings, DriftComparison.First first) {
    return new DriftMonitor(rule, settings, first, state);
  }

  /** Where it stands now. */
  State state() {
    keep();
    return new State(through, episode.state(), evidence, reference);
  }

  private void keep() {
    DriftComparison known = comparison;
    if (known != null) {
      evidence = Doubles.of(known.toArray());
      reference = known.reference();
    }
  }

  /** Whether it has dropped an alarm beside another reference than it has now. */
  boolean dropsAlarm() {
    return dropsAlarm;
  }

  /** Panes that start before this have been added, milliseconds since 1970. */
  long through() {
    return through;
  }

  /**
   * Adds the next pane.
   *
   * @param end its end, milliseconds since 1970
   * @param budgetShare the false alarms that the rule may raise
   */
  void add(MergedPane pane, long end, BudgetShare budgetShare) {
    through = end;
    DriftMoments cases = pane.drift();
    if (cases == null) {
      return;
    }
    features = watched.features(cases.plan());
    boolean hasBegun = comparison != null || !evidence.isEmpty();
    if (features.all().isEmpty() || !(hasBegun || watched.mayBeginWith(cases))) {
      return;
    }
    DriftComparison now = with(design(budgetShare));
    now.add(pane.start(), cases);
    nearest = nearest(now);
    long reopenWithin = settings.alert().reopenWithin().toMillis();
    alarm(now)
        .ifPresentOrElse(
            found -> episode.alarm(found.features(), pane.start(), reopenWithin),
            () -> episode.quiet(end));
  }

  private DriftDesign design(BudgetShare budgetShare) {
    long pane = settings.window().advance().toMillis();
    long season = Math.max(pane, DAY);
    long period = Math.max(budgetShare.period(), season);
    double falseAlarms = budgetShare.falseAlarms() * period / budgetShare.period() / LEVELS;
    return new DriftDesign(
        pane,
        season,
        settings.drift().referenceDays(),
        period,
        Math.max(Double.MIN_NORMAL, Math.min(LARGEST_ALPHA, falseAlarms)),
        settings.drift().informDistance(),
        settings.drift().pageDistance());
  }

  /** The comparison where the thresholds are those of the design: its state does not know them. */
  private DriftComparison with(DriftDesign wanted) {
    DriftComparison known = comparison;
    if (known != null && wanted.equals(design)) {
      return known;
    }
    keep();
    design = wanted;
    comparison = read(wanted);
    return comparison;
  }

  private DriftComparison read(DriftDesign wanted) {
    try {
      Optional<Reference> known =
          Optional.of(reference)
              .filter(stored -> !stored.isEmpty())
              .map(stored -> Reference.of(features, stored.toArray()));
      if (evidence.isEmpty()) {
        return DriftComparison.begin(watched, features, wanted, first, known);
      }
      if (first.allows(watched, features, known)) {
        return DriftComparison.read(watched, features, wanted, evidence.toArray(), known);
      }
    } catch (IllegalArgumentException e) {
      LOGGER.warn("event=drift-restarts rule={} error={}", watched.rule().key(), e.getMessage());
    }
    dropsAlarm |= episode.isOpen();
    episode = new DriftEpisode(Doubles.NONE);
    return DriftComparison.begin(watched, features, wanted, first, Optional.empty());
  }

  private static DriftEvidence nearest(DriftComparison now) {
    DriftEvidence small = now.inform();
    return now.page().filter(large -> missing(large) <= missing(small)).orElse(small);
  }

  private static double missing(DriftEvidence evidence) {
    return evidence.logThreshold() - evidence.logEValue();
  }

  /** The evidence of the level that is nearest to an alarm; empty before a pane was added. */
  Optional<DriftEvidence> nearest() {
    return Optional.ofNullable(nearest);
  }

  private static Optional<DriftEvidence> alarm(DriftComparison now) {
    return now.page()
        .filter(DriftEvidence::alarms)
        .or(() -> Optional.of(now.inform()).filter(DriftEvidence::alarms));
  }

  /**
   * What it has found.
   *
   * @param pages whether it is large drift, which pages
   * @param isGathering whether the series has no reference of its own yet
   * @param evidence what decided
   * @param version counts the features that joined, or turned to another side, since it began
   * @param reopened whether it began soon after the last one ended
   */
  record Found(
      boolean pages, boolean isGathering, DriftEvidence evidence, int version, boolean reopened) {}

  /**
   * What it has found, if anything.
   *
   * @param budgetShare the false alarms that the rule may raise
   */
  Optional<Found> found(BudgetShare budgetShare) {
    if (!episode.isOpen()) {
      return Optional.empty();
    }
    DriftComparison known = comparison;
    if (known == null) {
      DriftPlan plan = first.plan();
      if (plan == null) {
        return Optional.empty();
      }
      features = watched.features(plan);
      known = with(design(budgetShare));
    }
    boolean pages = known.page().filter(DriftEvidence::alarms).isPresent();
    boolean isGathering = known.page().isEmpty();
    return alarm(known)
        .map(
            decides ->
                new Found(pages, isGathering, decides, episode.version(), episode.isReopened()));
  }
}
