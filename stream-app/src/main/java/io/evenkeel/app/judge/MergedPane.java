package io.evenkeel.app.judge;

import io.evenkeel.app.state.Blocks;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.schemas.internal.PaneSketch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What all source partitions together have seen of a series in one pane.
 *
 * @param start start of the pane, milliseconds since 1970
 * @param predictions predictions seen
 * @param late labels that came too late to count
 * @param sketch the sums
 * @param parts the partials, one per source partition
 */
record MergedPane(long start, long predictions, long late, Sketch sketch, List<PaneSketch> parts) {

  /** The pane as one source partition has seen it. */
  static MergedPane of(PaneSketch part, SketchPlan plan) {
    return new MergedPane(
        part.getStart(),
        part.getPredictions(),
        part.getLate(),
        plan.read(Blocks.toDoubles(part.getSums())),
        List.of(part));
  }

  /** The pane as it is with what another source partition has seen. */
  MergedPane with(MergedPane other) {
    boolean richer = sketch.plan().length() >= other.sketch.plan().length();
    Sketch sum = richer ? sketch.copy() : other.sketch.copy();
    sum.merge(richer ? other.sketch : sketch);
    List<PaneSketch> all = new ArrayList<>(parts);
    all.addAll(other.parts);
    return new MergedPane(
        start, predictions + other.predictions, late + other.late, sum, List.copyOf(all));
  }

  TargetSpace space() {
    return sketch.plan().space();
  }

  /** Equal for equal content, and almost surely not otherwise. */
  long content() {
    return (31 * (31 * predictions + late) + Arrays.hashCode(sketch.toArray())) * 31
        + sketch.plan().length();
  }
}
