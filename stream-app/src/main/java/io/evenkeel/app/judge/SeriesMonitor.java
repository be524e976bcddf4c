package io.evenkeel.app.judge;

import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.config.TolerableError;
import io.evenkeel.app.state.Doubles;
import io.evenkeel.app.state.PaneGrid;
import io.evenkeel.app.verdict.EvidenceLevels;
import io.evenkeel.app.verdict.Sources;
import io.evenkeel.core.evidence.CalibrationMonitor;
import io.evenkeel.core.evidence.CalibrationMonitor.Transition;
import io.evenkeel.core.evidence.Fault;
import io.evenkeel.core.evidence.MapProof;
import io.evenkeel.core.evidence.Overlap;
import io.evenkeel.core.evidence.SeriesEvidence;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.recalibration.Tolerance;
import java.nio.BufferUnderflowException;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the panes of a series say one after the other: mutable. It is a function of the panes, their
 * order and the settings alone, so that a replay says the same.
 *
 * <p>The e-values of the series restart when a fault has ended, and where a setting says so. The
 * detector of faults restarts only after a fault.
 */
final class SeriesMonitor {
  private static final Logger LOGGER = LoggerFactory.getLogger(SeriesMonitor.class);

  private final ModelSettings settings;
  private final Tolerance tolerance;
  private final Loaded<SeriesEvidence> evidence;
  private final Loaded<CalibrationMonitor> faults;
  private final Loaded<MapProof> maps;
  private Sources sources;
  private long since;
  private long through;
  private long restartAt;
  private int version;
  private boolean reopened;

  /**
   * Where a monitor stands.
   *
   * @param since panes that start before this do not count in the e-values, milliseconds since 1970
   * @param through panes that start before this have been added, milliseconds since 1970
   * @param restartAt the e-values restart with the first pane from then on, milliseconds since 1970
   * @param version counts the changes of the fault that is open
   * @param reopened whether it came back soon after the last one had ended
   * @param evidence the state of {@link SeriesEvidence}; empty before the first pane
   * @param faults the state of {@link CalibrationMonitor}; empty before the first pane
   * @param maps the state of {@link MapProof}; empty before the first pane
   * @param sources the offsets that it rests on
   */
  record State(
      long since,
      long through,
      long restartAt,
      int version,
      boolean reopened,
      Doubles evidence,
      Doubles faults,
      Doubles maps,
      Sources sources) {
    /** Before the first pane. */
    static final State NONE =
        new State(0, 0, 0, 0, false, Doubles.NONE, Doubles.NONE, Doubles.NONE, Sources.NONE);

    /** Before the first pane of those from this time on, milliseconds since 1970. */
    static State from(long start) {
      return new State(
          start, start, start, 0, false, Doubles.NONE, Doubles.NONE, Doubles.NONE, Sources.NONE);
    }

    /** Whether a fault is open. */
    boolean hasFault() {
      return !faults.isEmpty() && CalibrationMonitor.isOpen(faults.toArray());
    }

    /** The same without faults, as with another tolerance to come; the e-values restart then. */
    State restartedAt(long start) {
      return new State(since, through, start, 0, false, evidence, Doubles.NONE, maps, sources);
    }
  }

  /** Something of {@code core}, read from its state when its plan is known: mutable. */
  private static final class Loaded<T> {
    private final BiFunction<SketchPlan, double[], T> reader;
    private final Function<T, double[]> writer;
    private Doubles state;
    private @Nullable SketchPlan plan;
    private @Nullable T value;

    Loaded(
        Doubles state, BiFunction<SketchPlan, double[], T> reader, Function<T, double[]> writer) {
      this.state = state;
      this.reader = reader;
      this.writer = writer;
    }

    /** With a plan that has a profile in place of one that has none, it is read once more. */
    T with(SketchPlan wanted) {
      T known = value;
      SketchPlan former = plan;
      if (known != null && former != null && wanted.length() <= former.length()) {
        return known;
      }
      T read;
      try {
        read = reader.apply(wanted, state().toArray());
      } catch (IllegalArgumentException | BufferUnderflowException e) {
        // Panes of another kind of target, added before there was a profile to leave them out.
        LOGGER.warn("The evidence of a series starts from the beginning: {}", e.toString());
        read = reader.apply(wanted, new double[0]);
      }
      value = read;
      plan = wanted;
      return read;
    }

    Doubles state() {
      T known = value;
      return known == null ? state : Doubles.of(writer.apply(known));
    }

    /** Reads its state with the plan with which another one was read. */
    void readAs(Loaded<T> other) {
      SketchPlan of = other.plan;
      if (of != null) {
        with(of);
      }
    }

    void clear() {
      state = Doubles.NONE;
      value = null;
      plan = null;
    }
  }

  private SeriesMonitor(ModelSettings settings, State state, Tolerance tolerance) {
    this.settings = settings;
    this.tolerance = tolerance;
    this.since = state.since;
    this.through = state.through;
    this.restartAt = state.restartAt;
    this.version = state.version;
    this.reopened = state.reopened;
    this.sources = state.sources;
    TolerableError tolerable = settings.evidence().tolerance();
    Overlap overlap = settings.overlap();
    this.evidence =
        new Loaded<>(
            state.evidence,
            (plan, from) ->
                from.length == 0
                    ? SeriesEvidence.empty(plan, tolerable.epsilon(plan.space()), overlap)
                    : SeriesEvidence.read(plan, tolerable.epsilon(plan.space()), overlap, from),
            SeriesEvidence::toArray);
    long reopen = settings.alert().reopenWithin().toMillis();
    this.faults =
        new Loaded<>(
            state.faults,
            (plan, from) ->
                from.length == 0
                    ? CalibrationMonitor.empty(plan, tolerance, reopen, overlap)
                    : CalibrationMonitor.read(plan, tolerance, reopen, overlap, from),
            CalibrationMonitor::toArray);
    this.maps =
        new Loaded<>(
            learnsMaps() ? state.maps : Doubles.NONE,
            (plan, from) -> from.length == 0 ? MapProof.empty(plan) : MapProof.read(plan, from),
            MapProof::toArray);
  }

  /**
   * The monitor that stands there.
   *
   * @param tolerance what is no fault
   */
  static SeriesMonitor at(State state, ModelSettings settings, Tolerance tolerance) {
    return new SeriesMonitor(settings, state, tolerance);
  }

  /** Another one that stands where this one does. */
  SeriesMonitor copy() {
    SeriesMonitor copy = new SeriesMonitor(settings, state(), tolerance);
    copy.evidence.readAs(evidence);
    copy.faults.readAs(faults);
    copy.maps.readAs(maps);
    return copy;
  }

  /** Where it stands now. */
  State state() {
    return new State(
        since,
        through,
        restartAt,
        version,
        reopened,
        evidence.state(),
        faults.state(),
        maps.state(),
        sources);
  }

  /**
   * Adds the next pane.
   *
   * @param logThreshold where the detector finds a fault; infinite where it is to find none
   */
  void add(MergedPane pane, double logThreshold) {
    long start = Math.max(restartAt, scheduled(pane.start()));
    if (start > since && pane.start() >= start) {
      since = start;
      evidence.clear();
      sources = Sources.NONE;
    }
    SketchPlan plan = pane.sketch().plan();
    evidence.with(plan).add(pane.sketch());
    if (learnsMaps()) {
      maps.with(plan).add(pane.start(), pane.sketch());
    }
    if (logThreshold < Double.POSITIVE_INFINITY && pane.start() >= restartAt) {
      follow(faults.with(plan).add(pane.sketch(), pane.start(), logThreshold), pane.start());
    }
    sources = sources.with(pane.sources());
    through = pane.start() + 1;
  }

  /** A map is of targets as they are predicted; labels that overlap prove none pane by pane. */
  private boolean learnsMaps() {
    return settings.calibration().isCanonical() && settings.overlap().panes() == 1;
  }

  private void follow(Transition transition, long paneStart) {
    switch (transition) {
      case BEGAN, REOPENED -> {
        version = 0;
        reopened = transition == Transition.REOPENED;
      }
      case CHANGED -> version++;
      case ENDED -> restartAt = afterEnd(paneStart);
      case NONE -> {}
    }
  }

  /** The first pane whose target does not overlap with those that have ended a fault. */
  private long afterEnd(long paneStart) {
    PaneGrid panes = PaneGrid.of(settings.window());
    return panes.endOf(paneStart) + (settings.overlap().panes() - 1) * panes.length();
  }

  /** The last scheduled restart before the end of the pane. */
  private long scheduled(long paneStart) {
    long period = settings.evidence().restart().toMillis();
    return period == 0 ? 0 : Math.floorDiv(paneStart, period) * period;
  }

  /** Where the evidence stands, of the panes added so far. */
  EvidenceLevels levels(SketchPlan plan, double logThreshold) {
    return EvidenceLevels.of(
        evidence.with(plan), faults.with(plan), logThreshold, settings.overlap());
  }

  /** The e-values, of the panes added so far. */
  SeriesEvidence evidence(SketchPlan plan) {
    return evidence.with(plan);
  }

  /** The fault that is open, as of a plan of the panes. */
  Optional<Fault> fault(SketchPlan plan) {
    return faults.with(plan).fault();
  }

  /** log of the detector of faults: while one is open, of what found it. */
  double logDetector(SketchPlan plan) {
    return faults.with(plan).logDetector();
  }

  /** The maps that mend the predictions, of the panes added so far. */
  MapProof maps(SketchPlan plan) {
    return maps.with(plan);
  }

  /** Counts the changes of the fault that is open. */
  int version() {
    return version;
  }

  /** Whether the fault that is open came back soon after the last one had ended. */
  boolean isReopened() {
    return reopened;
  }

  /** Panes that start before this do not count in the e-values, milliseconds since 1970. */
  long since() {
    return since;
  }

  /** Panes that start before this have been added, milliseconds since 1970. */
  long through() {
    return through;
  }

  /**
   * When the last fault was over, or what is tolerable became known, milliseconds since 1970; 0
   * before that.
   */
  long restartAt() {
    return restartAt;
  }

  /** The offsets that it rests on. */
  Sources sources() {
    return sources;
  }
}
