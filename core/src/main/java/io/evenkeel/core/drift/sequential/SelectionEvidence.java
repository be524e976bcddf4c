package io.evenkeel.core.drift.sequential;

import io.evenkeel.core.drift.Feature;
import io.evenkeel.core.drift.Features;
import io.evenkeel.core.internal.Checks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Tests, pane after pane, whether the cases whose labels came are unlike those of the same pane
 * that wait for theirs: mutable. No reference is needed, and no law of cases is assumed.
 *
 * <p>Null hypothesis: given the cases of a pane and how many have a label, every subset of as many
 * is equally likely to have them. The factor of a bet f is Π f(c<sub>i</sub>) over the labelled
 * cases and its {@linkplain DrawnShare exact expectation}, and is divided by what laws within the
 * tolerance of the pane could win. The larger of both parts is what the smaller leaves, so the bet
 * is played on the smaller one, with 1/f where that is the part that waits.
 *
 * <p>Two levels as in {@link SeriesDrift}, a step per pane each. In its {@link DriftEvidence} the
 * shift is that of the labelled cases against all of their panes. The state has about 2 × 75
 * doubles for each numeric feature.
 */
public final class SelectionEvidence {
  private final Features features;
  private final DriftDesign design;
  private final DriftProcess inform;
  private final DriftProcess page;
  private double end = Double.NaN;

  /** Counts of the cells in the last step, of all cases and of those with a label; else zeros. */
  private double[] pool;

  private double[] drawn;

  private SelectionEvidence(Features features, DriftDesign design) {
    this.features = features;
    this.design = design;
    this.inform = new DriftProcess(features, design, design.inform(), false);
    this.page = new DriftProcess(features, design, design.page(), false);
    this.pool = new double[features.cells()];
    this.drawn = new double[features.cells()];
  }

  /** Before the first pane. */
  public static SelectionEvidence empty(Features features, DriftDesign design) {
    return new SelectionEvidence(features, design);
  }

  /**
   * The evidence with the given {@linkplain #toArray() state}.
   *
   * @throws IllegalArgumentException if the state is of other features
   */
  public static SelectionEvidence read(Features features, DriftDesign design, double... state) {
    SelectionEvidence evidence = new SelectionEvidence(features, design);
    Cursor cursor = new Cursor(state);
    evidence.end = cursor.next();
    evidence.inform.resume(cursor);
    evidence.page.resume(cursor);
    // States of earlier versions end here.
    if (!cursor.isAtEnd()) {
      evidence.pool = cursor.next(features.cells());
      evidence.drawn = cursor.next(features.cells());
    }
    cursor.end();
    return evidence;
  }

  /** The state, to be kept and read again. */
  public double[] toArray() {
    return Stream.of(new double[] {end}, inform.toArray(), page.toArray(), pool, drawn)
        .flatMapToDouble(Arrays::stream)
        .toArray();
  }

  /**
   * Adds the next pane, to whose cases no more labels are added. One without labels is no step. One
   * with all of them cannot be selected: it is a step only in an alarm, for whose end it speaks.
   *
   * @param start its start, milliseconds since 1970
   * @param all counts of the cells of all features over all cases
   * @param labelled over those with a label
   */
  public void add(long start, double[] all, double[] labelled) {
    Checks.sameLength("cells", features.cells(), "counts", all.length);
    Checks.sameLength("cells", features.cells(), "counts of labelled cases", labelled.length);
    double cases = Arrays.stream(labelled).sum();
    boolean isChoice = cases < Arrays.stream(all).sum();
    if (cases > 0 && (isChoice || inform.alarms() || page.alarms())) {
      pool = all.clone();
      drawn = labelled.clone();
      List<PoolBets> bets = bets();
      inform.step(start, bets.stream().map(one -> one.step(design.inform())).toList());
      page.step(start, bets.stream().map(one -> one.step(design.page())).toList());
      end = (double) (start + design.pane());
    }
  }

  /** Those of the last step on each feature. */
  private List<PoolBets> bets() {
    List<PoolBets> bets = new ArrayList<>();
    int from = 0;
    for (Feature feature : features.all()) {
      int to = from + feature.cells();
      bets.add(
          new PoolBets(
              feature, Arrays.copyOfRange(pool, from, to), Arrays.copyOfRange(drawn, from, to)));
      from = to;
    }
    return bets;
  }

  /** None if the last step is not known. */
  private List<Odds> odds() {
    if (Arrays.stream(drawn).sum() == 0) {
      return List.of();
    }
    return bets().stream().map(one -> one.step(design.page()).odds()).toList();
  }

  /** The evidence that labels are not representative by little, by which to inform. */
  public DriftEvidence inform() {
    return inform.evidence((long) end, this::odds);
  }

  /** The evidence that labels are far from representative, by which to page. */
  public DriftEvidence page() {
    return page.evidence((long) end, this::odds);
  }
}
