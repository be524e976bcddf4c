package io.evenkeel.app.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.evenkeel.app.metrics.Instrument.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MetricsTest {
  private final Metrics metrics = new Metrics();

  @ParameterizedTest
  @EnumSource
  void exportsEveryInstrumentUnderItsNameWithKindAndHelp(Instrument instrument) {
    String[] labels = instrument.labels().toArray(String[]::new);
    if (instrument.kind() == Kind.COUNTER) {
      metrics.count(instrument, labels);
    } else {
      metrics.set(instrument, 1, labels);
    }

    String name = instrument.exportedName();
    assertThat(metrics.scrape())
        .contains("# HELP " + name + " " + instrument.help() + "\n")
        .contains(
            "# TYPE " + name + " " + (instrument.kind() == Kind.COUNTER ? "counter" : "gauge"))
        .containsPattern("(?m)^" + name + "(\\{.*\\})? 1\\.0$");
  }

  @Test
  void namesInstrumentsAsPrometheusWantsThem() {
    assertThat(Instrument.values())
        .allSatisfy(
            instrument -> {
              assertThat(instrument.exportedName()).matches("evenkeel_[a-z0-9_]+[a-z0-9]");
              assertThat(instrument.exportedName().endsWith("_total"))
                  .isEqualTo(instrument.kind() == Kind.COUNTER);
              assertThat(instrument.labels()).allMatch(label -> label.matches("[a-z]+"));
            });
    assertThat(Arrays.stream(Instrument.values()).map(Instrument::exportedName))
        .doesNotHaveDuplicates();
  }

  @Test
  void countsDeadLettersOfSoManyModelsAndNoMore() {
    for (int i = 0; i < 2_000; i++) {
      metrics.refused("late_label", "model-" + i);
    }
    metrics.refused("late_label", "model-0");
    metrics.refused("unreadable", "");
    metrics.expect(Set.of("expected"));
    metrics.refused("late_label", "expected");
    metrics.count(Instrument.PREDICTIONS, "used");
    metrics.refused("late_label", "used");

    assertThat(metrics.value(Instrument.DEAD_LETTERS, "late_label", "model-0")).isEqualTo(2);
    assertThat(metrics.value(Instrument.DEAD_LETTERS, "late_label", "")).isEqualTo(1_000);
    assertThat(metrics.value(Instrument.DEAD_LETTERS, "unreadable", "")).isEqualTo(1);
    assertThat(metrics.value(Instrument.DEAD_LETTERS, "late_label", "expected")).isEqualTo(1);
    assertThat(metrics.value(Instrument.DEAD_LETTERS, "late_label", "used")).isEqualTo(1);
  }

  @Test
  void countsEachModelOnItsOwn() {
    metrics.count(Instrument.PREDICTIONS, "churn");
    metrics.count(Instrument.PREDICTIONS, "churn");
    metrics.count(Instrument.PREDICTIONS, "fraud");

    assertThat(metrics.value(Instrument.PREDICTIONS, "churn")).isEqualTo(2);
    assertThat(metrics.value(Instrument.PREDICTIONS, "other")).isZero();
    assertThat(metrics.scrape()).contains("evenkeel_predictions_total{model=\"fraud\"} 1.0");
  }

  @Test
  void tellsAllOthersWhenAWatchedValueCannotBeTold() {
    metrics.watch(Instrument.RESTORING, () -> 3);
    metrics.watch(
        Instrument.READY,
        () -> {
          throw new IllegalStateException("closed");
        });

    assertThat(metrics.scrape()).contains("evenkeel_restoring_tasks 3.0\n", "evenkeel_ready NaN\n");
  }

  @Test
  void losesNoCountAmongManyThreads() {
    IntStream.range(0, 10_000)
        .parallel()
        .forEach(i -> metrics.count(Instrument.JOINED, "model-" + i % 7));

    double sum =
        IntStream.range(0, 7)
            .mapToDouble(i -> metrics.value(Instrument.JOINED, "model-" + i))
            .sum();
    assertThat(sum).isEqualTo(10_000);
  }

  @Test
  void showsZeroForCountersWithoutLabelsFromTheStart() {
    assertThat(metrics.scrape()).contains("evenkeel_unmatched_labels_total 0.0");
  }

  @Test
  void showsZeroForExpectedModelsFromTheStart() {
    metrics.expect(Set.of("churn"));

    assertThat(metrics.scrape())
        .contains("evenkeel_predictions_total{model=\"churn\"} 0.0")
        .contains("evenkeel_labels_total{model=\"churn\"} 0.0");
  }

  @Test
  void keepsTheValueOfTheLatestTimeThatHasOne() {
    atHour(1, 0.5);
    atHour(2, Double.NaN);
    assertThat(pValue()).as("of the latest that has one").isEqualTo(0.5);
    atHour(3, 0.25);
    atHour(1, 0.75);
    atHour(2, 0.125);
    assertThat(pValue()).as("whichever comes last").isEqualTo(0.25);
    atHour(3, 0.375);
    assertThat(pValue()).as("revised").isEqualTo(0.375);
    atHour(3, Double.NaN);
    assertThat(pValue()).isNaN();
    atHour(2, 0.125);
    assertThat(pValue()).isEqualTo(0.125);
  }

  private void atHour(int hour, double p) {
    Instant at = Instant.EPOCH.plus(Duration.ofHours(hour));
    metrics.set(Instrument.P_VALUE, p, at, "churn", "1", "");
  }

  private double pValue() {
    return metrics.value(Instrument.P_VALUE, "churn", "1", "");
  }

  @Test
  void keepsTheNewestValueOfAGauge() {
    metrics.set(Instrument.P_VALUE, 0.5, "churn", "1", "");
    metrics.set(Instrument.P_VALUE, 0.25, "churn", "1", "");

    assertThat(metrics.value(Instrument.P_VALUE, "churn", "1", "")).isEqualTo(0.25);
    assertThat(metrics.scrape())
        .contains("evenkeel_p_value{model=\"churn\",segment=\"\",version=\"1\"} 0.25");
  }

  @Test
  void forgetsAllOfAModelButAlertsThatFire() {
    metrics.count(Instrument.PREDICTIONS, "gone");
    metrics.count(Instrument.PREDICTIONS, "stays");
    metrics.refused("unknown_class", "gone");
    metrics.set(Instrument.EVENT_TIME, 1, "gone");
    metrics.alert(List.of("gone", "miscalibration", "warning"), "over", true);
    metrics.alert(List.of("gone", "miscalibration", "warning"), "over", false);
    metrics.alert(List.of("gone", "dead-letters", "warning"), "open", true);

    metrics.forget("gone");

    assertThat(metrics.scrape().lines().filter(line -> line.contains("gone")))
        .singleElement()
        .asString()
        .contains("rule=\"dead-letters\"");
    assertThat(metrics.value(Instrument.PREDICTIONS, "stays")).isEqualTo(1);

    metrics.alert(List.of("gone", "dead-letters", "warning"), "open", false);
    metrics.count(Instrument.PREDICTIONS, "gone");
    assertThat(metrics.value(Instrument.PREDICTIONS, "gone")).isEqualTo(1);
    metrics.forget("gone");
    assertThat(metrics.scrape()).doesNotContain("gone");
  }

  @Test
  void forgetsASeriesThatWentElsewhere() {
    metrics.set(Instrument.P_VALUE, 0.5, "churn", "1", "");
    metrics.set(Instrument.P_VALUE, 0.5, "churn", "2", "");
    metrics.set(Instrument.RULE_EVIDENCE_LOG10, 0.5, "churn", "1", "", "selection");
    metrics.set(Instrument.RULE_EVIDENCE_LOG10, 0.5, "churn", "2", "", "selection");

    metrics.forget("churn", "1", "");

    assertThat(metrics.scrape()).doesNotContain("version=\"1\"").contains("version=\"2\"");
    metrics.forget("churn", "1", "");
  }

  @Test
  void showsASeriesAgainThatCameBack() {
    metrics.set(Instrument.P_VALUE, 0.5, "churn", "1", "");
    metrics.forget("churn", "1", "");

    metrics.set(Instrument.P_VALUE, 0.25, "churn", "1", "");

    assertThat(metrics.scrape()).contains("version=\"1\"} 0.25").doesNotContain("0.5");
  }

  @Test
  void countsAFiringAlertOnceHoweverOftenItIsTold() {
    metrics.alert(List.of("churn", "miscalibration", "page"), "a", true);
    metrics.alert(List.of("churn", "miscalibration", "page"), "a", true);
    metrics.alert(List.of("churn", "miscalibration", "page"), "b", true);
    metrics.alert(List.of("churn", "miscalibration", "page"), "never", false);
    assertThat(metrics.value(Instrument.ALERTS_FIRING, "churn", "miscalibration", "page"))
        .isEqualTo(2);

    metrics.alert(List.of("churn", "miscalibration", "page"), "a", false);
    assertThat(metrics.value(Instrument.ALERTS_FIRING, "churn", "miscalibration", "page"))
        .isEqualTo(1);
  }

  @Test
  void refusesTheWrongNumberOfLabels() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> metrics.count(Instrument.DUPLICATES, "churn"))
        .withMessage("DUPLICATES needs a value for each of [model, kind], got [churn]");
  }

  @Test
  void refusesToCountAGaugeAndToSetACounter() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> metrics.count(Instrument.P_VALUE, "a", "b", "c"))
        .withMessage("P_VALUE is no COUNTER");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> metrics.set(Instrument.LABELS, 1, "a"))
        .withMessage("LABELS is no GAUGE");
  }
}
