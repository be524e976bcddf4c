package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.Profile;
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
 */
final class Bets {
  private final KernelBets kernel;
  private final List<BetFamily> families;
  private final List<EvidenceKind> kinds;
  private final double[] weights;

  /** A family, what it looks at, and its weight in relation to those of the others. */
  private record Weighed(BetFamily family, EvidenceKind kind, double weight) {}

  private Bets(KernelBets kernel, List<Weighed> weighed) {
    this.kernel = kernel;
    this.families = weighed.stream().map(Weighed::family).toList();
    this.kinds =
        weighed.stream()
            .flatMap(of -> Collections.nCopies(of.family.size(), of.kind).stream())
            .toList();
    double all = weighed.stream().mapToDouble(Weighed::weight).sum();
    this.weights =
        weighed.stream()
            .flatMapToDouble(
                of -> {
                  int size = of.family.size();
                  return Collections.nCopies(size, of.weight / all / size).stream()
                      .mapToDouble(Double::doubleValue);
                })
            .toArray();
  }

  /** The bets on sketches of a plan; those on residuals wait for one with a profile. */
  static Bets of(SketchPlan plan) {
    KernelBets kernel = new KernelBets(plan.profile().orElse(null));
    List<Weighed> weighed = new ArrayList<>();
    TargetSpace space = plan.space();
    if (space.kind() == TargetSpace.Kind.CLASSES) {
      weighed.add(new Weighed(kernel, EvidenceKind.KERNEL, 0.14));
      weighed.add(new Weighed(new ReliabilityBets(space), EvidenceKind.RELIABILITY, 0.17));
      weighed.add(new Weighed(new TiltBets(new NoiseTilts(space)), EvidenceKind.NOISE, 0.12));
      weighed.add(new Weighed(QuarterBets.of(plan), EvidenceKind.FEATURES, 0.06));
    } else {
      weighed.add(new Weighed(kernel, EvidenceKind.KERNEL, 0.12));
      Profile profile = plan.profile().orElse(null);
      weighed.add(
          new Weighed(
              new TiltBets(new CellTilts(space, profile, plan.labelNoise())),
              EvidenceKind.CELLS,
              0.1));
      if (space.size() == 1) {
        weighed.add(new Weighed(PitBets.learned(), EvidenceKind.SHAPE, 0.10));
        weighed.add(new Weighed(PitBets.onShapes(), EvidenceKind.SHAPE, 0.12));
      } else {
        weighed.add(
            new Weighed(
                new TiltBets(new NormalTilts(space, plan.labelNoise())), EvidenceKind.JOINT, 0.28));
      }
      weighed.add(new Weighed(QuarterBets.of(plan), EvidenceKind.FEATURES, 0.06));
    }
    return new Bets(kernel, weighed);
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

  /** For each bet the points of the boundary that its lenient factor does not cover. */
  List<int[]> points(Boundary boundary) {
    List<int[]> points = new ArrayList<>();
    for (BetFamily family : families) {
      points.addAll(Collections.nCopies(family.size(), family.points(boundary)));
    }
    return points;
  }

  /**
   * What each bet makes of the next pane, {@link Played#NONE} if it is not made. None is made where
   * rows share outcomes: bets are aimed with panes before it, which may be about the same ones.
   */
  List<Played> play(Sketch pane, Tolerance tolerance) {
    if (isAboutSharedOutcomes(pane)) {
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

  /** Learns from a pane. */
  void add(Sketch pane) {
    if (!isAboutSharedOutcomes(pane)) {
      families.forEach(family -> family.add(pane));
    }
  }

  private static boolean isAboutSharedOutcomes(Sketch pane) {
    return pane.outcomes().shared() > 0;
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

  /** What is remembered of the residuals; none without a profile. */
  Optional<ResidualMemory> residuals() {
    return kernel.memory();
  }

  /** The number of doubles of the state. */
  int length() {
    return families.stream().mapToInt(BetFamily::length).sum();
  }

  /** Reads the state. */
  void read(DoubleBuffer state) {
    families.forEach(family -> family.read(state));
  }

  /** Writes the state. */
  void write(DoubleBuffer state) {
    families.forEach(family -> family.write(state));
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
