package io.evenkeel.app.judge;

import io.evenkeel.app.alert.AlertMemory;
import io.evenkeel.app.alert.Attribution.Carrier;
import io.evenkeel.app.alert.Phase;
import io.evenkeel.app.alert.WindowTests;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.state.Doubles;
import io.evenkeel.app.state.DoublesCodec;
import io.evenkeel.app.verdict.Sources;
import io.evenkeel.schemas.Severity;
import io.evenkeel.schemas.internal.MonitorState;
import io.evenkeel.schemas.internal.ReferenceState;
import io.evenkeel.schemas.internal.SeriesState;
import io.evenkeel.schemas.internal.WindowState;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What judging a series remembers, as records and back. */
final class SeriesRecords {
  private SeriesRecords() {}

  /** The record of all but the monitor. */
  static SeriesState toRecord(SeriesMemory memory) {
    return new SeriesState(
        memory.finalThrough(),
        memory.countedThrough(),
        memory.gaps().predictedThrough(),
        memory.gaps().longest().stream()
            .map(gap -> new io.evenkeel.schemas.internal.Gap(gap.length(), gap.endedAt()))
            .toList(),
        memory.issued().stream().map(SeriesRecords::toRecord).toList(),
        toRecord(memory.references()),
        toRecord(memory.before()),
        memory.alerts().entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(entry -> toRecord(entry.getKey(), entry.getValue()))
            .toList(),
        memory.carriers().stream().map(SeriesRecords::toRecord).toList(),
        memory.mapInForce());
  }

  /** The memory of two records, of where the monitors of drift stand, and what is expected. */
  static SeriesMemory read(
      SeriesState state,
      MonitorState monitor,
      Map<Rule, DriftMonitor.State> drift,
      ExpectedScores.State expected) {
    Map<Rule, AlertMemory> alerts = new EnumMap<>(Rule.class);
    state
        .getAlerts()
        .forEach(
            alert -> Rule.of(alert.getRule()).ifPresent(rule -> alerts.put(rule, read(alert))));
    return new SeriesMemory(
        state.getFinalThrough(),
        state.getCountedThrough(),
        new Gaps(
            state.getPredictedThrough(),
            state.getGaps().stream()
                .map(gap -> new Gaps.Gap(gap.getLength(), gap.getEndedAt()))
                .toList()),
        state.getIssued().stream().map(SeriesRecords::read).toList(),
        read(monitor),
        read(state.getReferences()),
        read(state.getWindows()),
        alerts,
        drift,
        state.getCarriers().stream().map(SeriesRecords::read).toList(),
        state.getMapInForce(),
        expected);
  }

  private static io.evenkeel.schemas.internal.IssuedVerdict toRecord(Issued issued) {
    Issued.Outcome outcome = issued.outcome();
    return new io.evenkeel.schemas.internal.IssuedVerdict(
        issued.end(),
        issued.revision(),
        issued.content(),
        issued.labels(),
        outcome == null ? null : io.evenkeel.schemas.internal.Outcome.valueOf(outcome.name()),
        issued.logEBeyond());
  }

  private static Issued read(io.evenkeel.schemas.internal.IssuedVerdict issued) {
    var outcome = issued.getOutcome();
    return new Issued(
        issued.getWindowEnd(),
        issued.getRevision(),
        issued.getContent(),
        issued.getLabels(),
        outcome == null ? null : Issued.Outcome.valueOf(outcome.name()),
        issued.getLogEBeyond());
  }

  static MonitorState toRecord(SeriesMonitor.State monitor) {
    return new MonitorState(
        monitor.since(),
        monitor.through(),
        monitor.restartAt(),
        monitor.version(),
        monitor.reopened(),
        bytes(monitor.evidence()),
        bytes(monitor.faults()),
        bytes(monitor.maps()),
        monitor.sources().offsets());
  }

  private static SeriesMonitor.State read(MonitorState monitor) {
    return new SeriesMonitor.State(
        monitor.getSince(),
        monitor.getThrough(),
        monitor.getRestartAt(),
        monitor.getVersion(),
        monitor.getReopened(),
        doubles(monitor.getEvidence()),
        doubles(monitor.getFaults()),
        doubles(monitor.getMaps()),
        new Sources(monitor.getSources()));
  }

  private static ReferenceState toRecord(References references) {
    return new ReferenceState(
        bytes(references.cases()),
        bytes(references.gathered()),
        references.gatheredThrough(),
        bytes(references.noWorse()));
  }

  private static References read(ReferenceState references) {
    return new References(
        doubles(references.getCases()),
        doubles(references.getGathered()),
        references.getGatheredThrough(),
        doubles(references.getNoWorse()));
  }

  private static WindowState toRecord(WindowMemory windows) {
    WindowTests.Memory tests = windows.tests();
    return new WindowState(
        tests.rejected(),
        tests.countedThrough(),
        tests.since(),
        tests.fewest(),
        tests.quiet(),
        tests.quietLabels(),
        tests.tests(),
        tests.rejections(),
        windows.labelledThrough(),
        windows.endedAt());
  }

  private static WindowMemory read(WindowState windows) {
    return new WindowMemory(
        new WindowTests.Memory(
            List.copyOf(windows.getRejected()),
            windows.getCountedThrough(),
            windows.getSince(),
            windows.getFewest(),
            windows.getQuiet(),
            windows.getQuietLabels(),
            windows.getTests(),
            windows.getRejections()),
        windows.getLabelledThrough(),
        windows.getEndedAt());
  }

  private static io.evenkeel.schemas.internal.AlertMemory toRecord(Rule rule, AlertMemory memory) {
    return new io.evenkeel.schemas.internal.AlertMemory(
        rule.key(),
        memory.phase().name(),
        memory.severity().name(),
        memory.startsAt(),
        memory.raisedAt(),
        memory.version(),
        memory.missingSince(),
        memory.heldSince());
  }

  private static AlertMemory read(io.evenkeel.schemas.internal.AlertMemory memory) {
    return new AlertMemory(
        Phase.valueOf(memory.getPhase()),
        Severity.valueOf(memory.getSeverity()),
        memory.getStartsAt(),
        memory.getRaisedAt(),
        memory.getVersion(),
        memory.getMissingSince(),
        Math.max(memory.getRaisedAt(), memory.getHeldSince()));
  }

  private static io.evenkeel.schemas.internal.Carrier toRecord(Carrier carrier) {
    return new io.evenkeel.schemas.internal.Carrier(
        carrier.segment(),
        carrier.labels(),
        carrier.others(),
        carrier.logE(),
        carrier.othersLogE(),
        carrier.fault());
  }

  private static Carrier read(io.evenkeel.schemas.internal.Carrier carrier) {
    return new Carrier(
        carrier.getSegment(),
        carrier.getLabels(),
        carrier.getOthers(),
        carrier.getLogE(),
        carrier.getOthersLogE(),
        carrier.getFault());
  }

  private static ByteBuffer bytes(Doubles doubles) {
    return DoublesCodec.toBytes(doubles.toArray());
  }

  private static Doubles doubles(ByteBuffer bytes) {
    return Doubles.of(DoublesCodec.toDoubles(bytes));
  }
}
