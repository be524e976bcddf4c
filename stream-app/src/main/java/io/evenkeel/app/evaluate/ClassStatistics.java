package io.evenkeel.app.evaluate;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.score.BrierDecomposition;
import io.evenkeel.core.score.BrierScore;
import io.evenkeel.core.score.Reliability;
import io.evenkeel.core.score.RunningMean;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Mutable: what only predictions of classes have, in one pass over their rows. */
final class ClassStatistics {
  private final RunningMean brier = new RunningMean();
  private final EventStatistics event = new EventStatistics();
  private boolean ofTwo;
  private final HitRate hits = new HitRate();

  void add(Categorical p, ClassLabel y, double weight) {
    brier.add(BrierScore.of(p, y), weight);
    ofTwo = p.space().size() == 2;
    if (ofTwo) {
      event.add(p.probability(1), y.index() == 1, weight);
    }
    hits.add(p.argmax() == y.index(), weight);
  }

  /** How many labels are not the most probable class. */
  long misses() {
    return hits.trials() - hits.successes();
  }

  /** The numbers, given the bins of the same rows: of class 1 of two, else of the top label. */
  List<Measure> measures(Reliability reliability) {
    BrierDecomposition parts =
        BrierDecomposition.debiased(
            reliability.classOne().isEmpty() ? reliability.topLabel() : reliability.classOne());
    List<Measure> measures = new ArrayList<>();
    Collections.addAll(
        measures,
        Measure.of(Quantity.BRIER, brier),
        Measure.of(Quantity.ACCURACY, hits.share(), hits.trials())
            .with(hits.interval(Plan.CONFIDENCE)),
        Measure.of(Quantity.RELIABILITY, parts.reliability(), parts.n()),
        Measure.of(Quantity.RESOLUTION, parts.resolution(), parts.n()),
        Measure.of(Quantity.UNCERTAINTY, parts.uncertainty(), parts.n()));
    measures.addAll(ofTwo ? event.measures() : List.of());
    return measures;
  }
}
