package io.evenkeel.app.topology;

import static io.evenkeel.app.topology.TopologyHarness.MODEL;
import static io.evenkeel.app.topology.TopologyHarness.binary;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.Verdict;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/** Verdicts say what they were made of. */
class SourcesTopologyTest extends TopologyScenario {

  private static Verdict last(List<Verdict> verdicts) {
    return verdicts.get(verdicts.size() - 1);
  }

  @Test
  void aVerdictNamesTheOffsetsOfItsWindowAndOfItsEvidence() {
    TopologyHarness app = start();
    stream(app, 0, 10, 0.5, 0.5);
    app.settle();
    Verdict first = last(app.verdicts());
    stream(app, 10, 60, 0.5, 0.5);
    app.settle();
    Verdict second = app.finalVerdicts().get(1);

    assertThat(first.getProvenance().getPartitions()).containsExactly(0);
    assertThat(first.getProvenance().getPredictionsFrom()).containsExactly(0L);
    assertThat(first.getProvenance().getPredictionsThrough()).containsExactly(10L);
    assertThat(first.getProvenance().getLabelsFrom()).containsExactly(0L);
    assertThat(first.getProvenance().getLabelsThrough()).containsExactly(10L);
    assertThat(second.getEvidence().getSince()).isEqualTo(Instant.EPOCH);
    assertThat(second.getEvidence().getThrough())
        .isEqualTo(minute(20))
        .isEqualTo(second.getWindowEnd());
    assertThat(second.getProvenance().getPredictionsFrom()).containsExactly(0L);
    assertThat(second.getProvenance().getPredictionsThrough()).containsExactly(60L);
  }

  @Test
  void offsetsOfPanesThatAreNoLongerKeptStayAsLongAsTheirEvidence() {
    TopologyHarness app = start();
    for (int pane = 0; pane < 12; pane++) {
      stream(app, 10 * pane, 10 * pane + 10, 0.5, 0.5);
      app.settle();
    }

    Verdict newest = last(app.finalVerdicts());
    assertThat(newest.getWindowStart()).isAfter(minute(50));
    assertThat(newest.getProvenance().getPredictionsFrom()).containsExactly(0L);
    assertThat(newest.getProvenance().getLabelsFrom()).containsExactly(0L);
  }

  @Test
  void evidenceThatStartsAnewLeavesTheFormerOffsetsBehind() {
    TopologyHarness app = start("defaults.evidence.restart=1h");
    for (int pane = 0; pane < 16; pane++) {
      stream(app, 10 * pane, 10 * pane + 10, 0.5, 0.5);
      app.settle();
    }

    Verdict newest = last(app.finalVerdicts());
    assertThat(newest.getEvidence().getSince()).isEqualTo(minute(60));
    assertThat(newest.getProvenance().getPredictionsFrom()).containsExactly(60L);
    assertThat(newest.getProvenance().getLabelsFrom()).containsExactly(60L);
  }

  @Test
  void aLabelThatCameBeforeItsPredictionIsAmongTheOffsets() {
    TopologyHarness app = start();
    app.label("id-1", minute(2), 1);
    app.label("other", minute(2), 1);
    app.predict("id-0", minute(0), binary(0.5));
    app.label("id-0", minute(1), 1);
    app.predict("id-1", minute(1), binary(0.5));
    app.settle();

    Verdict verdict = last(app.verdicts());
    assertThat(verdict.getLabelled()).isEqualTo(2);
    assertThat(verdict.getProvenance().getLabelsFrom()).containsExactly(0L);
    assertThat(verdict.getProvenance().getLabelsThrough()).containsExactly(3L);
  }

  @Test
  void withoutLabelsThereAreNoOffsetsOfLabels() {
    TopologyHarness app = start();
    app.predict("id-0", minute(0), binary(0.5));
    app.settle();

    Verdict verdict = last(app.verdicts());
    assertThat(verdict.getProvenance().getLabelsFrom())
        .isEqualTo(verdict.getProvenance().getLabelsThrough());
  }

  @Test
  void aDeadLetterOfALabelThatWaitedInVainSaysWhereItCameFrom() {
    TopologyHarness app = start("monitor.early-label-wait=10s");
    stream(app, 0, 3, 0.5, 0.5);
    app.label("nobody", minute(3), 1);
    app.pass(Duration.ofSeconds(12));

    TestRecord<String, byte[]> letter = app.deadLetters().get(0);
    assertThat(header(letter, DeadLetters.REASON)).isEqualTo("unmatched_label");
    assertThat(header(letter, DeadLetters.TOPIC)).isEqualTo("evenkeel.labels");
    assertThat(header(letter, DeadLetters.PARTITION)).isEqualTo("0");
    assertThat(header(letter, DeadLetters.OFFSET)).isEqualTo("3");
  }

  private static String header(TestRecord<String, byte[]> letter, String name) {
    return new String(letter.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
  }

  @Test
  void anAlertNamesTheVerdictThatCausedIt() {
    TopologyHarness app = start();
    stream(app, 0, 120, 0.9, 0.1);
    app.settle();

    Alert alert = app.alerts().get(0);
    assertThat(app.verdicts())
        .anySatisfy(
            verdict ->
                assertThat(alert.getVerdict())
                    .isEqualTo(
                        MODEL
                            + "|||"
                            + String.format("%015d", verdict.getWindowStart().toEpochMilli())
                            + "#"
                            + verdict.getRevision()));
  }

  @Test
  void theHashOfTheSettingsChangesWithWhatVerdictsDependOn() {
    TopologyHarness app = start();
    stream(app, 0, 10, 0.5, 0.5);
    String hash = newest(app).getProvenance().getConfigHash();
    app.close();
    TopologyHarness other = start("defaults.evidence.tolerance=0.1");
    stream(other, 0, 10, 0.5, 0.5);

    assertThat(newest(other).getProvenance().getConfigHash()).isNotEqualTo(hash);
    assertThat(hash).isNotEqualTo(ModelSettings.defaults().hash(""));
  }

  @Test
  void theHashOfTheSettingsKnowsNothingOfAlerts() {
    TopologyHarness app = start();
    stream(app, 0, 10, 0.5, 0.5);
    String hash = newest(app).getProvenance().getConfigHash();
    app.close();
    TopologyHarness other = start("defaults.alert.hold=7m", "topics.alerts=others");
    stream(other, 0, 10, 0.5, 0.5);

    assertThat(newest(other).getProvenance().getConfigHash()).isEqualTo(hash);
  }
}
