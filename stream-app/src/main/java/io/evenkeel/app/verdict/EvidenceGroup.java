package io.evenkeel.app.verdict;

import io.evenkeel.app.config.ClassNames;
import io.evenkeel.core.sequential.Evidence;
import io.evenkeel.schemas.VerdictEvidence;
import java.time.Instant;

/** Writes the evidence of a verdict. */
final class EvidenceGroup {

  private EvidenceGroup() {}

  /**
   * The evidence on a window, at a level.
   *
   * @param names of the classes that are judged
   */
  static VerdictEvidence of(Window window, double alpha, ClassNames names) {
    VerdictEvidence.Builder group =
        VerdictEvidence.newBuilder()
            .setSince(Instant.ofEpochMilli(window.provenance().since()))
            .setThrough(Instant.ofEpochMilli(window.provenance().through()));
    if (window.sketch().labelled() > 0) {
      ofWindow(group, window);
      WindowEvidence.rejecting(window, alpha)
          .ifPresent(
              named ->
                  group
                      .setRecalibration(names.ofEvent(VerdictWords.name(named)))
                      .setRecalibrationGain(named.gain()));
    }
    if (window.levels().evidence().labels() > 0) {
      ofSeries(group, window, alpha, names);
    }
    return group.build();
  }

  private static void ofWindow(VerdictEvidence.Builder group, Window window) {
    Evidence evidence = window.sketch().evidence();
    group.setLogEWindow(evidence.logEValue());
    window.levels().detectableGain(evidence.labels()).ifPresent(group::setDetectableGain);
  }

  private static void ofSeries(
      VerdictEvidence.Builder group, Window window, double alpha, ClassNames names) {
    EvidenceLevels levels = window.levels();
    group
        .setLogESeries(levels.logE())
        .setLogEBeyond(levels.logEBeyond())
        .setLogDetector(levels.logDetector())
        .setLogThreshold(levels.logThreshold());
    Effect.of(levels.evidence(), alpha)
        .ifPresent(
            effect ->
                group
                    .setEffectParameter(names.ofEvent(effect.parameter()))
                    .setEffectLower(effect.interval().lower())
                    .setEffectUpper(effect.interval().upper()));
  }
}
