package io.evenkeel.core.evidence;

import io.evenkeel.core.evidence.MapCandidate.Place;
import io.evenkeel.core.recalibration.Recalibration;
import io.evenkeel.core.recalibration.RecalibrationFamily;
import io.evenkeel.core.recalibration.RecalibrationGrid;
import io.evenkeel.core.score.Interval;
import io.evenkeel.core.sequential.RestartedEProcess;
import java.nio.DoubleBuffer;
import java.util.List;
import java.util.Optional;

/**
 * Learns a map that mends the predictions of a series, proves that it pays, and says from when on
 * and until when it is to be used: mutable. It is a function of the panes and their order alone.
 *
 * <p>The candidates are the map that all panes so far favour most, and those that newer panes
 * favour: a pane {@value #HALF_LIFE} panes ago counts half, or one {@value #SHORT_HALF_LIFE} ago.
 * The last one serves the proof alone, as it errs where labels come late. Each is learned before a
 * pane. Their weights follow what they have won, and after each pane 1 % of all weight is spread
 * again (fixed share; Herbster and Warmuth 1998, doi:10.1023/A:1007424614876).
 *
 * <p>The proof is a {@link RestartedEProcess} of the ratio of their mean likelihood to that of the
 * predictions as they are. If targets are distributed as predicted, given the panes before their
 * own and the labels of their own pane before them, it ever reaches 20 with a chance of at most 5
 * %. A long quiet past delays it by the logarithm of its length. Where panes differ more from each
 * other than those of independent labels do, what is won is divided by that {@linkplain PaneSpread
 * factor}; then the 5 % are approximate.
 *
 * <p>Once it has, what is used follows the weights, of which the predictions as they are have one,
 * too. The map is withdrawn while these have more than 0.9, and used again when they have less than
 * 0.5. It is that of the heaviest candidate, and is replaced when the labels that this one has
 * learned from favour another one by {@value #REPLACED} nats.
 *
 * <p>State: 3 r + 4 f + 24 doubles for r recalibrations in f families. O(r) per pane.
 */
public final class MapProof {
  private static final int HALF_LIFE = 24;
  private static final int SHORT_HALF_LIFE = 5;

  /** The logarithm of the e-value from which on a map is used. */
  public static final double LOG_PROVEN = Math.log(20);

  private static final double SHARED = 0.01;
  private static final double WITHDRAWN = 0.9;
  private static final double USED_AGAIN = 0.5;
  private static final double REPLACED = 3;
  private static final double CONFIRMED = 1.5;

  /** Before so many panes it is not known how much they differ, and one wins so many nats. */
  private static final int EARLY = 5;

  private static final double MOST_EARLY = 2;
  private static final int SCALARS = 9;

  /** What a standard normal variable is below with a chance of 97.5 %. */
  private static final double Z_975 = 1.959963984540054;

  private final RecalibrationGrid grid;
  private final List<MapCandidate> candidates;
  private RestartedEProcess process = RestartedEProcess.mixture(1);
  private final FixedShare bet = new FixedShare(SHARED, 0.5, 0.25, 0.25);
  private final FixedShare use = new FixedShare(SHARED, 0.5, 0.25, 0.25);
  private final PaneSpread spread;
  private final LaterGain later = new LaterGain();
  private long since;
  private boolean isProven;
  private long changes;
  private double labelsAtChange;
  private Optional<Place> used = Optional.empty();

  /** What a pane has made of the map. */
  public enum Change {
    /** The map is as before, or there is none as before. */
    NONE,
    /** A map is to be used from now on, or another one. */
    PUBLISHED,
    /** Predictions are to be used as they are from now on. */
    WITHDRAWN,
    /** The map holds, and half as many labels more say how large it is and what it saves. */
    CONFIRMED
  }

  /**
   * A map that is to be used.
   *
   * @param family of the map
   * @param parameter of the map
   * @param labels that it was learned from, those of older panes counting less
   * @param gain what it saves, in nats per label, by these labels
   * @param gains its 95 % interval
   */
  public record Used(
      RecalibrationFamily family, double parameter, double labels, double gain, Interval gains) {

    /** The map. */
    public Recalibration recalibration() {
      return family.recalibration(parameter);
    }
  }

  /**
   * What the maps that were used have saved since the first one, on labels that they were not
   * learned from; those of panes without a map count as 0.
   *
   * @param labels their number
   * @param gain nats per label; 0 without labels
   * @param interval of the gain, 95 %; none of fewer than two panes
   */
  public record Later(double labels, double gain, Optional<Interval> interval) {}

  private MapProof(RecalibrationGrid grid) {
    this.grid = grid;
    this.spread = new PaneSpread(grid);
    this.candidates =
        List.of(
            new MapCandidate(grid, 1),
            new MapCandidate(grid, Math.pow(0.5, 1.0 / HALF_LIFE)),
            new MapCandidate(grid, Math.pow(0.5, 1.0 / SHORT_HALF_LIFE)));
  }

  /** The proof of no panes. */
  public static MapProof empty(RecalibrationGrid grid) {
    return new MapProof(grid);
  }

  /**
   * The proof with the given {@linkplain #toArray() state}.
   *
   * @throws IllegalArgumentException if it is of another grid
   */
  public static MapProof read(RecalibrationGrid grid, double... state) {
    MapProof proof = new MapProof(grid);
    if (state.length != proof.length()) {
      throw new IllegalArgumentException(
          "the proof of a map for predictions over "
              + grid.space()
              + " has "
              + proof.length()
              + " doubles, got "
              + state.length
              + ": it was written for another kind of target; start it without that state");
    }
    proof.read(DoubleBuffer.wrap(state));
    return proof;
  }

  private int length() {
    return SCALARS
        + bet.length()
        + use.length()
        + spread.length()
        + LaterGain.LENGTH
        + candidates.stream().mapToInt(MapCandidate::length).sum();
  }

  private void read(DoubleBuffer state) {
    process = RestartedEProcess.resumed((long) state.get(), new double[] {state.get()}, 1);
    since = (long) state.get();
    isProven = state.get() == 1;
    changes = (long) state.get();
    labelsAtChange = state.get();
    boolean isUsed = state.get() == 1;
    Place place = new Place((int) state.get(), state.get());
    used = isUsed ? Optional.of(place) : Optional.empty();
    bet.read(state);
    use.read(state);
    spread.read(state);
    later.read(state);
    candidates.forEach(candidate -> candidate.read(state));
  }

  /** The state, to be kept and read again. */
  public double[] toArray() {
    DoubleBuffer state = DoubleBuffer.allocate(length());
    Place place = used.orElse(new Place(0, 0));
    state.put((double) process.steps()).put(process.logProcesses()).put((double) since);
    state.put(isProven ? 1 : 0).put((double) changes).put(labelsAtChange);
    state.put(used.isPresent() ? 1 : 0).put(place.family()).put(place.displacement());
    bet.write(state);
    use.write(state);
    spread.write(state);
    later.write(state);
    candidates.forEach(candidate -> candidate.write(state));
    return state.array();
  }

  /**
   * Adds the next pane; one without labels, or with a sum that is not finite, is none.
   *
   * @param start of the pane, milliseconds since 1970
   * @param labels their number
   * @param logRatios the sums of the log-ratios of all recalibrations of the grid
   */
  public Change add(long start, double labels, double... logRatios) {
    if (!(labels > 0) || !isFinite(logRatios)) {
      return Change.NONE;
    }
    since = panes() == 0 ? start : since;
    if (isProven) {
      later.add(labels, logRatio(used, logRatios));
    }
    weigh(logRatios);
    candidates.forEach(candidate -> candidate.add(labels, logRatios));
    isProven |= panes() >= EARLY && logEValue() >= LOG_PROVEN;
    Change change = isProven ? decide() : Change.NONE;
    if (change != Change.NONE) {
      changes++;
      labelsAtChange = candidates.get(0).labels();
    }
    return change;
  }

  private static boolean isFinite(double... numbers) {
    for (double number : numbers) {
      if (!Double.isFinite(number)) {
        return false;
      }
    }
    return true;
  }

  private double logRatio(Optional<Place> place, double... logRatios) {
    return place
        .map(at -> grid.families().get(at.family()).chord(at.displacement(), logRatios))
        .orElse(0.0);
  }

  /** Multiplies the ratio of a pane, and moves the weights. */
  private void weigh(double... logRatios) {
    double[] won = new double[candidates.size()];
    double[] tempered = new double[candidates.size()];
    for (int h = 0; h < won.length; h++) {
      Optional<Place> place = candidates.get(h).best();
      won[h] = logRatio(place, logRatios);
      tempered[h] = won[h] / place.map(at -> spread.designEffect(at.family())).orElse(1.0);
    }
    double largest = panes() < EARLY ? MOST_EARLY : Double.POSITIVE_INFINITY;
    process.multiply(Math.min(largest, bet.logFactor(tempered)));
    bet.add(tempered);
    use.add(0, won[0], won[1]);
    // Before the first pane nothing is known of the map.
    if (panes() > 1) {
      spread.add(candidates.get(0).best(), logRatios);
    }
  }

  private Change decide() {
    MapCandidate heaviest = heaviest();
    Optional<Place> best = heaviest.best();
    boolean isNoneNow = best.isEmpty() || use.weight(0) > WITHDRAWN;
    if (used.isPresent() && isNoneNow) {
      used = Optional.empty();
      return Change.WITHDRAWN;
    }
    boolean isWorthIt =
        best.isPresent()
            && used.map(place -> isReplaced(heaviest, place, best.get()))
                .orElse(use.weight(0) < USED_AGAIN);
    if (isWorthIt) {
      used = best;
      return Change.PUBLISHED;
    }
    if (used.isEmpty() || candidates.get(0).labels() < CONFIRMED * labelsAtChange) {
      return Change.NONE;
    }
    used = best;
    return Change.CONFIRMED;
  }

  private static boolean isReplaced(MapCandidate by, Place place, Place best) {
    return by.evidence(best) - by.evidence(place) >= REPLACED;
  }

  /** What the map that is used comes from. */
  private MapCandidate heaviest() {
    return candidates.get(use.weight(1) >= use.weight(2) ? 0 : 1);
  }

  /** log of the e-value that proves that the candidates pay; 0 before the first pane. */
  public double logEValue() {
    return process.logValue();
  }

  /** The map that is to be used; none if predictions are to be used as they are. */
  public Optional<Used> used() {
    return used.map(this::of);
  }

  private Used of(Place place) {
    MapCandidate heaviest = heaviest();
    RecalibrationFamily family = grid.families().get(place.family());
    double n = heaviest.labels();
    double root = Math.sqrt(2 * Math.max(0, heaviest.likelihood(place)));
    double low = Math.max(0, root - Z_975);
    double high = root + Z_975;
    return new Used(
        family,
        family.parameterAt(place.displacement()),
        n,
        Math.max(0, (root * root - 1) / (2 * n)),
        new Interval(low * low / (2 * n), high * high / (2 * n)));
  }

  /** What the maps that were used have saved. */
  public Later later() {
    return new Later(later.labels(), later.mean(), later.interval());
  }

  /** Start of the first pane, milliseconds since 1970; 0 before it. */
  public long since() {
    return since;
  }

  /** How often a map was published, confirmed or withdrawn. */
  public long changes() {
    return changes;
  }

  /** The number of panes with labels. */
  public long panes() {
    return process.steps();
  }
}
