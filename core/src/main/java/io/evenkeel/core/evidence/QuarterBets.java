package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.QuarterMoments;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.FeatureQuarters;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.recalibration.Boundary;
import io.evenkeel.core.recalibration.Tolerance;
import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Bets that in some {@linkplain FeatureQuarters quarters} of a feature the predictions are wrong,
 * as they were in the panes before: one bet on what all of these show, one on what late ones do.
 * Mutable.
 *
 * <p>Each bet is {@linkplain FixedShare shared} by the features, so that the bets are as many
 * whatever features there are, and wait for a profile. Nothing is bet against a model whose
 * tolerance comes from a reference: what its features show in the reference is not known.
 *
 * <p>State: the version of the profile, the number of doubles that follow, the sums of the panes
 * and the number of their labels, and the weights of the features. What was learned with another
 * profile is dropped.
 */
final class QuarterBets implements BetFamily {
  private static final List<Boolean> LATE = List.of(false, true);
  private static final double SHARED = 0.02;
  private static final int HEADER = 2;

  private final List<FeatureQuarters> features;
  private final QuarterAlternative alternative;
  private final int version;

  /** The sums of {@link QuarterMoments}, then the number of labels. */
  private final BinMemory memory;

  private final List<FixedShare> hedges;
  private boolean isSame = true;

  private QuarterBets(List<FeatureQuarters> features, QuarterAlternative alternative, int version) {
    this.features = features;
    this.alternative = alternative;
    this.version = version;
    this.memory = new BinMemory(QuarterMoments.PER_FEATURE * features.size() + 1);
    this.hedges = LATE.stream().map(late -> FixedShare.even(features.size(), SHARED)).toList();
  }

  /** The bets on sketches of a plan; they wait for one with a profile. */
  static QuarterBets of(SketchPlan plan) {
    List<FeatureQuarters> features = plan.profile().map(Profile::features).orElse(List.of());
    return new QuarterBets(
        features,
        plan.space().kind() == TargetSpace.Kind.CLASSES
            ? new ShiftedQuarters(plan.space(), features)
            : new TiltedQuarters(plan, features),
        plan.profile().map(Profile::version).orElse(0));
  }

  @Override
  public int size() {
    return LATE.size();
  }

  /** A bet may win wherever a tolerable recalibration does, and learns to win by that very one. */
  @Override
  public int[] places(Boundary boundary) {
    return boundary.stretches();
  }

  @Override
  public List<Played> play(Sketch pane, Tolerance tolerance) {
    Optional<double[]> sums = sums(pane);
    if (tolerance.isRelative() || sums.isEmpty()) {
      return List.of();
    }
    return LATE.stream().map(late -> played(sums.get(), late)).toList();
  }

  private Played played(double[] sums, boolean late) {
    double logFactor = hedge(late).logFactor(logFactors(sums, late));
    return new Played(logFactor, logFactor);
  }

  private FixedShare hedge(boolean late) {
    return hedges.get(LATE.indexOf(late));
  }

  /** Those of each feature. */
  private double[] logFactors(double[] sums, boolean late) {
    double[] logs = new double[features.size()];
    for (int i = 0; i < logs.length; i++) {
      logs[i] = alternative.logFactor(of(i, memory.sums(late)), of(i, sums));
    }
    return logs;
  }

  /** The sums of a feature. */
  private static double[] of(int feature, double... sums) {
    int from = QuarterMoments.PER_FEATURE * feature;
    return Arrays.copyOfRange(sums, from, from + QuarterMoments.PER_FEATURE);
  }

  /** The sums of a pane with this profile; none without features. */
  private Optional<double[]> sums(Sketch pane) {
    boolean isOfProfile =
        pane.plan().profile().filter(profile -> profile.version() == version).isPresent();
    return isOfProfile && !features.isEmpty() ? pane.quarterSums() : Optional.empty();
  }

  @Override
  public void add(Sketch pane) {
    sums(pane)
        .ifPresent(
            sums -> {
              LATE.forEach(late -> hedge(late).add(logFactors(sums, late)));
              double[] learned = Arrays.copyOf(sums, sums.length + 1);
              learned[sums.length] = pane.outcomes().weight();
              memory.add(learned);
            });
  }

  @Override
  public OpenFault found(Deviations deviations, int bet, Stretch stretch, Since since) {
    boolean late = LATE.get(bet);
    double[] past = memory.sums(late);
    int feature = hedge(late).best();
    return alternative.found(
        feature, of(feature, past), past[past.length - 1], new Found(deviations, stretch, since));
  }

  /** When a fault was found. */
  record Found(Deviations deviations, Stretch stretch, Since since) {}

  @Override
  public Optional<OpenFault> fault(Deviations deviations, DoubleBuffer state) {
    return isSame ? Optional.of(alternative.read(deviations, state)) : Optional.empty();
  }

  @Override
  public int length() {
    return HEADER + learned();
  }

  private int learned() {
    return memory.length() + hedges.stream().mapToInt(FixedShare::length).sum();
  }

  @Override
  public void read(DoubleBuffer state) {
    isSame = state.get() == version;
    int length = (int) state.get();
    if (isSame && length == learned()) {
      memory.read(state);
      hedges.forEach(hedge -> hedge.read(state));
    } else {
      isSame = false;
      state.position(state.position() + length);
    }
  }

  @Override
  public void write(DoubleBuffer state) {
    state.put(version).put(learned());
    memory.write(state);
    hedges.forEach(hedge -> hedge.write(state));
  }
}
