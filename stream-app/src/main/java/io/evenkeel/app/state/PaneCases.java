package io.evenkeel.app.state;

import io.evenkeel.app.codec.BinaryForm;
import io.evenkeel.core.moments.Outcome;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.schemas.internal.PaneCase;
import io.evenkeel.schemas.internal.PaneSketch;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Adds up what partitions publish of a pane: a block of sums, or where there are few labels the
 * cases themselves.
 */
public final class PaneCases {
  private PaneCases() {}

  /**
   * Adds the sums of a pane as it is published.
   *
   * @param sum of the same plan, or of one that covers it
   * @param plan that the pane is published by
   */
  public static void addTo(Sketch sum, SketchPlan plan, PaneSketch pane) {
    if (pane.getSums().hasRemaining()) {
      sum.merge(plan, DoublesCodec.toDoubles(pane.getSums()));
    } else if (sum.plan().equals(plan)) {
      addTo(sum, pane.getCases());
    } else {
      sum.merge(sketch(plan, pane.getCases()));
    }
  }

  /** The sums of cases, added in this order. O(length of the plan) for each. */
  public static Sketch sketch(SketchPlan plan, List<PaneCase> cases) {
    Sketch sketch = plan.empty();
    addTo(sketch, cases);
    return sketch;
  }

  private static void addTo(Sketch sum, List<PaneCase> cases) {
    List<Labelled> added = new ArrayList<>(cases.size());
    for (PaneCase one : cases) {
      Labelled seen = labelled(one);
      seen.add(sum);
      seen.addPair(sum, one.getPartner() < 0 ? null : added.get(one.getPartner()));
      added.add(seen);
    }
  }

  private static Labelled labelled(PaneCase one) {
    ByteBuffer from = one.getQuarters().duplicate();
    byte[] quarters = new byte[from.remaining()];
    from.get(quarters);
    return new Labelled(
        BinaryForm.distribution(one.getDistribution()),
        BinaryForm.target(one.getTarget()),
        new Outcome(one.getOutcome(), one.getWeight()),
        quarters,
        false);
  }
}
