package io.evenkeel.app.topology;

import static io.evenkeel.app.topology.TopologyHarness.MODEL;
import static io.evenkeel.app.topology.TopologyHarness.binary;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.codec.Cluster;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.schemas.Finding;
import io.evenkeel.schemas.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Predictions of which many are about one outcome. */
class SharedOutcomesTopologyTest extends TopologyScenario {
  private static final int MINUTES = 120;

  private static PredictionEvent prediction(int i, Cluster cluster) {
    return new PredictionEvent(
        "id-" + i, MODEL, "", minute(i).toEpochMilli(), Map.of(), Map.of(), binary(0.8), cluster);
  }

  /** In two hours four outcomes, two an hour, none of them as predicted. */
  private static Verdict lastVerdict(TopologyHarness app) {
    for (int i = 0; i < MINUTES; i++) {
      app.predict(prediction(i, new Cluster("match-" + i / 30, OptionalDouble.empty())));
      app.label("id-" + i, minute(i + 1), 0);
    }
    app.heartbeat(minute(MINUTES + 600));
    app.settle();
    var verdicts = app.finalVerdicts();
    return verdicts.get(verdicts.size() - 1);
  }

  @Test
  void manyRowsOfFewOutcomesAreLittleEvidence() {
    TopologyHarness app = start("defaults.labels.rows-per-outcome=30");

    Verdict verdict = lastVerdict(app);

    assertThat(verdict.getFinding()).isEqualTo(Finding.UNDERPOWERED);
    assertThat(verdict.getSummary()).contains("as evidence, as they share outcomes)");
    assertThat(verdict.getEvidence().getLogESeries()).isBetween(0.1, 4 * Math.log(5));
    assertThat(app.alerts()).isEmpty();
  }

  @Test
  void rowsWithoutAWeightAreNoEvidenceAndTheVerdictSaysSo() {
    TopologyHarness app = start();

    Verdict verdict = lastVerdict(app);

    assertThat(verdict.getFinding()).isEqualTo(Finding.UNDERPOWERED);
    assertThat(verdict.getSummary())
        .contains("(0 as evidence, as they share outcomes; ")
        .contains(" have no weight: set labels.rows-per-outcome)");
    assertThat(verdict.getLabelled()).isPositive();
    assertThat(verdict.getScores().getBrier()).isGreaterThan(1);
    assertThat(verdict.getEvidence().getLogESeries()).isNull();
    assertThat(app.alerts()).isEmpty();
  }

  @Test
  void aPredictionThatComesAgainWithAnotherOutcomeIsSetAside() {
    TopologyHarness app = start();
    app.predict(prediction(1, new Cluster("a", OptionalDouble.of(0.5))));

    app.predict(prediction(1, new Cluster("b", OptionalDouble.of(0.5))));

    assertThat(app.deadLetters())
        .singleElement()
        .satisfies(
            letter ->
                assertThat(letter.headers().lastHeader(DeadLetters.REASON).value())
                    .asString(StandardCharsets.UTF_8)
                    .isEqualTo("duplicate_conflict"));
  }
}
