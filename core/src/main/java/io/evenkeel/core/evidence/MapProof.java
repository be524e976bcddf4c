package io.evenkeel.core.evidence;

import io.evenkeel.core.evidence.MapBets.Place;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.RecalibrationMap;
import io.evenkeel.core.recalibration.RegressionSums;
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
 * <p>Of ensembles two such e-values have to reach 20 at once, and the smaller one is what counts.
 * One is of the ranks of targets among members: if the two could change places, it does so with a
 * chance of at most 5 %, whatever their number and their law, and with ties. That proves a fault,
 * and no map that mends it, for an ensemble has no density. The other one weighs normal regressions
 * against the ensemble {@linkplain io.evenkeel.core.recalibration.RegressionSums read as normal};
 * it alone would be no proof, as members of another law, and few of them, are not read well. A
 * series whose predictions turn from ensembles to others, or from others to ensembles, begins
 * again.
 *
 * <p>Once it has, what is used follows the weights, of which the predictions as they are have one,
 * too. A map is used for the first time when these have less than 0.5. It is withdrawn while they
 * have more than 0.9, and used again when they have less than 0.1: as the shared weight leaves much
 * less room between, one pane of chance would bring back a map that is not needed any more. It is
 * that of the heaviest candidate, and is replaced when the labels that this one has learned from
 * favour another one by {@value #REPLACED} nats, where a curve pays a nat per knot.
 *
 * <p>State: 341 doubles for two classes; with r recalibrations in f families of the grid, 3 r + 4 f
 * + 250 for more classes, 3 r + 4 f + 169 for one number, and + 25 for several. O(r) per pane, and
 * some fits to 27 or 30 bins: 15 to 130 µs.
 */
public final class MapProof {
  /** The logarithm of the e-value from which on a map is used. */
  public static final double LOG_PROVEN = Math.log(20);

  /** Before so many panes no map is used. */
  public static final int LEAST_PANES = MapBets.EARLY;

  private static final double WITHDRAWN = 0.9;
  private static final double USED = 0.5;
  private static final double USED_AGAIN = 0.1;
  private static final double REPLACED = 3;
  private static final double CONFIRMED = 1.5;

  /** In place of the kind where no map is used. */
  private static final int NONE = -1;

  private static final int SCALARS = 6;

  private final SketchPlan plan;

  /** Of what becomes of predictions, or of the ranks of targets among members. */
  private MapBets plain;

  /** Of what becomes of ensembles; none but of one number. */
  private Optional<MapBets> regressions;

  private LaterGain later = new LaterGain();
  private boolean isOfEnsembles;
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
   * @param map to be applied
   * @param labels that it was learned from, those of older panes counting less
   * @param gain what it saves, in nats per label, by these labels
   * @param gains its 95 % interval
   */
  public record Used(RecalibrationMap map, double labels, double gain, Interval gains) {}

  /**
   * What the maps that were to be used would have saved since the first one, on labels that they
   * were not learned from; those of panes without a map count as 0.
   *
   * @param labels their number
   * @param gain nats per label; 0 without labels
   * @param interval of the gain, 95 %; none of fewer than two panes
   */
  public record Later(double labels, double gain, Optional<Interval> interval) {}

  private MapProof(SketchPlan plan) {
    this.plan = plan;
    this.plain = new MapBets(MapCandidates.of(plan));
    this.regressions = regressions(plan);
  }

  private static Optional<MapBets> regressions(SketchPlan plan) {
    return plan.space().equals(TargetSpace.reals(1))
        ? Optional.of(new MapBets(MapCandidates.ofEnsembles(plan)))
        : Optional.empty();
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
        + parameters()
        + LaterGain.LENGTH
        + plain.length()
        + regressions.map(MapBets::length).orElse(0);
  }

  private int parameters() {
    return Math.max(plain.parameters(), regressions.map(MapBets::parameters).orElse(0));
  }

  private void read(DoubleBuffer state) {
    isOfEnsembles = state.get() == 1;
    since = (long) state.get();
    isProven = state.get() == 1;
    changes = (long) state.get();
    labelsAtChange = state.get();
    int kind = (int) state.get();
    double[] map = new double[parameters()];
    state.get(map);
    used =
        kind == NONE
            ? Optional.empty()
            : Optional.of(new Place(kind, Arrays.copyOf(map, judged().parameters(kind))));
    later.read(state);
    plain.read(state);
    regressions.ifPresent(bets -> bets.read(state));
  }

  /** The state, to be kept and read again. */
  public double[] toArray() {
    DoubleBuffer state = DoubleBuffer.allocate(length());
    Place place = used.orElse(new Place(NONE));
    state.put(isOfEnsembles ? 1 : 0).put((double) since);
    state.put(isProven ? 1 : 0).put((double) changes).put(labelsAtChange);
    state.put(place.kind()).put(Arrays.copyOf(place.map(), parameters()));
    later.write(state);
    plain.write(state);
    regressions.ifPresent(bets -> bets.write(state));
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
    if (!(labels > 0)
        || !plain.isFinite(pane)
        || regressions.filter(bets -> !bets.isFinite(pane)).isPresent()) {
      return Change.NONE;
    }
    boolean isWithdrawn = isOther(labels, pane) && restart();
    since = panes() == 0 ? start : since;
    if (wasUsed() || used.isPresent()) {
      later.add(labels, used.map(place -> judged().logRatio(place, pane)).orElse(0.0));
    }
    plain.add(labels, pane);
    if (isOfEnsembles) {
      judged().add(labels, pane);
    }
    isProven |= panes() >= LEAST_PANES && logEValue() >= LOG_PROVEN;
    Change change = isWithdrawn ? Change.WITHDRAWN : isProven ? decide() : Change.NONE;
    if (change != Change.NONE) {
      changes++;
      labelsAtChange = judged().labels();
    }
    return change;
  }

  /** Whether most predictions of a pane are ensembles where they were none, or none any more. */
  private boolean isOther(double labels, Sketch pane) {
    double ensembles =
        pane.regressionSums().map(sums -> RegressionSums.of(sums).labels()).orElse(0.0);
    return ensembles > labels / 2 != isOfEnsembles;
  }

  /** Begins anew, with predictions of the other kind; says whether a map was used. */
  private boolean restart() {
    boolean wasUsed = used.isPresent();
    isOfEnsembles = !isOfEnsembles;
    plain = new MapBets(MapCandidates.of(plan));
    regressions = regressions(plan);
    later = new LaterGain();
    isProven = false;
    used = Optional.empty();
    return wasUsed;
  }

  /** Whether a map was used for a pane, as far as the proof goes back. */
  private boolean wasUsed() {
    return later.labels() > 0;
  }

  /** The bets on maps that may be used. */
  private MapBets judged() {
    return isOfEnsembles ? regressions.orElseThrow() : plain;
  }

  private Change decide() {
    Optional<Place> best = judged().best();
    boolean isNoneNow = best.isEmpty() || weightOfNone() > WITHDRAWN;
    if (used.isPresent() && isNoneNow) {
      used = Optional.empty();
      return Change.WITHDRAWN;
    }
    boolean isWorthIt =
        best.isPresent()
            && used.map(place -> evidence(best.get()) - evidence(place) >= REPLACED)
                .orElse(weightOfNone() < (wasUsed() ? USED_AGAIN : USED));
    if (isWorthIt) {
      used = best;
      return Change.PUBLISHED;
    }
    if (used.isEmpty() || judged().labels() < CONFIRMED * labelsAtChange) {
      return Change.NONE;
    }
    used = best;
    return Change.CONFIRMED;
  }

  private double evidence(Place place) {
    return judged().evidence(place);
  }

  /** log of the e-value that proves that the candidates pay; 0 before the first pane. */
  public double logEValue() {
    double log = plain.logEValue();
    return isOfEnsembles ? Math.min(log, judged().logEValue()) : log;
  }

  /**
   * The weight of the predictions as they are among all that may be used, in [0, 1]: a map is used
   * when it is below 0.5, withdrawn while it is above 0.9, and used again when it is below 0.1.
   */
  public double weightOfNone() {
    return judged().weightOfNone();
  }

  /** The map that is to be used; none if predictions are to be used as they are. */
  public Optional<Used> used() {
    return used.map(place -> judged().used(place));
  }

  /** What the maps that were to be used would have saved. */
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
    return plain.panes();
  }
}
