package io.evenkeel.app.evaluate;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.score.BrierDecomposition;
import io.evenkeel.core.score.BrierScore;
import io.evenkeel.core.score.Proportion;
import io.evenkeel.core.score.Reliability;
import io.evenkeel.core.score.RunningMean;
import java.util.List;

/** Mutable: what only predictions of classes have, in one pass over their rows. */
final class ClassStatistics {
  private final RunningMean brier = new RunningMean();
  private long hits;

  void add(Categorical p, ClassLabel y) {
    brier.add(BrierScore.of(p, y));
    hits += p.argmax() == y.index() ? 1 : 0;
  }

  /** The numbers, given the bins of the same rows: of class 1 of two, else of the top label. */
  List<Measure> measures(Reliability reliability) {
    Proportion accuracy = new Proportion(hits, brier.n());
    BrierDecomposition parts =
        BrierDecomposition.debiased(
            reliability.classOne().isEmpty() ? reliability.topLabel() : reliability.classOne());
    return List.of(
        Measure.of(Quantity.BRIER, brier),
        Measure.of(Quantity.ACCURACY, accuracy.share(), accuracy.trials())
            .with(accuracy.interval(Plan.CONFIDENCE)),
        Measure.of(Quantity.RELIABILITY, parts.reliability(), parts.n()),
        Measure.of(Quantity.RESOLUTION, parts.resolution(), parts.n()),
        Measure.of(Quantity.UNCERTAINTY, parts.uncertainty(), parts.n()));
  }
}
