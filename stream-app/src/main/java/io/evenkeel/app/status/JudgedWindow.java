package io.evenkeel.app.status;

import io.evenkeel.schemas.Finding;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictStatus;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The newest verdict of one window, and how it came to it.
 *
 * @param start start of the window, milliseconds since 1970
 * @param end end of the window, milliseconds since 1970
 * @param finding of the newest verdict
 * @param logDetector what decides whether the series alerts, natural logarithm; null if unknown
 * @param logThreshold from where on it does, natural logarithm; null if unknown
 * @param packed the newest verdict
 * @param changes the first verdict and each one that said something else or was settled otherwise,
 *     oldest first, the newest {@value #CHANGES}
 */
record JudgedWindow(
    long start,
    long end,
    Finding finding,
    @Nullable Double logDetector,
    @Nullable Double logThreshold,
    PackedVerdict packed,
    List<Change> changes) {
  private static final int CHANGES = 10;

  /** Bytes of the objects around a packed verdict, and of each change. */
  private static final int AROUND = 140;

  private static final int OF_CHANGE = 40;

  /** A verdict in short. */
  record Change(int revision, VerdictStatus status, Finding finding, long labelled) {
    private boolean saysTheSameAs(Change other) {
      return status == other.status && finding == other.finding;
    }
  }

  /** A window with its first verdict. */
  static JudgedWindow of(Verdict verdict) {
    return of(verdict, List.of());
  }

  /** The window after another verdict. One that counts anew was made after a reset. */
  JudgedWindow with(Verdict verdict) {
    boolean isNew = verdict.getRevision() < changes.get(changes.size() - 1).revision();
    return of(verdict, isNew ? List.of() : changes);
  }

  private static JudgedWindow of(Verdict verdict, List<Change> before) {
    return new JudgedWindow(
        verdict.getWindowStart().toEpochMilli(),
        verdict.getWindowEnd().toEpochMilli(),
        verdict.getFinding(),
        verdict.getEvidence().getLogDetector(),
        verdict.getEvidence().getLogThreshold(),
        new PackedVerdict(verdict),
        next(before, verdict));
  }

  private static List<Change> next(List<Change> before, Verdict verdict) {
    List<Change> changes = new ArrayList<>(before);
    Change change =
        new Change(
            verdict.getRevision(),
            verdict.getStatus(),
            verdict.getFinding(),
            verdict.getLabelled());
    int last = changes.size() - 1;
    // The first stays: how far the verdict moved is measured from there.
    if (last > 0 && changes.get(last).saysTheSameAs(change)) {
      changes.set(last, change);
    } else {
      changes.add(change);
    }
    return List.copyOf(changes.subList(Math.max(0, changes.size() - CHANGES), changes.size()));
  }

  /** About what it takes in memory. */
  long bytes() {
    return AROUND + packed.size() + (long) OF_CHANGE * changes.size();
  }

  /** Whether there was enough to judge by. */
  boolean conclusive() {
    return finding == Finding.CALIBRATED || finding == Finding.MISCALIBRATED;
  }

  /** The newest verdict. */
  Verdict verdict() {
    return packed.verdict();
  }
}
