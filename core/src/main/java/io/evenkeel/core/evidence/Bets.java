package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.recalibration.Boundary;
import io.evenkeel.core.recalibration.Tolerance;
import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * All bets of a series, family after family, and how they share their weight: mutable. Each family
 * shares its part equally among its bets.
 *
 * <p>Where {@linkplain Overlap targets overlap} in L panes, bets on a pane may know only of panes L
 * or more before it. What is learned is put aside every L panes, and used from L panes later on,
 * for L panes: bets know of all panes but for the last L − 1 to 2L − 2. The state is then what they
 * know three times, after the number of panes: what is put aside, of all panes, and what is used.
 */
final class Bets {
  private final Overlap overlap;
  private final BetFamilies played;
  private final BetFamilies waiting;
  private final BetFamilies learned;
  private final List<BetFamily> families;
  private final List<EvidenceKind> kinds;
  private final double[] weights;
  private long panes;

  /** The bets on sketches of a plan; those on residuals wait for one with a profile. */
  Bets(SketchPlan plan, Overlap overlap) {
    this.overlap = overlap;
    this.played = BetFamilies.of(plan);
    this.waiting = overlap.isSome() ? BetFamilies.of(plan) : played;
    this.learned = overlap.isSome() ? BetFamilies.of(plan) : played;
    this.families = played.all().stream().map(BetFamilies.Weighed::family).toList();
    this.kinds =
        played.all().stream()
            .flatMap(of -> Collections.nCopies(of.family().size(), of.kind()).stream())
            .toList();
    double all = played.all().stream().mapToDouble(BetFamilies.Weighed::weight).sum();
    this.weights =
        played.all().stream()
            .flatMapToDouble(
                of -> {
                  int size = of.family().size();
                  return Collections.nCopies(size, of.weight() / all / size).stream()
                      .mapToDouble(Double::doubleValue);
                })
            .toArray();
  }

  /**
   * What a state begins with that goes with so many processes beside those of bets: their number
   * and that of the bets, and a fraction that says how many panes overlap.
   */
  double signature(int processes) {
    return processes + size() + 1 - 1.0 / overlap.panes();
  }

  /** The weight of each bet; their sum is 1. */
  double[] weights() {
    return weights.clone();
  }

  /** What each bet looks at; those of a kind follow each other. */
  List<EvidenceKind> kinds() {
    return kinds;
  }

  /** The number of bets. */
  int size() {
    return weights.length;
  }

  /** For each bet the places of the boundary that its lenient factor does not cover. */
  List<int[]> places(Boundary boundary) {
    List<int[]> places = new ArrayList<>();
    for (BetFamily family : families) {
      places.addAll(Collections.nCopies(family.size(), family.places(boundary)));
    }
    return places;
  }

  /**
   * What each bet makes of the next pane, {@link Played#NONE} if it is not made. None is made where
   * rows share outcomes: bets are aimed with panes before it, which may be about the same ones.
   */
  List<Played> play(Sketch pane, Tolerance tolerance) {
    if (overlap.isOfSharedOutcomes(pane)) {
      return none();
    }
    List<Played> all = new ArrayList<>(size());
    for (BetFamily family : families) {
      List<Played> played = family.play(pane, tolerance);
      all.addAll(played.isEmpty() ? Collections.nCopies(family.size(), Played.NONE) : played);
    }
    return all;
  }

  /** What becomes of bets on a pane of which only the recalibration evidence is known. */
  List<Played> none() {
    return Collections.nCopies(size(), Played.NONE);
  }

  /** Learns from the next pane. */
  void add(Sketch pane) {
    if (!overlap.isOfSharedOutcomes(pane)) {
      learned.add(pane);
    }
    if (overlap.isSome()) {
      putAside(overlap.panes());
    }
  }

  private void putAside(int most) {
    panes++;
    if ((panes + 1) % most == 0) {
      played.learnAllOf(waiting);
    }
    if (panes % most == 0) {
      waiting.learnAllOf(learned);
    }
  }

  /** The number of the family of a bet. */
  int familyOf(int bet) {
    int family = 0;
    int first = 0;
    while (bet >= first + families.get(family).size()) {
      first += families.get(family++).size();
    }
    return family;
  }

  /** The fault that a bet has found. */
  OpenFault found(Deviations deviations, int bet, Stretch stretch, Since since) {
    int family = familyOf(bet);
    int first = families.subList(0, family).stream().mapToInt(BetFamily::size).sum();
    return families.get(family).found(deviations, bet - first, stretch, since);
  }

  /** The fault of a family with the state; none if it means nothing any more. */
  Optional<OpenFault> fault(int family, Deviations deviations, DoubleBuffer state) {
    return families.get(family).fault(deviations, state);
  }

  /** What is remembered of the residuals; none without a profile, or where targets overlap. */
  Optional<ResidualMemory> residuals() {
    return overlap.isSome() ? Optional.empty() : learned.residuals();
  }

  /** The number of doubles of the state. */
  int length() {
    return overlap.isSome()
        ? 1 + played.length() + waiting.length() + learned.length()
        : played.length();
  }

  /** Reads the state. */
  void read(DoubleBuffer state) {
    if (overlap.isSome()) {
      panes = (long) state.get();
      waiting.read(state);
      learned.read(state);
    }
    played.read(state);
  }

  /** Writes the state. */
  void write(DoubleBuffer state) {
    if (overlap.isSome()) {
      state.put((double) panes);
      waiting.write(state);
      learned.write(state);
    }
    played.write(state);
  }

  /** The state. */
  double[] toArray() {
    double[] state = new double[length()];
    write(DoubleBuffer.wrap(state));
    return state;
  }

  /** The weights of a grid and of bets, the bets having a share of all weight. */
  double[] weightsBeside(double[] logWeightsOfGrid, double share) {
    double[] all = Arrays.copyOf(logWeightsOfGrid, logWeightsOfGrid.length + weights.length);
    for (int g = 0; g < all.length; g++) {
      all[g] =
          g < logWeightsOfGrid.length
              ? (1 - share) * Math.exp(all[g])
              : share * weights[g - logWeightsOfGrid.length];
    }
    return all;
  }
}
