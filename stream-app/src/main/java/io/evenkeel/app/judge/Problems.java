package io.evenkeel.app.judge;

import io.evenkeel.app.alert.FaultWords;
import io.evenkeel.app.alert.ObservedFault;
import io.evenkeel.app.alert.Problem;
import io.evenkeel.app.alert.WindowTests;
import io.evenkeel.app.config.AlertSettings;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.wording.Numbers;
import io.evenkeel.app.wording.SizeWords.OpenEnd;
import io.evenkeel.core.evidence.Deviation;
import io.evenkeel.core.evidence.Fault;
import io.evenkeel.core.evidence.Since;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.recalibration.RecalibrationCost;
import io.evenkeel.core.recalibration.RecalibrationMap;
import io.evenkeel.core.score.DecisionCosts;
import io.evenkeel.core.score.Interval;
import io.evenkeel.core.sequential.Evidence;
import io.evenkeel.schemas.Severity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * What the rules find in a series.
 *
 * @param settings of its model
 * @param logThreshold natural logarithm of where the detector finds a fault
 * @param panes those that are kept and that the monitor has passed, by start
 * @param map what the published map does, in a sentence; empty while none is
 */
record Problems(
    ModelSettings settings,
    double logThreshold,
    SortedMap<Long, MergedPane> panes,
    Optional<String> map) {
  private static final int CASES = 1000;

  /** The weights of cases are summed in another order. */
  private static final double ROUNDING = 1e-9;

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
    Collection<MergedPane> since = panes.tailMap(fault.since().start()).values();
    Optional<Problem.Size> size = fault.deviation().map(deviation -> size(fault, deviation, since));
    return new Problem(
        severity(fault, size),
        since(fault),
        monitor.version(),
        monitor.isReopened(),
        Math.round(fault.evidence().labels()),
        logDetector,
        logThreshold,
        FaultWords.of(fault, settings.classNames()),
        details(since),
        size,
        SeriesMap.unmappable(panes.values(), settings),
        List.of());
  }

  /** The pane in which it is seen first may have begun without it. */
  private Problem.Since since(Fault fault) {
    Since since = fault.since();
    long pane = settings.window().advance().toMillis();
    return new Problem.Since(since.earliest(), since.start(), since.latest() + pane);
  }

  private List<String> details(Collection<MergedPane> since) {
    List<String> details = new ArrayList<>();
    if (settings.calibration().isCanonical()) {
      map.ifPresent(details::add);
    } else {
      details.add(settings.calibration().note());
    }
    long impossible = Math.round(impossible(since));
    if (impossible > 0) {
      details.add(
          Numbers.of(impossible, "label")
              + " since the change had a predicted probability of 0, which no temperature, shift or"
              + " scale mends.");
    }
    return details;
  }

  /** The number of labels that their predictions held impossible. */
  private static double impossible(Collection<MergedPane> panes) {
    return panes.stream().mapToDouble(pane -> pane.sketch().evidence().impossible()).sum();
  }

  /** A fault that later labels have not confirmed is no reason to page. */
  private Severity severity(Fault fault, Optional<Problem.Size> size) {
    if (!fault.confirmed()) {
      return Severity.INFO;
    }
    return isCritical(fault, size) ? Severity.CRITICAL : Severity.WARNING;
  }

  private boolean isCritical(Fault fault, Optional<Problem.Size> size) {
    AlertSettings alert = settings.alert();
    Optional<Problem.Cost> cost = size.flatMap(Problem.Size::cost);
    return (alert.criticalFromCost().isPresent() && cost.isPresent())
        ? cost.get().atLeast() >= alert.criticalFromCost().getAsDouble()
        : fault.deviation().map(deviation -> deviation.gains().lower()).orElse(0.0)
            >= alert.criticalFrom();
  }

  /** What the labels since the change say, if all panes since then are kept. */
  private static String observed(Fault fault, Collection<MergedPane> since) {
    List<Sketch> sketches = since.stream().map(MergedPane::sketch).toList();
    double labels = sketches.stream().mapToDouble(sketch -> sketch.outcomes().weight()).sum();
    double all = fault.evidence().labels();
    return Math.abs(labels - all) <= ROUNDING * all
        ? fault.deviation().map(deviation -> ObservedFault.inWords(deviation, sketches)).orElse("")
        : "";
  }

  private Problem.Size size(Fault fault, Deviation deviation, Collection<MergedPane> since) {
    double ofImpossible = ofImpossible(fault, deviation, since);
    Interval gains = less(deviation.gains(), ofImpossible);
    boolean isSaved = gains.lower() > 0;
    boolean isTold = isSaved || ofImpossible == 0;
    return new Problem.Size(
        settings.classNames().ofEvent(deviation.family().toString()),
        deviation.parameter(),
        deviation.parameters(),
        open(deviation),
        isTold ? deviation.gain() - ofImpossible : Double.NaN,
        isTold ? gains.lower() : Double.NaN,
        observed(fault, since),
        settings.costs().decisions().flatMap(costs -> cost(deviation, since, costs)),
        isSaved ? remedy(deviation, since, ofImpossible) : Optional.empty());
  }

  private static OpenEnd open(Deviation deviation) {
    if (!deviation.isOpen()) {
      return OpenEnd.NONE;
    }
    return deviation.isAbove() ? OpenEnd.UPPER : OpenEnd.LOWER;
  }

  /** What labels that were held impossible add to the gain, though they stay impossible. */
  private static double ofImpossible(
      Fault fault, Deviation deviation, Collection<MergedPane> since) {
    Evidence evidence = fault.evidence();
    double largest = evidence.grid().largestOfImpossible(deviation.recalibration());
    return impossible(since) * largest / evidence.labels();
  }

  private static Interval less(Interval interval, double by) {
    return new Interval(interval.lower() - by, interval.upper() - by);
  }

  private Optional<Problem.Remedy> remedy(
      Deviation deviation, Collection<MergedPane> since, double ofImpossible) {
    return deviation.recalibration() instanceof RecalibrationMap map
        ? SeriesMap.space(since, settings, map)
            .map(
                space ->
                    new Problem.Remedy(
                        map,
                        space,
                        deviation.gain() - ofImpossible,
                        less(deviation.gains(), ofImpossible)))
        : Optional.empty();
  }

  /** Of decisions by the predictions since the change, as far as they are kept. */
  private Optional<Problem.Cost> cost(
      Deviation deviation, Collection<MergedPane> since, DecisionCosts costs) {
    List<Categorical> predictions =
        Reservoir.predictions(since, settings.profile()).stream()
            .filter(Categorical.class::isInstance)
            .map(Categorical.class::cast)
            .filter(p -> p.classes() == costs.classes())
            .toList();
    RecalibrationCost cost = new RecalibrationCost(costs);
    return predictions.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Problem.Cost(
                CASES * cost.mean(predictions, deviation.recalibration()),
                CASES * cost.mean(predictions, deviation.nearest())));
  }

  private Problem of(WindowTests.Memory tests) {
    int rejected = tests.rejectedOfNewest();
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
                + Numbers.plain(settings.evidence().alpha())
                + "; with many windows some reject by chance."),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }
}
