package io.evenkeel.app.topology;

import static io.evenkeel.app.topology.TopologyHarness.MODEL;
import static io.evenkeel.app.topology.TopologyHarness.binary;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertChange;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Severity;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Alerts on the share of predictions whose label comes: hours of forty calibrated cases, of which
 * two days are the reference. The first three days are calm.
 */
class CoverageAlertTopologyTest extends HourlyScenario {
  private static final int CALM = 72;

  @Override
  TopologyHarness start(String... others) {
    Stream<String> settings =
        Stream.of(
            "defaults.alert.data-quality=page",
            // Time goes on without labels.
            "monitor.emit-interval=1m",
            "monitor.idle-timeout=2m");
    return super.start(Stream.concat(settings, Stream.of(others)).toArray(String[]::new));
  }

  /** The alerts of some hours, in each of which a share of the labels comes. */
  private static List<Alert> live(TopologyHarness app, int hours, IntToDoubleFunction coverage) {
    SplittableRandom random = new SplittableRandom(1);
    for (int hour = 0; hour < hours; hour++) {
      for (int i = 0; i < PER_HOUR; i++) {
        String id = hour + "-" + i;
        Instant madeAt = hour(hour).plus(Duration.ofSeconds(90L * i));
        double p = random.nextDouble(0.1, 0.9);
        app.predict(
            new PredictionEvent(
                id, MODEL, "", madeAt.toEpochMilli(), Map.of(), Map.of(), binary(p)));
        int target = random.nextDouble() < p ? 1 : 0;
        if (random.nextDouble() < coverage.applyAsDouble(hour)) {
          app.label(id, madeAt.plus(Duration.ofMinutes(1)), target);
        }
      }
      app.settle();
    }
    return List.copyOf(app.alerts());
  }

  @Test
  void pagesWhenFewerLabelsCome() {
    List<Alert> alerts = live(start(), CALM + 6, hour -> hour < CALM ? 0.95 : 0.3);

    assertThat(alerts).extracting(Alert::getRule).containsOnly("data-quality");
    Alert first = alerts.get(0);
    assertThat(first.getState()).isEqualTo(AlertState.FIRING);
    assertThat(first.getSeverity()).isEqualTo(Severity.WARNING);
    assertThat(first.getNames()).containsExactly("label");
    assertThat(first.getUpdatedAt()).isEqualTo(hour(CALM + 1));
    assertThat(first.getStartsAt()).isEqualTo(hour(CALM));
    assertThat(first.getSummary())
        .containsPattern(
            "labels come for [23]\\d % of predictions, before 9\\d %"
                + " \\(change: -\\d\\d\\.\\d to -\\d\\d\\.\\d points\\), since ");
    assertThat(first.getDescription()).contains("Do: check the source of the labels.");
    assertThat(first.getEffectParameter()).isEqualTo("growth of the share without label");
    assertThat(0.65).isBetween(first.getEffectLower(), first.getEffectUpper());
    assertThat(first.getLogEvidence()).isGreaterThanOrEqualTo(first.getLogThreshold());
  }

  @Test
  void onlyInformsUnlessToldToPage() {
    List<Alert> alerts =
        live(
            start("defaults.alert.data-quality=inform"),
            CALM + 3,
            hour -> hour < CALM ? 0.95 : 0.3);

    assertThat(alerts).isNotEmpty().extracting(Alert::getSeverity).containsOnly(Severity.INFO);
  }

  @Test
  void endsAfterTheRepair() {
    List<Alert> alerts =
        live(
            start("defaults.drift.inform-distance=0.3"),
            CALM + 52,
            hour -> hour >= CALM && hour < CALM + 6 ? 0.3 : 0.95);

    assertThat(alerts).extracting(Alert::getRule).containsOnly("data-quality");
    Alert last = alerts.get(alerts.size() - 1);
    assertThat(last.getChange()).isEqualTo(AlertChange.ENDED);
    assertThat(last.getSummary()).contains("labels come as before");
  }

  @Test
  void pagesWhenLabelsStop() {
    List<Alert> alerts = live(start(), CALM + 4, hour -> hour < CALM ? 0.95 : 0);

    Alert first = alerts.get(0);
    assertThat(first.getRule()).isEqualTo("data-quality");
    assertThat(first.getSeverity()).isEqualTo(Severity.WARNING);
    assertThat(first.getUpdatedAt()).isEqualTo(hour(CALM + 1));
    assertThat(first.getSummary()).contains("labels come for 0 % of predictions, before 9");
  }

  @Test
  void saysWhenMoreLabelsCome() {
    List<Alert> alerts = live(start(), CALM + 6, hour -> hour < CALM ? 0.3 : 0.95);

    assertThat(alerts).extracting(Alert::getRule).containsOnly("data-quality");
    assertThat(alerts.get(0).getSummary())
        .containsPattern("labels come for 9\\d % of predictions, before [23]\\d %");
  }

  @Test
  void staysSilentWhileTheShareStaysTheSame() {
    assertThat(live(start(), 12 * 24, hour -> 0.9)).isEmpty();
  }

  @Test
  void staysSilentWhileTheShareWanders() {
    SplittableRandom random = new SplittableRandom(2);
    double[] level = new double[12 * 24];
    for (int hour = 1; hour < level.length; hour++) {
      level[hour] = 0.8 * level[hour - 1] + 0.05 * (random.nextDouble() - 0.5);
    }

    assertThat(live(start(), level.length, hour -> 0.9 + level[hour])).isEmpty();
  }

  @Test
  void staysSilentWithoutAnyLabels() {
    assertThat(live(start("defaults.alert.no-data-after=0s"), 6 * 24, hour -> 0)).isEmpty();
  }

  @Test
  void comparesWithNothingBeforeTheFirstLabels() {
    assertThat(live(start(), CALM + 72, hour -> hour < CALM ? 0 : 0.95))
        .extracting(Alert::getRule)
        .doesNotContain("data-quality");
  }
}
