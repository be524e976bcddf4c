package io.evenkeel.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.TargetSampler;
import io.evenkeel.schemas.Alert;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/** Labels that their predictions gave a probability of 0: an alert, and no map that promises. */
class ImpossibleLabelsTopologyTest extends TopologyScenario {

  @Test
  void anAlertCountsThemAndPromisesNoGainByWhatLeavesThemImpossible() {
    TopologyHarness app = start();
    SplittableRandom random = new SplittableRandom(4);
    TargetSampler targets = new TargetSampler(RandomSource.XO_RO_SHI_RO_128_PP.create(4));
    for (int i = 0; i < 2000; i++) {
      double[] p = new double[10];
      for (int vote = 0; vote < 10; vote++) {
        p[random.nextInt(4)] += 0.1;
      }
      boolean isImpossible = random.nextInt(5) == 0;
      Categorical said = Categorical.of(p);
      app.predict("id-" + i, minute(i), said);
      int drawn = ((ClassLabel) targets.draw(said)).index();
      int label = isImpossible ? 4 + random.nextInt(6) : drawn;
      app.label("id-" + i, minute(i + 1), label);
    }
    app.heartbeat(minute(4000));
    app.settle();

    List<Alert> alerts =
        app.alerts().stream().filter(alert -> alert.getRule().equals("miscalibration")).toList();
    Alert last = alerts.get(alerts.size() - 1);
    assertThat(last.getDescription())
        .containsPattern(
            "[1-9]\\d* labels since the change had a predicted probability of 0, which")
        .doesNotContain("recalibration would save")
        .doesNotContain("--map");
    assertThat(last.getSeverity()).hasToString("CRITICAL");
  }
}
