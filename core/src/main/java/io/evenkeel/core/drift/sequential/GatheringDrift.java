package io.evenkeel.core.drift.sequential;

import io.evenkeel.core.drift.Features;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the reference of a series from its first whole seasons, and says meanwhile what a season
 * does not explain: mutable. Two processes inform of it:
 *
 * <ul>
 *   <li>of drift, at the end of each season: its cases against those of the seasons before, as they
 *       would be with its traffic in each slot;
 *   <li>of a loss, with each pane: that most values are missing, or of categories not seen before,
 *       against those seasons, or a first sample before there are any.
 * </ul>
 *
 * <p>A season is compared with those until two before it, as a drift may have begun in the last
 * one. Seasons under an alarm are held back, and join the reference when it has ended. If it has
 * not when all seasons are there, the reference is complete without them, but for what they say of
 * their days of the week; if they are half of the seasons or more, they are what is usual.
 *
 * <p>Panes of a loss would be variation from pane to pane, under which each later bet on the
 * feature is powerless. So those under an alarm of loss are put apart. They stay so when it has
 * ended, but for what they say of days of the week that nothing else is known of. When a loss comes
 * again, the one before it is variation; if it takes half of the panes or more, it is what is
 * usual.
 *
 * <p>In the first season that variation is of its own panes. So panes that may be of a {@linkplain
 * LossSuspicion loss} are put apart, too, until one of them shows that it was none: as many as
 * there are others at most, so that each bet goes by at least half of the panes before it.
 */
final class GatheringDrift implements DriftPhase {
  /** Before so many panes their variation is not known. */
  private static final int FEW_PANES = 12;

  /** Fewer cases are no reference. */
  private static final int FEW_CASES = 100;

  /** The seasons that are needed to distinguish what repeats every season from what varies. */
  private static final int SEASONS_TO_COMPARE = 2;

  private static final int HELD = 1;
  private static final int SUSPECTED = 2;
  private static final int LOST = 4;

  private final Features features;
  private final DriftDesign design;
  private final double[] sample;
  private final DriftProcess drift;
  private final DriftProcess loss;
  private ReferencePanes gathered;
  private ReferencePanes season;

  /** Whole seasons, without what is in {@link #lost}. */
  private @Nullable ReferencePanes held;

  /** Panes of losses, or of this season that may be of one. */
  private @Nullable ReferencePanes lost;

  private int seasons;
  private int seasonsHeld;

  /** Whether all of {@link #lost} may be of a loss. */
  private boolean isSuspicion;

  /** Whether the series has begun in the middle of the season. */
  private boolean isPartial;

  /** Those of the reference that all of the above make; none after a change of any. */
  private @Nullable ReferenceOdds driftOdds;

  private @Nullable List<Odds> lossOdds;

  /**
   * Before the first pane.
   *
   * @param sample counts of the cells of all features in a first sample; may be zeros
   */
  GatheringDrift(Features features, DriftDesign design, double... sample) {
    this.features = features;
    this.design = design;
    this.sample = sample;
    this.drift = new DriftProcess(features, design, design.gathering(), true);
    this.loss = new DriftProcess(features, design, design.gathering(), false);
    this.gathered = ReferencePanes.empty(features, design);
    this.season = ReferencePanes.emptySeason(features, design);
  }

  static GatheringDrift read(Features features, DriftDesign design, Cursor cursor) {
    int seasons = (int) cursor.next();
    int seasonsHeld = (int) cursor.next();
    boolean isPartial = cursor.next() == 1;
    int holds = (int) cursor.next();
    GatheringDrift series = new GatheringDrift(features, design, cursor.next(features.cells()));
    series.seasons = seasons;
    series.seasonsHeld = seasonsHeld;
    series.isPartial = isPartial;
    series.gathered = ReferencePanes.read(features, design, cursor);
    series.season = ReferencePanes.readSeason(features, design, cursor);
    series.held = (holds & HELD) > 0 ? ReferencePanes.read(features, design, cursor) : null;
    series.isSuspicion = (holds & SUSPECTED) > 0;
    series.lost =
        (holds & LOST) > 0 || series.isSuspicion
            ? ReferencePanes.read(features, design, cursor)
            : null;
    series.drift.resume(cursor);
    series.loss.resume(cursor);
    return series;
  }

  @Override
  public double[] toArray() {
    List<double[]> parts = new ArrayList<>();
    parts.add(new double[] {seasons, seasonsHeld, isPartial ? 1 : 0, holds()});
    parts.add(sample);
    parts.add(gathered.toArray());
    parts.add(season.toArray());
    if (held != null) {
      parts.add(held.toArray());
    }
    if (lost != null) {
      parts.add(lost.toArray());
    }
    parts.add(drift.toArray());
    parts.add(loss.toArray());
    return parts.stream().flatMapToDouble(Arrays::stream).toArray();
  }

  private int holds() {
    int holds = held == null ? 0 : HELD;
    if (lost == null) {
      return holds;
    }
    return holds + (isSuspicion ? SUSPECTED : LOST);
  }

  /** Begins in the middle of a season, which is no whole one then. */
  void beginPartial() {
    isPartial = true;
  }

  @Override
  public void add(long start, double... counts) {
    boolean wasLoss = loss.alarms();
    if (gathered.panes() + season.panes() >= FEW_PANES && Arrays.stream(before()).sum() > 0) {
      loss.step(start, counts, lossOdds());
    }
    if (loss.alarms()) {
      if (!wasLoss && !isSuspicion) {
        holdLost();
      }
      isSuspicion = false;
      putApart(start, counts);
    } else if (suspects(counts)) {
      isSuspicion = true;
      putApart(start, counts);
    } else {
      endSuspicion();
      season.add(start, counts);
    }
  }

  private void putApart(long start, double... counts) {
    lost = orEmpty(lost);
    lost.add(start, counts);
    driftOdds = null;
  }

  /** Whether a pane may be of a loss, where it would be variation to bets on it. */
  private boolean suspects(double... counts) {
    if (gathered.n() > 0 || season.panes() < FEW_PANES) {
      return false;
    }
    LossSuspicion suspicion = new LossSuspicion(features, season.counts());
    if (lost == null) {
      return suspicion.begins(season.lossEffects(), counts);
    }
    return isSuspicion && lost.panes() < season.panes() && suspicion.goesOn(counts);
  }

  /** What was suspected is variation. */
  private void endSuspicion() {
    if (isSuspicion && lost != null) {
      season.append(lost);
      lost = null;
    }
    isSuspicion = false;
  }

  /** A loss that comes again is variation. */
  private void holdLost() {
    if (lost != null) {
      held = orEmpty(held);
      held.merge(lost);
      lost = null;
    }
  }

  private ReferencePanes orEmpty(@Nullable ReferencePanes panes) {
    return panes == null ? ReferencePanes.empty(features, design) : panes;
  }

  /** What a loss is one against; zeros if there is too little. */
  private double[] before() {
    return gathered.n() >= FEW_CASES ? gathered.counts() : sample;
  }

  /** With the design effects that the panes so far show, in which a season counts as variation. */
  private List<Odds> lossOdds() {
    List<Odds> odds = lossOdds;
    if (odds == null) {
      odds = ReferenceOdds.ofLoss(Reference.ofIndependent(features, before()));
      lossOdds = odds;
    }
    double[] effects = (gathered.n() > 0 ? gathered : season).lossEffects();
    List<Odds> each = odds;
    return IntStream.range(0, effects.length).mapToObj(i -> each.get(i).with(effects[i])).toList();
  }

  private Reference reference(boolean isRepeated) {
    return gathered.reference(isRepeated, orEmpty(held), orEmpty(lost));
  }

  private ReferenceOdds driftOdds() {
    ReferenceOdds odds = driftOdds;
    if (odds == null) {
      Reference reference = reference(seasons >= SEASONS_TO_COMPARE);
      odds = new ReferenceOdds(reference, design.gathering());
      driftOdds = odds;
    }
    return odds;
  }

  @Override
  public void endSeason(long start) {
    endSuspicion();
    if (isPartial) {
      isPartial = false;
      lost = null;
    } else {
      if (gathered.n() >= FEW_CASES && gathered.panes() >= FEW_PANES && season.n() > 0) {
        drift.step(
            start, driftOdds().ofSeason(design.weekday(start), season.counts(), season.traffic()));
      }
      if (!informs()) {
        release();
      }
      seasonsHeld++;
      held = orEmpty(held);
      held.mergeSeason(start, season);
      if (gathered.n() < FEW_CASES && !informs()) {
        release();
      }
    }
    season = ReferencePanes.emptySeason(features, design);
    driftOdds = null;
  }

  private void release() {
    if (held != null) {
      gathered.merge(held);
      held = null;
      seasons += seasonsHeld;
      seasonsHeld = 0;
      lossOdds = null;
    }
  }

  /** The reference, if all of its seasons are there, with enough cases that are not lost. */
  Optional<Reference> complete() {
    long cases = gathered.n() + orEmpty(held).n() + orEmpty(lost).n();
    if (seasons + seasonsHeld < design.seasons() || cases < FEW_CASES) {
      return Optional.empty();
    }
    if (lost != null && lost.panes() >= gathered.panes() + orEmpty(held).panes()) {
      holdLost();
    }
    if (gathered.n() + orEmpty(held).n() < FEW_CASES) {
      return Optional.empty();
    }
    // The season before the alarm is held, too.
    boolean isUsual = 2 * (seasons + 1) <= Math.max(design.seasons(), seasons + seasonsHeld);
    if (!informs() || gathered.n() < FEW_CASES || isUsual) {
      release();
    }
    return Optional.of(reference(true));
  }

  /** The process whose alarm goes on, if there is one. */
  DriftProcess alarming() {
    return loss.alarms() && !drift.alarms() ? loss : drift;
  }

  @Override
  public boolean informs() {
    return drift.alarms() || loss.alarms();
  }

  @Override
  public boolean pages() {
    return false;
  }

  @Override
  public DriftEvidence inform(long end) {
    DriftProcess process = alarming();
    return process.evidence(end, () -> process == drift ? driftOdds().whole() : lossOdds());
  }

  @Override
  public Optional<DriftEvidence> page(long end) {
    return Optional.empty();
  }
}
