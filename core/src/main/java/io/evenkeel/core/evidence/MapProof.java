package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.recalibration.RecalibrationMap;
import io.evenkeel.core.score.Interval;
import io.evenkeel.core.sequential.RestartedEProcess;
import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.Optional;

/**
 * Learns a map that mends the predictions of a series, proves that it pays, and says from when on
 * and until when it is to be used: mutable. It is a function of the panes and their order alone.
 *
 * <p>The candidates are, of each kind of map, the one that all panes so far favour most, and the
 * one that newer panes favour: a pane {@value MapCandidates#HALF_LIFE} panes ago counts half. Of
 * the maps of one parameter there is one more, where a pane {@value MapCandidates#SHORT_HALF_LIFE}
 * ago counts half: it serves the proof alone, as it errs where labels come late. Each is learned
 * before a pane. {@link MapCandidates} has the kinds.
 *
 * <p>Their weights follow what they have won, and after each pane 1 % of all weight is spread again
 * (fixed share; Herbster and Warmuth 1998, doi:10.1023/A:1007424614876).
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
 * learned from favour another one by {@value #REPLACED} nats, where a curve pays a nat per knot.
 *
 * <p>State: 340 doubles for two classes; with r recalibrations in f families of the grid, 3 r + 4 f
 * + 249 for more classes, and 3 r + 4 f + 95 for numbers, at most. O(r) per pane, and some fits to
 * 27 or 30 bins: 15 to 130 µs.
 */
public final class MapProof {
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

  /** In place of the kind where no map is used. */
  private static final int NONE = -1;

  private static final int SCALARS = 7;

  private final MapCandidates maps;
  private final FixedShare bet;
  private final FixedShare use;
  private final LaterGain later = new LaterGain();
  private RestartedEProcess process = RestartedEProcess.mixture(1);
  private long since;
  private boolean isProven;
  private long changes;
  private double labelsAtChange;
  private Optional<Place> used = Optional.empty();

  /** A map of a kind. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Place(int kind, double... map) {}

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
   * @param map to be applied
   * @param labels that it was learned from, those of older panes counting less
   * @param gain what it saves, in nats per label, by these labels
   * @param gains its 95 % interval
   */
  public record Used(RecalibrationMap map, double labels, double gain, Interval gains) {}

  /**
   * What the maps that were used have saved since the first one, on labels that they were not
   * learned from; those of panes without a map count as 0.
   *
   * @param labels their number
   * @param gain nats per label; 0 without labels
   * @param interval of the gain, 95 %; none of fewer than two panes
   */
  public record Later(double labels, double gain, Optional<Interval> interval) {}

  private MapProof(SketchPlan plan) {
    this.maps = new MapCandidates(plan);
    this.bet = new FixedShare(SHARED, maps.bets());
    this.use = new FixedShare(SHARED, maps.uses());
  }

  /** The proof of no panes. */
  public static MapProof empty(SketchPlan plan) {
    return new MapProof(plan);
  }

  /**
   * The proof with the given {@linkplain #toArray() state}.
   *
   * @throws IllegalArgumentException if it is of predictions over another space
   */
  public static MapProof read(SketchPlan plan, double... state) {
    MapProof proof = new MapProof(plan);
    if (state.length != proof.length()) {
      throw new IllegalArgumentException(
          "the proof of a map for predictions over "
              + plan.space()
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
        + maps.parameters()
        + bet.length()
        + use.length()
        + LaterGain.LENGTH
        + maps.length();
  }

  private void read(DoubleBuffer state) {
    process = RestartedEProcess.resumed((long) state.get(), new double[] {state.get()}, 1);
    since = (long) state.get();
    isProven = state.get() == 1;
    changes = (long) state.get();
    labelsAtChange = state.get();
    int kind = (int) state.get();
    double[] map = new double[maps.parameters()];
    state.get(map);
    used =
        kind == NONE
            ? Optional.empty()
            : Optional.of(new Place(kind, Arrays.copyOf(map, maps.kinds().get(kind).parameters())));
    bet.read(state);
    use.read(state);
    later.read(state);
    maps.read(state);
  }

  /** The state, to be kept and read again. */
  public double[] toArray() {
    DoubleBuffer state = DoubleBuffer.allocate(length());
    Place place = used.orElse(new Place(NONE));
    state.put((double) process.steps()).put(process.logProcesses()).put((double) since);
    state.put(isProven ? 1 : 0).put((double) changes).put(labelsAtChange);
    state.put(place.kind).put(Arrays.copyOf(place.map, maps.parameters()));
    bet.write(state);
    use.write(state);
    later.write(state);
    maps.write(state);
    return state.array();
  }

  /**
   * Adds the next pane; one without labels, or with a sum that is not finite, is none.
   *
   * @param start of the pane, milliseconds since 1970
   * @param pane made by the plan of the proof
   */
  public Change add(long start, Sketch pane) {
    double labels = pane.evidence().labels();
    if (!(labels > 0) || !maps.isFinite(pane)) {
      return Change.NONE;
    }
    since = panes() == 0 ? start : since;
    if (isProven) {
      later.add(
          labels, used.map(at -> maps.kinds().get(at.kind).logRatio(at.map, pane)).orElse(0.0));
    }
    weigh(pane);
    maps.add(labels, pane);
    isProven |= panes() >= EARLY && logEValue() >= LOG_PROVEN;
    Change change = isProven ? decide() : Change.NONE;
    if (change != Change.NONE) {
      changes++;
      labelsAtChange = maps.labels();
    }
    return change;
  }

  /** Multiplies the ratio of a pane, and moves the weights. */
  private void weigh(Sketch pane) {
    double[] tempered = new double[bet.length()];
    double[] won = new double[use.length()];
    int bets = 0;
    int uses = 1;
    double dependence = maps.designEffect();
    for (LearnedMaps kind : maps.kinds()) {
      for (int i = 0; i < kind.size(); i++) {
        double nats = kind.won(i, pane);
        tempered[bets++] = nats / Math.max(dependence, kind.designEffect(i));
        if (i < MapCandidates.USED) {
          won[uses++] = nats;
        }
      }
    }
    double largest = panes() < EARLY ? MOST_EARLY : Double.POSITIVE_INFINITY;
    process.multiply(Math.min(largest, bet.logFactor(tempered)));
    bet.add(tempered);
    use.add(won);
    // Before the first pane nothing is known of the map.
    if (panes() > 1) {
      maps.kinds().forEach(kind -> kind.spread(pane));
    }
  }

  private Change decide() {
    int heaviest = heaviest();
    Optional<Place> best =
        candidate(heaviest).best().map(map -> new Place(heaviest / MapCandidates.USED, map));
    boolean isNoneNow = best.isEmpty() || use.weight(0) > WITHDRAWN;
    if (used.isPresent() && isNoneNow) {
      used = Optional.empty();
      return Change.WITHDRAWN;
    }
    boolean isWorthIt =
        best.isPresent()
            && used.map(place -> evidence(best.get()) - evidence(place) >= REPLACED)
                .orElse(use.weight(0) < USED_AGAIN);
    if (isWorthIt) {
      used = best;
      return Change.PUBLISHED;
    }
    if (used.isEmpty() || maps.labels() < CONFIRMED * labelsAtChange) {
      return Change.NONE;
    }
    used = best;
    return Change.CONFIRMED;
  }

  /** Which of the candidates that are used has the most weight. */
  private int heaviest() {
    int heaviest = 0;
    for (int i = 1; i < use.length() - 1; i++) {
      heaviest = use.weight(1 + i) > use.weight(1 + heaviest) ? i : heaviest;
    }
    return heaviest;
  }

  private MapCandidate candidate(int i) {
    return maps.kinds().get(i / MapCandidates.USED).candidate(i % MapCandidates.USED);
  }

  /** The evidence for a map of the labels that the heaviest candidate has learned from. */
  private double evidence(Place place) {
    return maps.kinds()
        .get(place.kind)
        .candidate(heaviest() % MapCandidates.USED)
        .evidence(place.map);
  }

  /** log of the e-value that proves that the candidates pay; 0 before the first pane. */
  public double logEValue() {
    return process.logValue();
  }

  /**
   * The weight of the predictions as they are among all that may be used, in [0, 1]: a map is
   * withdrawn while it is above 0.9, and used again when it is below 0.5.
   */
  public double weightOfNone() {
    return use.weight(0);
  }

  /** The map that is to be used; none if predictions are to be used as they are. */
  public Optional<Used> used() {
    int memory = heaviest() % MapCandidates.USED;
    return used.map(place -> maps.kinds().get(place.kind).candidate(memory).used(place.map));
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
