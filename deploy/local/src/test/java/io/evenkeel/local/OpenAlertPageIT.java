package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Severity;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictEvidence;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the page says of an open alert and its evidence, in a real browser, fed by a real broker.
 */
class OpenAlertPageIT {
  private static final String FOCUSED =
      "return document.activeElement.closest('.alert')?.id ?? null";
  private static final String CHURN = "#/series/churn%7C3%7Ccountry%3DDE";
  private static final String TILE = "[aria-label=Verdict] .facts";

  @TempDir private static Path directory;
  private static StatusPages pages;
  private static Browser browser;

  @BeforeAll
  static void start() {
    pages = StatusPages.start(directory);
    browser = pages.browser();
  }

  @AfterAll
  static void stop() {
    if (pages != null) {
      pages.close();
    }
  }

  @Test
  void saysWhereAnAlertFiredOnceTheBudgetIsDividedAmongMoreSeries() {
    AppConfig config = pages.config("divided", Map.of());
    pages.send(config, dividedAfterTheAlert());
    pages.send(config, config.topics().alerts(), List.of(alert(6.1, 6).build()));
    try (Application application = StatusPages.start(config)) {
      browser.open(application.status());
      browser.awaitCount(".spark .threshold", 1);
      // It steps after the third of four windows, from the level at 10^6 to that at 10^7.
      await()
          .atMost(Duration.ofMinutes(1))
          .untilAsserted(
              () ->
                  assertThat(browser.find(".spark polyline.threshold").getAttribute("points"))
                      .isEqualTo(
                          "0,5.6 2.0,5.6 2.0,5.6 27.3,5.6 27.3,5.6 52.7,5.6 52.7,3.8 80,3.8"));

      browser.go(CHURN);
      browser.awaitText(TILE, "Detector of changes");
      assertThat(browser.find(TILE).getText())
          .contains(
              "Detector of changes\n1.3·106\nthe alert fired at 1·10^6; a new one would fire at 10^7");
      assertThat(thresholds()).containsExactly(6.0, 6.0, 6.0, 6.0, 7.0, 7.0);
      assertThat(browser.texts("figcaption"))
          .anySatisfy(
              says ->
                  assertThat(says)
                      .contains(
                          "Where the line steps, the budget was divided anew; that ends no alert.",
                          "In the newest window: evidence 1.3·10^6, the alert fired at 1·10^6;"));

      browser.run("location.hash += '?window=2026-01-01T00%3A00%3A00Z'");
      browser.awaitText(TILE, "alert at 10^6");
      pages.leave();
    }
  }

  /** The levels of the dashed line of the figure of evidence, which are steps. */
  private static List<Double> thresholds() {
    Object levels =
        browser.run(
            "const figure = [...document.querySelectorAll('figure')]"
                + ".find(one => one.querySelector('h3').textContent.startsWith('Evidence'));"
                + " const line = Chart.getChart(figure.querySelector('canvas')).data.datasets[1];"
                + " return line.stepped === 'after' ? line.data.map(point => point.y) : []");
    return ((List<?>) Objects.requireNonNull(levels))
        .stream().map(level -> Math.round(100 * ((Number) level).doubleValue()) / 100.0).toList();
  }

  @Test
  void saysWhichEndOfASizeIsOpen() {
    AppConfig config = pages.config("size", Map.of());
    pages.send(config, List.of(SampleVerdicts.verdict("churn", 0).build()));
    Alert.Builder alert =
        alert(8, 6)
            .setEffectParameter("location in sd")
            .setEffect(-0.799)
            .setEffectLower(-0.8)
            .setEffectUpper(-0.719)
            .setEffectOpen("LOWER");
    pages.send(config, config.topics().alerts(), List.of(alert.build()));
    try (Application application = StatusPages.start(config)) {
      browser.open(application.status().resolve("#/alerts"));
      browser.awaitText(".alert .facts", "Size: location in sd\n−0.8 (−0.8 or less to −0.72)");

      alert
          .setEffectParameter("temperature")
          .setEffect(2.67)
          .setEffectLower(1.67)
          .setEffectUpper(2.67)
          .setEffectOpen("UPPER");
      pages.send(config, config.topics().alerts(), List.of(alert.build()));
      browser.awaitText(".alert .facts", "Size: temperature\n2.7 or more (at least 1.7)");

      alert.setEffectOpen(null);
      pages.send(config, config.topics().alerts(), List.of(alert.build()));
      browser.awaitText(".alert .facts", "Size: temperature\n2.7 (1.7 to 2.7)");
      pages.leave();
    }
  }

  @Test
  void tellsEvidenceAndThresholdApart() {
    AppConfig config = pages.config("apart", Map.of());
    pages.send(config, List.of(verdict(0, 8.3, 8.1), verdict(1, 8.3, 8.1)));
    pages.send(config, config.topics().alerts(), List.of(alert(8.3, 8.1).build()));
    try (Application application = StatusPages.start(config)) {
      browser.open(application.status().resolve(CHURN));
      browser.awaitText(".alert .facts", "Evidence\n2·108");
      assertThat(browser.find(".alert .facts").getText()).contains("Fires at\n1.3·108");
      assertThat(browser.find(TILE).getText())
          .contains("Detector of changes\n2·108\nthe alert fired at 1.3·10^8");
      pages.leave();
    }
  }

  @Test
  void readsTheValuesOfSegmentsWithoutBackslashes() {
    AppConfig config = pages.config("segments", Map.of());
    String segment = "country=c\\=d\\,e\\\\";
    pages.send(
        config,
        List.of(
            SampleVerdicts.verdict("churn", 0).setSegment("").build(),
            Verdict.newBuilder(verdict(0, 2, 6)).setSegment(segment).build()));
    pages.send(config, config.topics().alerts(), List.of(alert(8, 6).setSegment(segment).build()));
    try (Application application = StatusPages.start(config)) {
      browser.open(application.status().resolve("#/?search=country%3Dc%3Dd%2Ce%5C"));
      browser.awaitText("#shown", "1 of 2 series");
      assertThat(browser.texts(".fleet tbody th")).containsExactly("churn 3 country=c=d,e\\");
      browser.find(".fleet tbody th a").click();
      browser.awaitText("h1", "churn 3 (country=c=d,e\\)");

      browser.go("#/alerts?search=country%3Dc%3Dd");
      browser.awaitText(".alert h2", "churn 3 (country=c=d,e\\)");
      browser.go("#/series/churn%7C3%7C");
      browser.awaitText("[aria-label='The segments with the most evidence']", "country=c=d,e\\");
      assertThat(browser.texts("#with option")).contains("churn 3 (country=c=d,e\\)");
      pages.leave();
    }
  }

  @Test
  void countsWhatNothingExplainsAndLeavesTheFocusWhereItIs() {
    AppConfig config = pages.config("explained", Map.of());
    pages.send(config, List.of(SampleVerdicts.verdict("churn", 0).build()));
    Alert first = alert(8, 6).setRule("feature-drift").build();
    Alert.Builder other =
        alert(8, 6)
            .setFingerprint("f95b8a58-6b49-3a2e-8d6c-8f0f5d2f6c11")
            .setRule("prediction-drift")
            .setInhibitedBy(first.getFingerprint());
    pages.send(config, config.topics().alerts(), List.of(first, other.build()));
    try (Application application = StatusPages.start(config)) {
      browser.open(application.status().resolve("#/alerts"));
      browser.awaitCount(".alert", 2);
      browser.awaitText("#open", "1");
      String id = first.getFingerprint();
      browser.run("document.getElementById(arguments[0]).querySelector('summary').focus()", id);

      other.setInhibitedUntil(first.getUpdatedAt().plus(Duration.ofDays(2))).setRepeated(true);
      pages.send(config, config.topics().alerts(), List.of(other.build()));
      browser.awaitText(
          ".alert:has([data-id^='f95b8a58']) .facts", "Explained by\nan alert that is over");
      assertThat(browser.run(FOCUSED)).isEqualTo(id);

      other.setInhibitedBy(null).setInhibitedUntil(null).setRepeated(false);
      pages.send(config, config.topics().alerts(), List.of(other.build()));
      browser.awaitText("#open", "2");
      pages.leave();
    }
  }

  /** Four windows; an alert fires in the second, and the budget is divided after the third. */
  private static List<Verdict> dividedAfterTheAlert() {
    return IntStream.range(0, 4)
        .mapToObj(window -> verdict(window, window == 0 ? 2 : 6.1, window < 3 ? 6 : 7))
        .toList();
  }

  /** A verdict with the powers of ten of evidence and threshold. */
  private static Verdict verdict(int window, double evidence, double threshold) {
    return SampleVerdicts.verdict("churn", window)
        .setEvidence(
            VerdictEvidence.newBuilder(SampleVerdicts.evidence(null, 0))
                .setLogDetector(evidence * Math.log(10))
                .setLogThreshold(threshold * Math.log(10))
                .build())
        .build();
  }

  /** An alert that fired at the end of the second window, with the same powers of ten. */
  private static Alert.Builder alert(double evidence, double threshold) {
    Verdict first = SampleVerdicts.verdict("churn", 0).build();
    return Alert.newBuilder()
        .setFingerprint("ea3de5b6-a01e-35a8-9766-7bf44a9ab454")
        .setModel(first.getModel())
        .setVersion(first.getVersion())
        .setSegment(first.getSegment())
        .setRule("miscalibration")
        .setState(AlertState.FIRING)
        .setSeverity(Severity.WARNING)
        .setStartsAt(first.getWindowStart())
        .setRaisedAt(first.getWindowEnd().plus(Duration.ofHours(1)))
        .setUpdatedAt(first.getWindowEnd().plus(Duration.ofHours(1)))
        .setSummary("churn: over-confident")
        .setDescription("Says 90 %, is right 43 %.")
        .setCases(30)
        .setLogEvidence(evidence * Math.log(10))
        .setLogThreshold(threshold * Math.log(10));
  }
}
