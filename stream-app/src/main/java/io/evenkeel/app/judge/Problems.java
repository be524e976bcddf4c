package io.evenkeel.app.judge;

import io.evenkeel.app.alert.FaultWords;
import io.evenkeel.app.alert.Problem;
import io.evenkeel.app.alert.WindowTests;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.verdict.Words;
import io.evenkeel.core.evidence.Deviation;
import io.evenkeel.core.evidence.Fault;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.schemas.Severity;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the rules find in a series.
 *
 * @param settings of its model
 * @param logThreshold natural logarithm of where the detector finds a fault
 */
record Problems(ModelSettings settings, double logThreshold) {

  /** By rule; rules that find nothing, or are off, are left out. */
  Map<Rule, Problem> of(SeriesMonitor monitor, SketchPlan plan, WindowMemory windows) {
    Map<Rule, Problem> problems = new EnumMap<>(Rule.class);
    monitor
        .fault(plan)
        .ifPresent(
            fault ->
                problems.put(
                    Rule.MISCALIBRATION,
                    miscalibration(fault, monitor.logDetector(plan), monitor)));
    if (windows.tests().isRejecting()) {
      problems.put(Rule.WINDOW_TESTS, of(windows.tests()));
    }
    problems.keySet().removeIf(rule -> !settings.alert().rules().isOn(rule));
    return problems;
  }

  private Problem miscalibration(Fault fault, double logDetector, SeriesMonitor monitor) {
    Optional<Deviation> deviation = fault.deviation();
    return new Problem(
        severity(fault),
        new Problem.Since(fault.since().earliest(), fault.since().start(), fault.since().latest()),
        monitor.version(),
        monitor.isReopened(),
        Math.round(fault.evidence().labels()),
        logDetector,
        logThreshold,
        FaultWords.of(fault, settings.classes()),
        List.of(),
        deviation.map(Problems::size),
        List.of());
  }

  /** A fault that later labels have not confirmed is no reason to page. */
  private Severity severity(Fault fault) {
    if (!fault.confirmed()) {
      return Severity.INFO;
    }
    double atLeast = fault.deviation().map(one -> one.gains().lower()).orElse(0.0);
    return atLeast >= settings.alert().criticalFrom() ? Severity.CRITICAL : Severity.WARNING;
  }

  private static Problem.Size size(Deviation deviation) {
    return new Problem.Size(
        deviation.family().toString(),
        deviation.parameter(),
        deviation.parameters(),
        deviation.isAtEnd(),
        deviation.gain(),
        deviation.gains().lower());
  }

  private Problem of(WindowTests.Memory tests) {
    long rejected = tests.rejected().stream().filter(one -> one).count();
    return new Problem(
        Severity.WARNING,
        Problem.Since.exactly(tests.since()),
        0,
        false,
        0,
        Double.NaN,
        Double.NaN,
        "the tests rejected " + rejected + " of the last " + tests.rejected().size() + " windows",
        List.of(
            "Each window test has a false-positive rate of "
                + Words.plain(settings.evidence().alpha())
                + "; with many windows some reject by chance."),
        Optional.empty(),
        List.of());
  }
}
