package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.recalibration.Boundary;
import io.evenkeel.core.recalibration.Tolerance;
import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Bets on {@linkplain Tilts tilts} of one kind: one on each that is aimed at what the panes before
 * have shown, one on each {@linkplain FixedShare group} of fixed ones. Mutable.
 *
 * <p>The factors are exact likelihood ratios, or below. Nothing is bet against a model whose
 * tolerance comes from a reference: what tilts the reference has is not known.
 *
 * <p>What a group has found is the tilt with the most evidence since it last had none: weights are
 * those of the last panes, and a surprise among these may be another one.
 *
 * <p>State: their version, the sums of all panes and of late ones, the weights in each group, and
 * the evidence for each fixed tilt.
 */
final class TiltBets implements BetFamily {
  private static final double FADING = 0.9;

  private final Tilts tilts;
  private final double[] all;
  private final double[] lately;
  private final List<List<Tilt>> fixed;
  private final List<FixedShare> hedges;
  private final List<double[]> leads;
  private final int aimed;
  private boolean isSame = true;

  /** Bets on nothing yet. */
  TiltBets(Tilts tilts) {
    this.tilts = tilts;
    this.all = new double[tilts.sums()];
    this.lately = new double[tilts.sums()];
    this.fixed = tilts.fixed();
    this.hedges = fixed.stream().map(group -> FixedShare.even(group.size())).toList();
    this.leads = fixed.stream().map(group -> new double[group.size()]).toList();
    this.aimed = tilts.aimed(all, lately).size();
  }

  @Override
  public int size() {
    return aimed + fixed.size();
  }

  /** A bet may win wherever a tolerable recalibration does, and learns to win by that very one. */
  @Override
  public int[] places(Boundary boundary) {
    return boundary.stretches();
  }

  @Override
  public List<Played> play(Sketch pane, Tolerance tolerance) {
    List<Played> played = new ArrayList<>();
    if (tolerance.isRelative() || tilts.sums(pane).isEmpty()) {
      return played;
    }
    double cost = tilts.cost(pane);
    for (Tilt tilt : tilts.aimed(all, lately)) {
      played.add(played(tilt.logRatio(pane) - cost));
    }
    for (int k = 0; k < fixed.size(); k++) {
      double logRatio = hedges.get(k).logFactor(logRatios(fixed.get(k), pane));
      played.add(played(logRatio - cost));
    }
    return played;
  }

  private static Played played(double logFactor) {
    return new Played(logFactor, logFactor);
  }

  private static double[] logRatios(List<Tilt> tilts, Sketch pane) {
    return tilts.stream().mapToDouble(tilt -> tilt.logRatio(pane)).toArray();
  }

  @Override
  public void add(Sketch pane) {
    tilts.sums(pane).ifPresent(sums -> learn(pane, sums));
  }

  private void learn(Sketch pane, double[] sums) {
    for (int i = 0; i < sums.length; i++) {
      all[i] += sums[i];
      lately[i] = FADING * lately[i] + sums[i];
    }
    for (int k = 0; k < fixed.size(); k++) {
      double[] logRatios = logRatios(fixed.get(k), pane);
      hedges.get(k).add(logRatios);
      double[] lead = leads.get(k);
      Arrays.setAll(lead, i -> Math.max(0, lead[i] + logRatios[i]));
    }
  }

  @Override
  public OpenFault found(Deviations deviations, int bet, Stretch stretch, Since since) {
    return TiltFault.found(deviations, tilt(bet), stretch, since);
  }

  /** What a bet is on. */
  private Tilt tilt(int bet) {
    if (bet < aimed) {
      return tilts.aimed(all, lately).get(bet);
    }
    int group = bet - aimed;
    double[] lead = leads.get(group);
    int best = 0;
    for (int i = 1; i < lead.length; i++) {
      best = lead[i] > lead[best] ? i : best;
    }
    return fixed.get(group).get(best);
  }

  @Override
  public Optional<OpenFault> fault(Deviations deviations, DoubleBuffer state) {
    return isSame
        ? Optional.of(TiltFault.read(deviations, tilts.read(state), state))
        : Optional.empty();
  }

  @Override
  public int length() {
    int ofGroups = fixed.stream().mapToInt(List::size).sum();
    return 1 + all.length + lately.length + 2 * ofGroups;
  }

  @Override
  public void read(DoubleBuffer state) {
    isSame = state.get() == tilts.version();
    state.get(all).get(lately);
    hedges.forEach(hedge -> hedge.read(state));
    leads.forEach(state::get);
    if (!isSame) {
      Arrays.fill(all, 0);
      Arrays.fill(lately, 0);
    }
  }

  @Override
  public void write(DoubleBuffer state) {
    state.put(tilts.version()).put(all).put(lately);
    hedges.forEach(hedge -> hedge.write(state));
    leads.forEach(state::put);
  }
}
