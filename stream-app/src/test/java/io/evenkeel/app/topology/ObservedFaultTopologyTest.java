package io.evenkeel.app.topology;

import static io.evenkeel.app.topology.TopologyHarness.binary;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.wording.Numbers;
import io.evenkeel.schemas.Alert;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * That what an alert says was predicted and came true are the cases since the change, all of them.
 */
class ObservedFaultTopologyTest extends TopologyScenario {
  private static final Pattern SAYS = Pattern.compile("Says (.+ %), is right (.+ %)\\. Size: ");
  private static final Pattern CASES = Pattern.compile(", from (\\d+) cases since the change");
  private static final int CHANGE = 60;

  private record Case(int minute, double p, boolean right) {}

  private final List<Case> labelled = new ArrayList<>();

  /** Four cases of five have labels, up to 25 minutes later and out of order. */
  private TopologyHarness overConfident(int minutes, double truth, String... settings) {
    TopologyHarness app = start(settings);
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < minutes; i++) {
      double p = random.nextDouble(0.8, 0.98);
      boolean right = random.nextDouble() < (i < CHANGE ? p : truth);
      app.predict("id-" + i, minute(i), binary(p));
      if (random.nextInt(5) > 0) {
        labelled.add(new Case(i, p, right));
        app.label("id-" + i, minute(i + random.nextInt(25)), right ? 1 : 0);
      }
      if (i % 10 == 0) {
        app.settle();
      }
    }
    app.heartbeat(minute(minutes + 300));
    app.settle();
    return app;
  }

  private static List<Alert> found(TopologyHarness app) {
    return app.alerts().stream()
        .filter(alert -> alert.getDescription().contains("Size: temperature"))
        .toList();
  }

  /** What an alert must say. */
  private void check(Alert alert) {
    List<Case> since =
        labelled.stream()
            .filter(one -> !minute(one.minute).isBefore(alert.getStartsAt()))
            .filter(one -> minute(one.minute).isBefore(alert.getUpdatedAt()))
            .toList();
    Matcher cases = CASES.matcher(alert.getDescription());
    assertThat(cases.find()).isTrue();
    assertThat(cases.group(1)).isEqualTo(String.valueOf(since.size()));
    Matcher says = SAYS.matcher(alert.getDescription());
    assertThat(says.find()).as(alert.getDescription()).isTrue();
    double said = since.stream().mapToDouble(Case::p).average().orElseThrow();
    double right = since.stream().mapToDouble(one -> one.right ? 1 : 0).average().orElseThrow();
    assertThat(says.group(1)).isEqualTo(Numbers.percent(said));
    assertThat(says.group(2)).isEqualTo(Numbers.percent(right));
  }

  @ParameterizedTest
  @ValueSource(strings = {"10m", "1h"})
  void anAlertCountsAllCasesSinceTheChangeAndNoOthers(String window) {
    TopologyHarness app = overConfident(200, 0.45, "defaults.window.size=" + window);

    List<Alert> alerts = found(app);
    assertThat(alerts).isNotEmpty().allSatisfy(this::check);
  }

  @Test
  void anAlertOfAChangeBeforeThePanesThatAreKeptDoesNotSayIt() {
    TopologyHarness app = overConfident(400, 0.75, "budget.false-alarms=0.01");

    List<Alert> alerts = found(app);
    assertThat(alerts)
        .isNotEmpty()
        .allSatisfy(alert -> assertThat(alert.getDescription()).doesNotContain("Says"));
  }
}
