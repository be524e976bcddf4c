package io.evenkeel.app.evaluate;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.evenkeel.core.evidence.SampleEvidence;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import java.util.Optional;

/**
 * Mutable: the evidence of the rows of a file. They may be in any order, such as that of their
 * labels, so the hash of its id says where a row belongs. Rows of one outcome are in one pane.
 */
final class FileEvidence {
  private final SampleEvidence rows;
  private final Hasher64 hasher;

  FileEvidence(SketchPlan plan, long seed) {
    rows = new SampleEvidence(plan);
    hasher = Hashing.xxh3_64(seed + 1);
  }

  /** The sketch of the pane that the row belongs to. */
  Sketch pane(String id, Observation row) {
    boolean isKnown = row.outcome().isShared() && !row.outcome().id().isEmpty();
    String key = isKnown ? row.outcome().id() : id;
    return rows.pane(hasher.hashCharsToLong(key));
  }

  /** The sketch of all rows. O(size of a sketch). */
  Sketch whole() {
    return rows.whole();
  }

  /** What a bet has found that no recalibration explains. */
  Optional<SampleEvidence.Found> found() {
    return rows.found();
  }

  /** log E against every miscalibration within the tolerance ε &ge; 0. */
  double logE(double epsilon) {
    return rows.logE(epsilon);
  }
}
