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
 * The sums of a pane, which are published as a block, or of a few cases as the cases themselves.
 */
public final class PaneCases {
  private PaneCases() {}

  /** The sums of a pane as it is published, with the plan that it is published by. */
  public static Sketch sketch(SketchPlan plan, PaneSketch pane) {
    return pane.getSums().hasRemaining()
        ? plan.over(DoublesCodec.toDoubles(pane.getSums()))
        : sketch(plan, pane.getCases());
  }

  /** The sums of cases, added in this order. O(length of the plan) for each. */
  public static Sketch sketch(SketchPlan plan, List<PaneCase> cases) {
    Sketch sketch = plan.empty();
    List<Labelled> added = new ArrayList<>(cases.size());
    for (PaneCase one : cases) {
      Labelled seen = labelled(one);
      seen.add(sketch);
      seen.addPair(sketch, one.getPartner() < 0 ? null : added.get(one.getPartner()));
      added.add(seen);
    }
    return sketch;
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
