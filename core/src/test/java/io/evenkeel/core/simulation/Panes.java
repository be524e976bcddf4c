package io.evenkeel.core.simulation;

import io.evenkeel.core.moments.AdditiveStatistic;
import io.evenkeel.core.moments.RecalibrationMoments;
import io.evenkeel.core.recalibration.RecalibrationGrid;
import io.evenkeel.core.sequential.Evidence;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Panes of independent labels of one law, by their recalibration evidence. */
final class Panes {
  private final RecalibrationMoments moments;
  private final SimulatedFault fault;
  private final int labels;

  /** Panes of the given number of labels. */
  Panes(SimulatedFault fault, int labels) {
    this.moments = new RecalibrationMoments(RecalibrationGrid.of(fault.kind().space()));
    this.fault = fault;
    this.labels = labels;
  }

  /** Ever new panes. */
  Supplier<Evidence> fresh(long seed) {
    Stream stream = fault.stream(seed);
    double[] sums = new double[moments.length()];
    AdditiveStatistic.Accumulator accumulator = moments.accumulator(sums, 0);
    return () -> {
      Arrays.fill(sums, 0);
      for (int i = 0; i < labels; i++) {
        Observation o = stream.next();
        accumulator.add(o.prediction(), o.target(), 1);
      }
      return moments.evidence(sums, 0);
    };
  }

  /** A pool of independent panes, to draw from: a month of panes costs no labels then. */
  List<Evidence> pool(int size, long seed) {
    int parts = 16;
    return IntStream.range(0, parts)
        .parallel()
        .mapToObj(
            part -> {
              Supplier<Evidence> panes = fresh(seed * parts + part);
              return IntStream.range(0, size / parts).mapToObj(i -> panes.get());
            })
        .flatMap(panes -> panes)
        .toList();
  }
}
