package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.Profile;
import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All families of bets of a series, one after the other, and what they have learned: mutable. */
final class BetFamilies {
  private final KernelBets kernel;
  private final List<Weighed> all;

  /** A family, what it looks at, and its weight in relation to those of the others. */
  record Weighed(BetFamily family, EvidenceKind kind, double weight) {}

  private BetFamilies(KernelBets kernel, List<Weighed> others) {
    this.kernel = kernel;
    this.all = others;
  }

  /** Those on sketches of a plan; those on residuals wait for one with a profile. */
  static BetFamilies of(SketchPlan plan) {
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
    return new BetFamilies(kernel, List.copyOf(weighed));
  }

  /** The families with their weights. */
  List<Weighed> all() {
    return all;
  }

  /** Learns from a pane. */
  void add(Sketch pane) {
    all.forEach(of -> of.family.add(pane));
  }

  /** What is remembered of the residuals; none without a profile. */
  Optional<ResidualMemory> residuals() {
    return kernel.memory();
  }

  /** Knows from now on what others of the same plan know. */
  void learnAllOf(BetFamilies others) {
    DoubleBuffer state = DoubleBuffer.allocate(others.length());
    others.write(state);
    read(state.flip());
  }

  /** The number of doubles of the state. */
  int length() {
    return all.stream().mapToInt(of -> of.family.length()).sum();
  }

  /** Reads the state. */
  void read(DoubleBuffer state) {
    all.forEach(of -> of.family.read(state));
  }

  /** Writes the state. */
  void write(DoubleBuffer state) {
    all.forEach(of -> of.family.write(state));
  }
}
