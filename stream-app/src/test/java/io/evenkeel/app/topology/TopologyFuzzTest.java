package io.evenkeel.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.codec.LabelCodec;
import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionCodec;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RawAvroSerde;
import io.evenkeel.app.fuzz.ExtremeEvents;
import io.evenkeel.app.fuzz.ExtremeEvents.Kind;
import io.evenkeel.app.fuzz.Mutations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.schemas.Label;
import io.evenkeel.schemas.Prediction;
import io.evenkeel.schemas.Verdict;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever comes of other models, the final verdicts of a model are those of a run without it, and
 * every record is counted or a dead letter.
 *
 * <p>{@code -Devenkeel.fuzz.events=100000} sends so many.
 */
class TopologyFuzzTest extends TopologyScenario {
  private static final int EVENTS = Integer.getInteger("evenkeel.fuzz.events", 2_000);
  private static final long SEED = Long.getLong("evenkeel.fuzz.seed", 1);
  private static final int MINUTES = 120;

  private static final String[] SETTINGS = {
    "models.churn.labels.min=1", "limits.models=30", "limits.versions=10"
  };

  /** The fingerprint of the schema, before the record. */
  private static final int HEADER = 10;

  @TempDir private Path alone;

  private final ExtremeEvents events = new ExtremeEvents(SEED);
  private final Mutations mutations = new Mutations(SEED);

  /** A record of each topic. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Records(String id, byte[] prediction, byte[] label) {}

  @Tag("simulation")
  @Test
  void changedBytesOfOthersChangeNothing() {
    assertUnchanged(
        i -> {
          Records records = records(i, false);
          return new Records(
              records.id,
              changed(records.prediction, records.label),
              changed(records.label, records.prediction));
        });
  }

  private byte[] changed(byte[] record, byte[] other) {
    return switch (mutations.below(8)) {
      case 0, 1 -> record;
      case 2 -> new byte[mutations.below(mutations.below(100) == 0 ? 5_000_000 : 100)];
      default -> mutations.of(record, other, HEADER);
    };
  }

  @Tag("simulation")
  @Test
  void extremeNumbersOfOthersChangeNothing() {
    assertUnchanged(i -> records(i, true));
  }

  private void assertUnchanged(IntFunction<Records> hostile) {
    List<List<Object>> undisturbed;
    try (TopologyHarness app = new TopologyHarness(config(SETTINGS), alone)) {
      undisturbed = verdicts(app, i -> {});
      assertThat(app.deadLetters()).isEmpty();
    }
    TopologyHarness app = start(SETTINGS);
    List<List<Object>> disturbed =
        verdicts(
            app,
            i -> {
              Records records = hostile.apply(i);
              app.rawPrediction(records.id, records.prediction);
              app.rawLabel(records.id, records.label);
            });

    assertThat(undisturbed).hasSizeGreaterThan(5);
    assertThat(disturbed).isEqualTo(undisturbed);
    assertThat(reasons(app)).doesNotContain("internal_error");
  }

  private interface Disturbance {
    void send(int i);
  }

  private static List<List<Object>> verdicts(TopologyHarness app, Disturbance others) {
    int sent = 0;
    for (int minute = 0; minute < MINUTES; minute++) {
      for (; sent < (long) EVENTS * (minute + 1) / MINUTES; sent++) {
        others.send(sent);
      }
      stream(app, minute, minute + 1, 0.6, 0.7);
      if (minute % 10 == 9) {
        app.settle();
      }
    }
    app.heartbeat(minute(2 * MINUTES));
    app.settle();
    return app.finalVerdicts().stream()
        .filter(verdict -> verdict.getModel().equals(TopologyHarness.MODEL))
        .map(TopologyFuzzTest::numbers)
        .toList();
  }

  private static List<Object> numbers(Verdict verdict) {
    return Arrays.asList(
        verdict.getWindowStart(),
        verdict.getPredictions(),
        verdict.getLabelled(),
        verdict.getFinding(),
        verdict.getTests().getSkce(),
        verdict.getTests().getCmePValue(),
        verdict.getEvidence().getLogEWindow(),
        verdict.getEvidence().getLogESeries(),
        verdict.getScores() == null ? null : verdict.getScores().getLogLoss());
  }

  private static List<String> reasons(TopologyHarness app) {
    return app.deadLetters().stream()
        .map(
            letter ->
                new String(
                    letter.headers().lastHeader(DeadLetters.REASON).value(),
                    StandardCharsets.UTF_8))
        .distinct()
        .toList();
  }

  private Records records(int i, boolean wild) {
    Kind kind = List.of(Kind.values()).get(i % Kind.values().length);
    String id = "other-" + i;
    Instant time = minute((long) i * MINUTES / EVENTS);
    Prediction prediction =
        PredictionCodec.encode(
            new PredictionEvent(
                id,
                "model-" + kind,
                "",
                time.toEpochMilli(),
                Map.of("country", "DE"),
                Map.of("age", events.number(wild)),
                distribution(kind, wild && mutations.below(2) == 0)));
    Label label =
        LabelCodec.encode(
            new LabelEvent(
                id,
                time.toEpochMilli() + 1,
                0,
                events.target(kind, wild && mutations.below(2) == 0)));
    return new Records(
        id,
        RawAvroSerde.of(Prediction.class).serializer().serialize("", prediction),
        RawAvroSerde.of(Label.class).serializer().serialize("", label));
  }

  /** Extreme numbers need not be a distribution. */
  private PredictiveDistribution distribution(Kind kind, boolean wild) {
    try {
      return wild ? events.wild(kind) : events.tame(kind);
    } catch (IllegalArgumentException e) {
      return events.tame(kind);
    }
  }
}
