package io.evenkeel.app.judge;

import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.metrics.Instrument;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.core.drift.sequential.DriftEvidence;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictDrift;
import io.evenkeel.schemas.VerdictExpected;
import io.evenkeel.schemas.VerdictStatus;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Keeps the metrics at what was judged last, and of windows at the newest: many are revised. */
final class Gauges {
  /** As good as no evidence, such as that of a feature before its first day: so that axes fit. */
  private static final double LEAST_DECADES = -10;

  private Gauges() {}

  static void tell(Metrics metrics, Verdict verdict) {
    String status = verdict.getStatus().name().toLowerCase(Locale.ROOT);
    metrics.count(Instrument.VERDICTS, verdict.getModel(), status);
    judged(metrics, verdict);
    evidence(metrics, verdict);
    set(metrics, Instrument.P_VALUE, verdict, verdict.getTests().getCmePValue());
    set(metrics, Instrument.SKCE_ESTIMATE, verdict, verdict.getTests().getSkce());
    set(
        metrics,
        Instrument.RECALIBRATION_GAIN,
        verdict,
        verdict.getEvidence().getRecalibrationGain());
    set(metrics, Instrument.LABEL_COVERAGE, verdict, verdict.getCoverage());
    Optional<VerdictDrift> drift = Optional.ofNullable(verdict.getDrift());
    set(
        metrics,
        Instrument.DRIFT_P_VALUE,
        verdict,
        drift.map(VerdictDrift::getPredictionsPValue).orElse(null));
    set(
        metrics,
        Instrument.DRIFT_DISTANCE,
        verdict,
        drift.map(VerdictDrift::getPredictionsDistance).orElse(null));
    set(
        metrics,
        Instrument.SELECTION_P_VALUE,
        verdict,
        drift.map(VerdictDrift::getSelectionPValue).orElse(null));
    Optional.ofNullable(verdict.getExpected())
        .ifPresent(expected -> tell(metrics, verdict, expected));
  }

  private static void tell(Metrics metrics, Verdict verdict, VerdictExpected expected) {
    boolean isClasses = expected.getLogLoss() != null;
    set(
        metrics,
        Instrument.EXPECTED_SCORE,
        verdict,
        isClasses ? expected.getLogLoss() : expected.getCrps());
    set(
        metrics,
        Instrument.EXPECTED_SCORE_UPPER,
        verdict,
        isClasses ? expected.getLogLossUpper() : expected.getCrpsUpper());
    set(
        metrics,
        Instrument.SCORE_BEFORE,
        verdict,
        isClasses ? expected.getLogLossBefore() : expected.getCrpsBefore());
    set(
        metrics,
        Instrument.EXPECTED_SCORE_COVERAGE,
        verdict,
        expected.getSaid() == 0 ? null : (double) expected.getCovered() / expected.getSaid());
  }

  /** Evidence is of the series: whichever window is revised says where it stands. */
  private static void evidence(Metrics metrics, Verdict verdict) {
    Double logE = verdict.getEvidence().getLogESeries();
    metrics.set(
        Instrument.E_VALUE_LOG10,
        logE == null ? Double.NaN : logE / Math.log(10),
        verdict.getModel(),
        verdict.getVersion(),
        verdict.getSegment());
    tell(
        metrics,
        new SeriesKey(verdict.getModel(), verdict.getVersion(), verdict.getSegment()),
        Rule.MISCALIBRATION,
        verdict.getEvidence().getLogDetector(),
        verdict.getEvidence().getLogThreshold());
  }

  /** How far a model is judged: late data may make another verdict on an older window. */
  private static void judged(Metrics metrics, Verdict verdict) {
    if (verdict.getStatus() == VerdictStatus.FINAL) {
      metrics.raise(
          Instrument.FINAL_WINDOW,
          seconds(verdict.getWindowEnd().toEpochMilli()),
          verdict.getModel());
    }
  }

  /** How far all partitions have come with a model. */
  static void reached(
      Metrics metrics, String model, Watermarks.Watermark watermark, ModelSettings settings) {
    if (watermark.awaited() > 0) {
      long now = watermark.awaited() + settings.closesAfter().toMillis();
      metrics.raise(Instrument.EVENT_TIME, seconds(now), model);
    }
  }

  private static double seconds(long millis) {
    return millis / 1e3;
  }

  /** How near to an alarm a rule of drift is. */
  static void tell(Metrics metrics, SeriesKey series, Rule rule, DriftEvidence evidence) {
    tell(metrics, series, rule, evidence.logEValue(), evidence.logThreshold());
  }

  private static void tell(
      Metrics metrics,
      SeriesKey series,
      Rule rule,
      @Nullable Double logEvidence,
      @Nullable Double logThreshold) {
    set(metrics, Instrument.RULE_EVIDENCE_LOG10, series, rule, logEvidence);
    set(metrics, Instrument.RULE_THRESHOLD_LOG10, series, rule, logThreshold);
  }

  private static void set(
      Metrics metrics, Instrument gauge, SeriesKey series, Rule rule, @Nullable Double log) {
    metrics.set(
        gauge,
        log == null ? Double.NaN : Math.max(LEAST_DECADES, log / Math.log(10)),
        series.model(),
        series.version(),
        series.segment(),
        rule.key());
  }

  private static void set(
      Metrics metrics, Instrument gauge, Verdict verdict, @Nullable Double value) {
    metrics.set(
        gauge,
        value == null ? Double.NaN : value,
        verdict.getWindowEnd(),
        verdict.getModel(),
        verdict.getVersion(),
        verdict.getSegment());
  }

  static void firing(Metrics metrics, Alert alert, boolean firing) {
    String severity = alert.getSeverity().name().toLowerCase(Locale.ROOT);
    metrics.alert(
        List.of(alert.getModel(), alert.getRule(), severity), alert.getFingerprint(), firing);
  }

  /** Whether a series is set aside. */
  static void failed(Metrics metrics, SeriesKey series, boolean isFailed) {
    metrics.set(
        Instrument.FAILED_SERIES,
        isFailed ? 1 : 0,
        series.model(),
        series.version(),
        series.segment());
  }

  /** Says nothing more of a series, which another instance may have taken over. */
  static void forget(Metrics metrics, SeriesKey series) {
    metrics.forget(series.model(), series.version(), series.segment());
  }
}
