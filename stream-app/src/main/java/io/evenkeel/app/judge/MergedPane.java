package io.evenkeel.app.judge;

import io.evenkeel.app.state.DoublesCodec;
import io.evenkeel.app.state.PaneCases;
import io.evenkeel.core.drift.DriftMoments;
import io.evenkeel.core.drift.DriftPlan;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.schemas.internal.PaneSketch;
import io.evenkeel.schemas.internal.SampledObservation;
import io.evenkeel.schemas.internal.SampledPrediction;
import io.evenkeel.schemas.internal.SourceOffsets;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What all source partitions together have seen of a series in one pane.
 *
 * @param start start of the pane, milliseconds since 1970
 * @param predictions predictions seen
 * @param late labels that came too late to count
 * @param sketch the sums
 * @param drift the cases, to detect drift; null if the sums were made without a profile
 * @param scores the sums from which scores are foretold; null if the pane has none
 * @param parts what only one source partition knows, of each
 * @param content equal for equal content, and almost surely not otherwise
 */
record MergedPane(
    long start,
    long predictions,
    long late,
    Sketch sketch,
    @Nullable DriftMoments drift,
    @Nullable ScoreSums scores,
    List<Part> parts,
    long content) {

  /**
   * What is not merged of a partial.
   *
   * @param profile version of the profile that its sums were made with; 0 without one
   * @param labelled labels that it counts
   * @param sample of its predictions
   * @param observations sample of its labelled predictions
   * @param source the offsets that it rests on
   */
  record Part(
      int profile,
      long labelled,
      List<SampledPrediction> sample,
      List<SampledObservation> observations,
      SourceOffsets source) {}

  MergedPane(
      long start,
      long predictions,
      long late,
      Sketch sketch,
      @Nullable DriftMoments drift,
      @Nullable ScoreSums scores,
      List<Part> parts) {
    this(
        start, predictions, late, sketch, drift, scores, parts, content(predictions, late, sketch));
  }

  /**
   * The pane as one source partition has seen it.
   *
   * @param plan of its sums
   * @param driftPlan of its cases; null if the sums were made without a profile
   */
  static MergedPane of(PaneSketch part, SketchPlan plan, @Nullable DriftPlan driftPlan) {
    Sketch sketch = PaneCases.sketch(plan, part);
    double[] cases = DoublesCodec.toDoubles(part.getDrift());
    DriftPlan counted = cases.length > 0 ? driftPlan : null;
    return new MergedPane(
        part.getStart(),
        part.getPredictions(),
        part.getLate(),
        sketch,
        counted == null ? null : counted.moments(cases),
        counted == null ? null : ScoreSums.of(counted, cases),
        List.of(
            new Part(
                part.getProfile(),
                sketch.labelled(),
                part.getSample(),
                part.getObservations(),
                part.getSource())));
  }

  /** The pane as it is with what another source partition has seen. */
  MergedPane with(MergedPane other) {
    boolean richer = sketch.plan().length() >= other.sketch.plan().length();
    Sketch sum = richer ? sketch.copy() : other.sketch.copy();
    sum.merge(richer ? other.sketch : sketch);
    List<Part> all = new ArrayList<>(parts);
    all.addAll(other.parts);
    return new MergedPane(
        start,
        predictions + other.predictions,
        late + other.late,
        sum,
        drift(List.of(this, other)),
        ScoreSums.plus(scores, other.scores),
        List.copyOf(all));
  }

  /** The offsets that it rests on. */
  List<SourceOffsets> sources() {
    return parts.stream().map(Part::source).toList();
  }

  /** The memory that it takes, bytes: above all its sums and samples. */
  long weight() {
    long samples =
        parts.stream()
            .mapToLong(
                part ->
                    part.sample.stream().mapToLong(seen -> weight(seen.getDistribution())).sum()
                        + part.observations.stream()
                            .mapToLong(seen -> weight(seen.getDistribution()))
                            .sum())
            .sum();
    int drifts = drift == null ? 0 : drift.plan().length();
    return 1000 + 2L * Double.BYTES * (sketch.plan().length() + drifts) + samples;
  }

  private static long weight(ByteBuffer distribution) {
    return 200L + distribution.capacity();
  }

  /** A plan with a profile if there is one: sketches made without can be added to it. */
  static SketchPlan plan(Collection<MergedPane> panes) {
    SketchPlan richest = panes.iterator().next().sketch.plan();
    for (MergedPane pane : panes) {
      richest = pane.sketch.plan().profile().isPresent() ? pane.sketch.plan() : richest;
    }
    return richest;
  }

  /** The cases of all of these panes, to detect drift; null if there are none. */
  static @Nullable DriftMoments drift(Collection<MergedPane> panes) {
    DriftMoments sum = null;
    for (MergedPane pane : panes) {
      if (pane.drift != null) {
        sum = sum == null ? pane.drift : sum.plus(pane.drift);
      }
    }
    return sum;
  }

  TargetSpace space() {
    return sketch.plan().space();
  }

  private static long content(long predictions, long late, Sketch sketch) {
    return (31 * (31 * predictions + late) + Arrays.hashCode(sketch.toArray())) * 31
        + sketch.plan().length();
  }
}
