package io.evenkeel.app.verdict;

import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.verdict.Where.Place;
import io.evenkeel.core.calibration.Jackknife;
import io.evenkeel.core.drift.FeatureDrift;
import io.evenkeel.core.drift.FeatureShift;
import io.evenkeel.core.hypothesis.TestResult;
import io.evenkeel.core.moments.BlockSkce;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.recalibration.Tolerance;
import io.evenkeel.core.score.Interval;
import io.evenkeel.core.score.Reliability;
import io.evenkeel.core.score.ReliabilityBin;
import io.evenkeel.core.score.Scores;
import io.evenkeel.core.sequential.Evidence;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictStatus;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Judges windows: from what is known of one to a verdict. Nothing depends on the clock. */
public final class Judge {

  private Judge() {}

  /**
   * The verdict on a window.
   *
   * @param revision 0 for the first verdict on it, then counting up
   */
  public static Judgement judge(
      Window window, ModelSettings settings, VerdictStatus status, int revision) {
    Tests tests = Tests.of(window.sketch());
    Ruling ruling = Ruling.of(window, tests, settings);
    Where where = Where.of(window.sketch(), settings.classes());
    Explanation explanation = Explanation.of(window, ruling, where, settings);
    Verdict.Builder verdict =
        on(window)
            .setStatus(status)
            .setRevision(revision)
            .setFinding(ruling.finding())
            .setCause(Causes.of(window, ruling, settings))
            .setSummary(Words.summary(window, tests, ruling, explanation, settings))
            .setTolerable(ruling.tolerable())
            .setAlpha(settings.evidence().alpha())
            .setConfigHash(settings.hash());
    window.basis().tell(verdict);
    counts(verdict, window);
    kernelStatistics(verdict, tests);
    window.quadratic().ifPresent(quadratic -> quadratic(verdict, quadratic));
    evidence(verdict, window);
    scores(verdict, window.sketch().scores());
    diagrams(verdict, window.sketch());
    where(verdict, where);
    drift(verdict, window.drift(), settings.drift().alpha());
    return new Judgement(
        verdict.build(),
        ruling.byTests(),
        tests.correctedPValue(Tolerance.within(0)),
        ruling.testsPValue(),
        explanation,
        settings.labels().holdUnrepresentative() && window.drift().selected(settings.drift()));
  }

  /** A verdict on the window that says nothing yet. */
  private static Verdict.Builder on(Window window) {
    return Verdict.newBuilder()
        .setModel(window.series().model())
        .setVersion(window.series().version())
        .setSegment(window.series().segment())
        .setWindowStart(Instant.ofEpochMilli(window.start()))
        .setWindowEnd(Instant.ofEpochMilli(window.end()));
  }

  private static void drift(Verdict.Builder verdict, Drift drift, double alpha) {
    verdict
        .setDriftPValue(drift.shift().map(TestResult::pValue).orElse(null))
        .setDriftDistance(drift.distance().orElse(null))
        .setSelectionPValue(drift.selection().map(TestResult::pValue).orElse(null))
        .setLabelShiftPValue(drift.labels().map(FeatureShift::pValue).orElse(null));
    drift
        .features()
        .ifPresent(
            shift -> {
              List<FeatureDrift> drifted = shift.drifted(alpha);
              verdict
                  .setFeatureDriftPValue(shift.pValue())
                  .setDriftedFeatures(drifted.stream().map(FeatureDrift::name).toList())
                  .setDriftedFeatureDistances(
                      drifted.stream().map(one -> one.displacement().distance()).toList())
                  .setDriftedFeatureMissing(drifted.stream().map(FeatureDrift::missing).toList());
            });
  }

  private static void counts(Verdict.Builder verdict, Window window) {
    long labelled = window.sketch().labelled();
    verdict
        .setPredictions(window.predictions())
        .setLabelled(labelled)
        .setCoverage(
            window.predictions() == 0 ? Double.NaN : (double) labelled / window.predictions())
        .setLate(window.late())
        .setImpossible(window.sketch().evidence().impossible())
        .setProfile(window.sketch().plan().profile().map(Profile::version).orElse(0));
  }

  private static void kernelStatistics(Verdict.Builder verdict, Tests tests) {
    if (tests.skce().isPresent() && tests.skceTest().isPresent()) {
      BlockSkce skce = tests.skce().get();
      verdict
          .setSkce(skce.estimate())
          .setSkceStandardError(Math.sqrt(skce.nullVariance() / skce.blocks()))
          .setSkcePValue(tests.skceTest().get().pValue());
    }
    if (tests.cmeTest().isPresent()) {
      TestResult cme = tests.cmeTest().get();
      verdict.setCmeStatistic(cme.statistic()).setCmeRank(cme.rank()).setCmePValue(cme.pValue());
    }
  }

  private static void quadratic(Verdict.Builder verdict, Quadratic quadratic) {
    verdict
        .setSampled(quadratic.n())
        .setSkceU(quadratic.skce())
        .setSkceUPValue(quadratic.skcePValue());
    if (quadratic.ckce().isPresent()) {
      Jackknife ckce = quadratic.ckce().get();
      Interval interval = ckce.interval(1 - verdict.getAlpha());
      verdict
          .setCkce(ckce.estimate())
          .setCkceLower(interval.lower())
          .setCkceUpper(interval.upper());
    }
  }

  private static void evidence(Verdict.Builder verdict, Window window) {
    if (window.sketch().labelled() > 0) {
      Evidence evidence = window.sketch().evidence();
      verdict
          .setLogEWindow(WindowEvidence.logE(evidence))
          .setRecalibration(evidence.describe())
          .setRecalibrationGain(evidence.gain())
          .setDetectableGain(Power.detectableGain(evidence.labels(), verdict.getAlpha()));
    }
    Standing standing = window.standing();
    if (standing.evidence().labels() > 0) {
      verdict
          .setLogESeries(standing.logE())
          .setLogEBeyond(standing.logEBeyond())
          .setLogDetector(standing.logDetector())
          .setLogDeciding(standing.logDetector())
          .setLogThreshold(standing.logThreshold());
      Effect.of(standing.evidence(), verdict.getAlpha())
          .ifPresent(
              effect ->
                  verdict
                      .setEffectParameter(effect.parameter())
                      .setEffectLower(effect.interval().lower())
                      .setEffectUpper(effect.interval().upper()));
    }
  }

  private static void scores(Verdict.Builder verdict, Scores scores) {
    verdict
        .setLogLoss(known(scores.logLoss()))
        .setBrier(known(scores.brier()))
        .setAccuracy(known(scores.accuracy()))
        .setCrps(known(scores.crps()));
  }

  private static void diagrams(Verdict.Builder verdict, Sketch sketch) {
    if (sketch.labelled() == 0) {
      return;
    }
    Reliability reliability = sketch.reliability();
    List<ReliabilityBin> bins = reliability.topLabel();
    if (!bins.isEmpty()) {
      verdict
          .setReliabilityCounts(bins.stream().map(ReliabilityBin::count).toList())
          .setReliabilityConfidences(bins.stream().map(ReliabilityBin::confidence).toList())
          .setReliabilityFrequencies(bins.stream().map(ReliabilityBin::frequency).toList());
    }
    if (!reliability.pit().isEmpty()) {
      verdict.setPitCounts(reliability.pit());
    }
  }

  private static void where(Verdict.Builder verdict, Where where) {
    if (!where.places().isEmpty()) {
      verdict
          .setWherePlaces(where.places().stream().map(Place::label).toList())
          .setWhereContributions(where.places().stream().map(Place::contribution).toList())
          .setWhereStandardErrors(where.places().stream().map(Place::standardError).toList());
    }
  }

  private static @Nullable Double known(double score) {
    return Double.isNaN(score) ? null : score;
  }
}
