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
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
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

  /** Whether it has labels for a share of its predictions; not without a share. */
  boolean isCovered(OptionalDouble share) {
    return share.isPresent() && sketch.labelled() >= share.getAsDouble() * predictions;
  }

  /**
   * A pane as one source partition has published it.
   *
   * @param pane what was published
   * @param plan of its sums
   * @param drift plan of its cases; null if the sums were made without a profile
   */
  record Published(PaneSketch pane, SketchPlan plan, @Nullable DriftPlan drift) {}

  /**
   * The pane as several source partitions have published it.
   *
   * @param published by each of them, at least one
   */
  static MergedPane of(List<Published> published) {
    SketchPlan richest =
        Collections.max(published, Comparator.comparingInt(one -> one.plan.length())).plan;
    Sketch sum = richest.empty();
    CaseTotals cases = new CaseTotals();
    List<Part> parts = new ArrayList<>(published.size());
    long predictions = 0;
    long late = 0;
    for (Published one : published) {
      long before = sum.labelled();
      PaneCases.addTo(sum, one.plan, one.pane);
      cases.add(one);
      predictions += one.pane.getPredictions();
      late += one.pane.getLate();
      parts.add(part(one.pane, sum.labelled() - before));
    }
    return new MergedPane(
        published.get(0).pane.getStart(),
        predictions,
        late,
        sum,
        cases.moments(),
        cases.scores(),
        List.copyOf(parts));
  }

  private static Part part(PaneSketch pane, long labelled) {
    return new Part(
        pane.getProfile(), labelled, pane.getSample(), pane.getObservations(), pane.getSource());
  }

  /** The cases of several source partitions: mutable. All that are counted have one plan. */
  private static final class CaseTotals {
    private @Nullable DriftPlan plan;
    private double[] sums = {};

    void add(Published one) {
      double[] cases = DoublesCodec.toDoubles(one.pane.getDrift());
      if (one.drift == null || cases.length == 0) {
        return;
      }
      if (plan == null) {
        plan = one.drift;
        sums = cases;
      } else {
        for (int i = 0; i < sums.length; i++) {
          sums[i] += cases[i];
        }
      }
    }

    @Nullable DriftMoments moments() {
      return plan == null ? null : plan.moments(sums);
    }

    @Nullable ScoreSums scores() {
      return plan == null ? null : ScoreSums.of(plan, sums);
    }
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
