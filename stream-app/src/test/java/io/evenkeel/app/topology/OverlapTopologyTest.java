package io.evenkeel.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.schemas.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * A random walk, and forecasts of where it is four minutes later: right ones, or with half of the
 * right standard deviation.
 */
class OverlapTopologyTest extends TopologyScenario {
  private static final int AHEAD = 4;
  private static final int MINUTES = 120;
  private static final String[] PANES = {
    "defaults.window.size=20m",
    "defaults.window.advance=1m",
    "defaults.labels.wait=5m",
    "defaults.alert.prediction-drift=off",
    "defaults.alert.label-shift=off"
  };

  private static void forecast(TopologyHarness app, double spread) {
    SplittableRandom random = new SplittableRandom(4);
    double[] walk = new double[MINUTES + AHEAD];
    for (int i = 1; i < walk.length; i++) {
      walk[i] = walk[i - 1] + random.nextGaussian();
    }
    for (int i = 0; i < MINUTES; i++) {
      app.predict("id-" + i, minute(i), Normal.of(walk[i], spread * Math.sqrt(AHEAD)));
      if (i >= AHEAD) {
        label(app, i - AHEAD, walk[i]);
      }
    }
    app.heartbeat(minute(MINUTES + 600));
    app.settle();
  }

  private static void label(TopologyHarness app, int prediction, double target) {
    app.label(
        new LabelEvent(
            "id-" + prediction,
            minute(prediction + AHEAD).toEpochMilli(),
            0,
            new RawTarget.Real(target)));
  }

  private TopologyHarness startWith(String... more) {
    String[] settings = Arrays.copyOf(PANES, PANES.length + more.length);
    System.arraycopy(more, 0, settings, PANES.length, more.length);
    return start(settings);
  }

  private static Verdict last(TopologyHarness app) {
    List<Verdict> verdicts = app.finalVerdicts();
    return verdicts.get(verdicts.size() - 1);
  }

  @Test
  void rightForecastsThatOverlapPassForWrongOnes() {
    TopologyHarness app = startWith();

    forecast(app, 1);

    assertThat(app.alerts()).isNotEmpty();
  }

  @Test
  void withTheirLagTheyRaiseNoAlertAndTheVerdictSaysThatTheyOverlap() {
    TopologyHarness app = startWith("defaults.labels.lag=3m");

    forecast(app, 1);

    assertThat(app.alerts()).isEmpty();
    assertThat(last(app).getSummary())
        .contains("16 of 20 predictions labelled (4 as evidence, as their horizons overlap)");
    assertThat(last(app).getEvidence().getLogESeries()).isLessThan(Math.log(100));
  }

  @Test
  void wrongForecastsThatOverlapRaiseOne() {
    TopologyHarness app = startWith("defaults.labels.lag=3m");

    forecast(app, 0.5);

    assertThat(app.alerts()).isNotEmpty();
    assertThat(last(app).getSummary()).contains("too narrow");
  }
}
