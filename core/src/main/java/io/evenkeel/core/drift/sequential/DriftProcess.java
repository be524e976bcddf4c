package io.evenkeel.core.drift.sequential;

import io.evenkeel.core.drift.Features;
import io.evenkeel.core.hypothesis.EValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The evidence that any of some features has drifted, and the life of its alarm: mutable. The alarm
 * is raised when the mean of the e-values of all features reaches 1/α. Part of it are the features
 * that are named by closed testing, at least the one of the largest e-value; each of them until
 * {@linkplain RepairBets bets} say that its drift is over, when its evidence restarts. The alarm
 * ends with the last of them.
 */
final class DriftProcess {
  private static final double DISCOVERY_RATE = 0.1;

  private final DriftDesign design;
  private final double tolerance;
  private final double logShare;
  private final long length;
  private final List<FeatureProcess> processes;
  private double steps;
  private boolean alarms;

  /**
   * Before the first step.
   *
   * @param isSeasonal whether a step is a season rather than a pane
   */
  DriftProcess(Features features, DriftDesign design, double tolerance, boolean isSeasonal) {
    this.design = design;
    this.tolerance = tolerance;
    this.logShare = design.logShare(isSeasonal);
    this.length = isSeasonal ? design.season() : design.pane();
    this.processes = new ArrayList<>(features.all().stream().map(FeatureProcess::new).toList());
  }

  /** Takes up the state that {@link #toArray} gave. */
  void resume(Cursor cursor) {
    steps = cursor.next();
    alarms = cursor.next() == 1;
    processes.replaceAll(process -> FeatureProcess.read(process.feature(), cursor));
  }

  double[] toArray() {
    double[][] parts = new double[processes.size() + 1][];
    parts[0] = new double[] {steps, alarms ? 1 : 0};
    for (int i = 0; i < processes.size(); i++) {
      parts[i + 1] = processes.get(i).toArray();
    }
    return Arrays.stream(parts).flatMapToDouble(Arrays::stream).toArray();
  }

  /**
   * Takes a step.
   *
   * @param start of the step, milliseconds since 1970
   * @param counts of the cells of all features
   * @param odds of each feature
   */
  void step(long start, double[] counts, List<Odds> odds) {
    List<FeatureProcess.Step> ofFeatures = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < processes.size(); i++) {
      int to = from + processes.get(i).feature().cells();
      double[] ofFeature = Arrays.copyOfRange(counts, from, to);
      ofFeatures.add(
          new FeatureProcess.Step(ofFeature, odds.get(i).logFactors(ofFeature), odds.get(i)));
      from = to;
    }
    step(start, ofFeatures);
  }

  /** Takes a step, given what happens to each feature in it. */
  void step(long start, List<FeatureProcess.Step> ofFeatures) {
    steps++;
    for (int i = 0; i < processes.size(); i++) {
      processes.get(i).step(start, ofFeatures.get(i), logShare);
    }
    double[] logs = logEValues();
    alarms = alarms || EValues.logMean(logs) >= design.logThreshold();
    if (alarms) {
      raise(logs);
      processes.stream()
          .filter(process -> process.logRepaired() >= design.logThreshold())
          .forEach(FeatureProcess::reset);
      alarms = processes.stream().anyMatch(FeatureProcess::alarms);
    }
  }

  /**
   * Goes on with the alarm of a process against another reference, if the cases since its change
   * are an alarm against this one, too: as its first step.
   *
   * @param odds of each feature
   */
  void takeOver(DriftProcess before, List<Odds> odds) {
    List<FeatureProcess> drifting =
        before.processes.stream().filter(process -> process.leading() >= 0).toList();
    if (drifting.isEmpty()) {
      return;
    }
    long start =
        drifting.stream()
            .mapToLong(process -> process.changes().winning(process.leading()).start())
            .min()
            .orElseThrow();
    double[] counts =
        before.processes.stream()
            .flatMapToDouble(process -> Arrays.stream(process.drifting()))
            .toArray();
    step(start, counts, odds);
    if (!alarms) {
      steps = 0;
      processes.forEach(FeatureProcess::reset);
    }
  }

  /**
   * Takes over since when features drift from the alarm of a process; no evidence.
   *
   * @param odds of each feature
   */
  void takeOverChanges(DriftProcess before, List<Odds> odds) {
    for (int i = 0; i < processes.size(); i++) {
      FeatureProcess drifting = before.processes.get(i);
      if (drifting.leading() >= 0) {
        processes.get(i).takeOverChange(drifting, before.length - length, odds.get(i));
      }
    }
  }

  private void raise(double... logs) {
    boolean[] named = EValues.closed(logs, design.alpha());
    for (int i = 0; i < named.length; i++) {
      if (named[i]) {
        processes.get(i).raise();
      }
    }
    if (processes.stream().noneMatch(FeatureProcess::alarms)) {
      IntStream.range(0, logs.length)
          .boxed()
          .max(Comparator.comparingDouble(i -> logs[i]))
          .ifPresent(leading -> processes.get(leading).raise());
    }
  }

  boolean alarms() {
    return alarms;
  }

  /** Whether a feature is part of the alarm. */
  boolean alarms(int feature) {
    return processes.get(feature).alarms();
  }

  private double[] logEValues() {
    return processes.stream().mapToDouble(FeatureProcess::logEValue).toArray();
  }

  /**
   * The evidence.
   *
   * @param end of the last step, milliseconds since 1970
   * @param ofStep the odds of each feature in it, asked for if there is an alarm
   */
  DriftEvidence evidence(long end, Supplier<List<Odds>> ofStep) {
    List<Odds> odds = alarms ? ofStep.get() : List.of();
    double[] logs = logEValues();
    boolean[] named = EValues.closed(logs, design.alpha());
    boolean[] listed = EValues.falseDiscovery(logs, DISCOVERY_RATE);
    List<FeatureEvidence> features = new ArrayList<>();
    for (int i = 0; i < logs.length; i++) {
      FeatureProcess process = processes.get(i);
      Optional<FeatureChange> change =
          process.alarms() && !odds.isEmpty()
              ? new ChangeEstimate(length, end).of(process, odds.get(i))
              : Optional.empty();
      features.add(
          new FeatureEvidence(
              process.feature(), logs[i], process.alarms(), named[i], listed[i], change));
    }
    double logMean = Math.max(FeatureProcess.NOTHING, EValues.logMean(logs));
    return new DriftEvidence(
        tolerance, Math.round(steps), alarms, logMean, design.logThreshold(), features);
  }
}
