package io.evenkeel.app.topology;

import static io.evenkeel.app.topology.TopologyHarness.MODEL;
import static io.evenkeel.app.topology.TopologyHarness.binary;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.config.ConfigException;
import io.evenkeel.schemas.Cause;
import io.evenkeel.schemas.Finding;
import io.evenkeel.schemas.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Drift of what comes with predictions, features and labels, while predictions stay as they are.
 */
class FeatureDriftTopologyTest extends TopologyScenario {
  private static final int PER_WINDOW = 200;

  @TempDir private Path folder;

  private TopologyHarness start(String setting) {
    return super.start(
        "defaults.profile.sample=200",
        "defaults.profile.locations=16",
        "defaults.labels.min=30",
        setting);
  }

  private TopologyHarness start() {
    return start("defaults.drift.reference=profile");
  }

  /** What is true of the cases of a window. */
  private record World(double age, double plan, double sent, double bias) {
    static final World USUAL = new World(40, 0.3, 1, 0);

    Map<String, Double> features(SplittableRandom random) {
      Map<String, Double> features = new HashMap<>();
      // A sum of uniform numbers: mean 0, variance 1.
      features.put("age", age + 10 * (random.doubles(12).sum() - 6));
      features.put("plan", random.nextDouble() < plan ? 1.0 : 0.0);
      if (random.nextDouble() < sent) {
        features.put("income", random.nextDouble());
      }
      return features;
    }
  }

  /** The final verdicts on windows of ten minutes, a world each; the first teaches the profile. */
  private static List<Verdict> live(TopologyHarness app, boolean atOnce, World... worlds) {
    SplittableRandom random = new SplittableRandom(1);
    for (int window = 0; window < worlds.length; window++) {
      for (int i = 0; i < PER_WINDOW; i++) {
        String id = window + "-" + i;
        Instant madeAt = minute(10L * window).plus(Duration.ofSeconds(3L * i));
        double p = random.nextDouble(0.1, 0.6);
        Map<String, Double> features = worlds[window].features(random);
        app.predict(
            new PredictionEvent(
                id, MODEL, "", madeAt.toEpochMilli(), Map.of(), features, binary(p)));
        boolean target = random.nextDouble() < p + worlds[window].bias;
        app.label(id, minute(10L * window + 10), target ? 1 : 0);
      }
      if (!atOnce) {
        app.settle();
      }
    }
    app.settle();
    app.heartbeat(minute(10L * worlds.length + 60));
    app.settle();
    return app.finalVerdicts();
  }

  @Test
  void seesNothingWhereNothingChanged() {
    Verdict verdict = live(start(), false, World.USUAL, World.USUAL).get(1);

    assertThat(verdict.getCause()).isEqualTo(Cause.NONE);
    assertThat(verdict.getDrift().getFeaturesPValue()).isGreaterThan(0.005);
    assertThat(verdict.getDrift().getFeatureNames()).isEmpty();
  }

  @Test
  void namesAFeatureThatHasMovedWhilePredictionsHaveNot() {
    TopologyHarness app = start();
    World older = new World(50, 0.3, 1, 0);
    Verdict verdict = live(app, false, World.USUAL, older).get(1);

    assertThat(verdict.getCause()).isEqualTo(Cause.COVARIATE_SHIFT);
    assertThat(verdict.getFinding()).isEqualTo(Finding.CALIBRATED);
    assertThat(verdict.getDrift().getPredictionsPValue()).isGreaterThan(0.005);
    assertThat(verdict.getDrift().getFeaturesPValue()).isLessThan(1e-6);
    assertThat(verdict.getDrift().getFeatureNames()).containsExactly("age");
    assertThat(verdict.getDrift().getFeatureDistances().get(0)).isCloseTo(1, within(0.3));
    assertThat(verdict.getSummary())
        .contains("features have drifted: age is up by")
        .doesNotContain("predictions have shifted");
    assertThat(app.alerts()).isEmpty();
  }

  @Test
  void namesAFeatureThatIsNoLongerSent() {
    Verdict verdict = live(start(), false, World.USUAL, new World(40, 0.3, 0.2, 0)).get(1);

    assertThat(verdict.getDrift().getFeatureNames()).containsExactly("income");
    assertThat(verdict.getDrift().getFeatureMissing().get(0)).isCloseTo(0.8, within(0.12));
    assertThat(verdict.getSummary())
        .containsPattern("income is missing in [78]\\d % of predictions");
  }

  @Test
  void namesACategoryThatHasGrown() {
    Verdict verdict = live(start(), false, World.USUAL, new World(40, 0.7, 1, 0)).get(1);

    assertThat(verdict.getDrift().getFeatureNames()).containsExactly("plan");
    assertThat(verdict.getSummary()).containsPattern("plan has other values in [345]\\d %");
  }

  /** Their panes are begun without a profile, and counted again once there is one. */
  @Test
  void seesFeaturesOfWindowsThatCameBeforeTheProfile() {
    World older = new World(50, 0.3, 1, 0);
    Verdict verdict = live(start(), true, World.USUAL, older).get(1);

    assertThat(verdict.getDrift().getFeatureNames()).containsExactly("age");
  }

  @Test
  void leavesFeaturesBeyondTheLimitOut() {
    World other = new World(40, 0.9, 0, 0);
    Verdict verdict =
        live(start("defaults.drift.features-limit=1"), false, World.USUAL, other).get(1);

    assertThat(verdict.getDrift().getFeatureNames()).isEmpty();
    assertThat(verdict.getCause()).isEqualTo(Cause.NONE);
  }

  @Test
  void comparesFeaturesWithThoseOfTheWindowsBeforeWhereToldTo() {
    World older = new World(50, 0.3, 1, 0);
    TopologyHarness app = start("defaults.drift.reference=previous");
    List<Verdict> verdicts = live(app, false, World.USUAL, World.USUAL, older, older, older, older);

    assertThat(verdicts.get(2).getDrift().getFeatureNames()).containsExactly("age");
    assertThat(verdicts.get(1).getFeaturesShifted()).isNull();
  }

  /** A file of one model, some of whose rows nobody can use. */
  private Path file(double age, double bias) throws IOException {
    SplittableRandom random = new SplittableRandom(7);
    StringBuilder rows = new StringBuilder("p,age,plan,income,y\n");
    for (int i = 0; i < 500; i++) {
      double p = random.nextDouble(0.1, 0.6);
      Map<String, Double> features = new World(age, 0.3, 1, 0).features(random);
      rows.append(p).append(',').append(features.get("age")).append(',');
      rows.append(features.get("plan")).append(',').append(features.get("income")).append(',');
      rows.append(random.nextDouble() < p + bias ? 1 : 0).append('\n');
    }
    Files.writeString(folder.resolve("past.csv"), rows + "7,1,1,1,1\n");
    return Files.writeString(
        folder.resolve("past.yaml"),
        """
        models:
          - model: churn
            file: past.csv
            id: '{p}'
            time: {start: 2025-01-01T00:00:00Z, step: 1s}
            distribution: {binary: p}
            features: [age, plan, income]
            label: {column: y, delay: 1h}
        """);
  }

  @Test
  void comparesWithTheCasesOfAFileWhereToldTo() throws IOException {
    TopologyHarness app = start("defaults.drift.reference=file:" + file(40, 0));
    World older = new World(50, 0.3, 1, 0);
    List<Verdict> verdicts = live(app, false, World.USUAL, World.USUAL, older);

    assertThat(verdicts.get(0).getPredictionsShifted()).isNull();
    assertThat(verdicts.get(1).getCause()).isEqualTo(Cause.NONE);
    assertThat(verdicts.get(1).getDrift().getLabelsPValue()).isGreaterThan(0.005);
    assertThat(verdicts.get(2).getDrift().getFeatureNames()).containsExactly("age");
  }

  /** The profile is learned from other cases than those of the file. */
  @Test
  void seesWhatTheFirstCasesAlreadyHadOtherwiseThanTheFile() throws IOException {
    TopologyHarness app = start("defaults.drift.reference=file:" + file(48, 0.3));
    Verdict verdict = live(app, false, World.USUAL, World.USUAL).get(1);

    assertThat(verdict.getDrift().getFeatureNames()).containsExactly("age");
    assertThat(verdict.getSummary()).contains("age is down by");
    assertThat(verdict.getDrift().getLabelsPValue()).isLessThan(1e-6);
  }

  @Test
  void passesOverCasesOfAFileThatAreNotJudgedAsThoseOfTheModelAre() throws IOException {
    Path file = file(40, 0);
    Files.writeString(
        file,
        Files.readString(file)
            .replace("{binary: p}", "{normal: {mean: age, standard-deviation: p}}"));
    TopologyHarness app =
        super.start(
            "defaults.profile.sample=200",
            "defaults.labels.min=30",
            "defaults.calibration=top-label",
            "defaults.drift.reference=file:" + file);

    List<Verdict> verdicts = live(app, false, World.USUAL, World.USUAL);

    assertThat(verdicts).hasSize(2);
    assertThat(verdicts.get(1).getPredictionsShifted()).isNull();
  }

  @Test
  void hashesTheCasesOfTheFileWithTheSettings() throws IOException {
    String hash = hashWith(file(40, 0));

    assertThat(hashWith(file(41, 0))).isNotEqualTo(hash);
  }

  private String hashWith(Path file) {
    TopologyHarness app = start("defaults.drift.reference=file:" + file);
    String hash = live(app, false, World.USUAL).get(0).getProvenance().getConfigHash();
    close();
    return hash;
  }

  @Test
  void refusesAFileThatCannotBeUsed() throws IOException {
    Path file = file(40, 0);
    Files.delete(folder.resolve("past.csv"));

    assertThatThrownBy(() -> start("models.churn.drift.reference=file:" + file))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("models.churn.drift.reference = 'file:")
        .hasMessageContaining("past.csv")
        .hasMessageContaining("deploy/datasets/README.md");
    assertThatThrownBy(() -> start("defaults.drift.reference=file:" + folder.resolve("none.yaml")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("none.yaml: cannot be read");
  }

  @Test
  void tellsLabelsThatShift() {
    World rich = new World(40, 0.3, 1, 0.35);
    List<Verdict> verdicts = live(start(), false, World.USUAL, World.USUAL, World.USUAL, rich);

    assertThat(verdicts.get(1).getDrift().getLabelsPValue()).isNull();
    assertThat(verdicts.get(2).getDrift().getLabelsPValue()).isGreaterThan(0.005);
    assertThat(verdicts.get(3).getDrift().getLabelsPValue()).isLessThan(1e-6);
    assertThat(verdicts.get(3).getLabelsShifted()).isTrue();
    assertThat(verdicts.get(3).getSummary()).contains("labels are distributed otherwise");
    assertThat(verdicts.get(3).getCause()).isEqualTo(Cause.CONCEPT_CHANGE);
  }
}
