package io.evenkeel.app.evaluate;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.evenkeel.core.evidence.SeriesEvidence;
import io.evenkeel.core.hypothesis.EValues;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.recalibration.Tolerance;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Mutable: the evidence of the rows of a file. The e-value is the mean of two: that of all rows as
 * one window, and that of the rows as a series of panes, whose bets see what no recalibration
 * expresses.
 *
 * <p>The rows of a file may be in any order, such as that of their labels. So the hash of its id
 * says which pane a row is in: half of the rows are in the last one, half of the others in the one
 * before it, and so on, so that bets learn from the small panes and play the large ones. Rows of
 * one outcome are in one pane.
 */
final class FileEvidence {
  private static final int PANES = 6;

  private final SketchPlan plan;
  private final Sketch[] panes;
  private final Hasher64 hasher;

  FileEvidence(SketchPlan plan, long seed) {
    this.plan = plan;
    panes = Stream.generate(plan::empty).limit(PANES).toArray(Sketch[]::new);
    hasher = Hashing.xxh3_64(seed + 1);
  }

  /** The sketch of the pane that the row belongs to. */
  Sketch pane(String id, Observation row) {
    String key = row.outcome().isShared() ? row.outcome().id() : id;
    int fromLast =
        Math.min(Long.numberOfLeadingZeros(hasher.hashCharsToLong(key)), panes.length - 1);
    return panes[panes.length - 1 - fromLast];
  }

  /** The sketch of all rows. O(PANES · size of a sketch). */
  Sketch whole() {
    Sketch whole = plan.empty();
    for (Sketch pane : panes) {
      whole.merge(pane);
    }
    return whole;
  }

  /** log E against every miscalibration within the tolerance ε &ge; 0. */
  double logE(double epsilon) {
    double asWindow = whole().evidence().logEValueBeyond(Tolerance.within(epsilon));
    SeriesEvidence series = SeriesEvidence.empty(plan, epsilon);
    IntStream.range(0, panes.length).forEach(i -> series.add(panes[i]));
    return EValues.logMean(asWindow, epsilon > 0 ? series.logEValueBeyond() : series.logEValue());
  }
}
