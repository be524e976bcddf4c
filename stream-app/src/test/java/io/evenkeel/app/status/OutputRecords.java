package io.evenkeel.app.status;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.oncall.SilenceWriter;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Finding;
import io.evenkeel.schemas.PublishedMap;
import io.evenkeel.schemas.Silence;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictEvidence;
import io.evenkeel.schemas.VerdictProvenance;
import io.evenkeel.schemas.VerdictStatus;
import io.evenkeel.schemas.VerdictTests;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Verdicts and alerts to put into an index, one window an hour. */
final class OutputRecords {
  static final Duration WINDOW = Duration.ofHours(1);

  private OutputRecords() {}

  /** Histories of so many windows, with all the memory that they want. */
  static SeriesHistories histories(int kept) {
    return new SeriesHistories(kept, Long.MAX_VALUE);
  }

  /** The answers about an index of models that predict no or yes. */
  static Api api(OutputIndex index, Supplier<FeedStatus> reading) {
    return new Api(index, reading, AppConfig.of(Map.of("defaults.classes", "no,yes"))::model);
  }

  /** Silences that are not asked for. */
  static SilenceRequests noSilences() {
    SilenceWriter none =
        new SilenceWriter() {
          @Override
          public void begin(Silence silence, Instant now) {
            throw new AssertionError(silence);
          }

          @Override
          public void end(String id, Instant now) {
            throw new AssertionError(id);
          }
        };
    return new SilenceRequests(new OutputIndex(histories(1)), none, InstantSource.system());
  }

  /** The start of a window, counted from 1970. */
  static Instant start(int window) {
    return Instant.EPOCH.plus(WINDOW.multipliedBy(window));
  }

  static Verdict.Builder verdict(String model, int window) {
    return Verdict.newBuilder()
        .setModel(model)
        .setVersion("")
        .setSegment("")
        .setWindowStart(start(window))
        .setWindowEnd(start(window + 1))
        .setStatus(VerdictStatus.FINAL)
        .setRevision(0)
        .setFinding(Finding.CALIBRATED)
        .setSummary("Nothing speaks against the predictions")
        .setPredictions(60)
        .setLabelled(45)
        .setCoverage(0.75)
        .setLate(0)
        .setImpossible(0)
        .setProfile(1)
        .setTests(VerdictTests.newBuilder().setAlpha(0.01).build())
        .setEvidence(evidence(0.5))
        .setProvenance(
            new VerdictProvenance("", List.of(), List.of(), List.of(), List.of(), List.of()));
  }

  /** The evidence of a series. */
  static VerdictEvidence evidence(@Nullable Double logDetector) {
    return VerdictEvidence.newBuilder()
        .setSince(Instant.EPOCH)
        .setThrough(Instant.EPOCH)
        .setLogESeries(logDetector)
        .setLogDetector(logDetector)
        .setLogThreshold(4.6)
        .build();
  }

  /** A map that is in force. */
  static PublishedMap.Builder map(String model) {
    return PublishedMap.newBuilder()
        .setModel(model)
        .setVersion("")
        .setSegment("")
        .setMap("{\"format\":1}")
        .setWords("over-confident: temperature 1.65")
        .setUpdatedAt(start(1))
        .setLaterLabels(5820)
        .setGain(0.06)
        .setGainLower(0.048)
        .setGainUpper(Double.POSITIVE_INFINITY)
        .setLogEvidence(12);
  }

  static Alert.Builder alert(String model, AlertState state, int window) {
    return Alert.newBuilder()
        .setFingerprint("alert of " + model)
        .setModel(model)
        .setVersion("")
        .setSegment("")
        .setRule("miscalibration")
        .setState(state)
        .setStartsAt(start(1))
        .setRaisedAt(start(1))
        .setUpdatedAt(start(window))
        .setSummary(model + ": the probabilities do not mean what they say")
        .setDescription("Window ...")
        .setCases(45);
  }
}
