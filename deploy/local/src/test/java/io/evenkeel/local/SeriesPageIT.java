package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.schemas.PublishedMap;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictExpected;
import io.evenkeel.schemas.VerdictScores;
import io.evenkeel.schemas.VerdictStatus;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of one series in a real browser, fed by a real broker. */
class SeriesPageIT {
  private static final String CHURN = "#/series/churn%7C3%7Ccountry%3DDE";

  /** From two o'clock to half past three. */
  private static final String RANGE = "2026-01-01T02%3A00Z%2F2026-01-01T03%3A30Z";

  private static final VerdictExpected WITHHELD =
      VerdictExpected.newBuilder()
          .setLabelledThrough(Instant.parse("2026-01-01T06:00:00Z"))
          .setWithheld("calibration changed; labels since then are too few")
          .setSaid(40)
          .setCovered(38)
          .build();

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
  void showsTheMapThatASeriesPublishesAndWhyItIsWithdrawn() {
    AppConfig config = pages.config("maps", Map.of());
    String topic = config.topics().recalibrations();
    pages.send(config, List.of(SampleVerdicts.verdict("churn", 0).build()));
    try (Application application = StatusPages.start(config)) {
      browser.open(application.status().resolve(CHURN));
      browser.awaitText("h1", "churn");
      assertThat(browser.texts("h2")).doesNotContain("Recalibration map");

      pages.send(config, topic, List.of(map("{}", "over-confident: temperature 1.65")));
      browser.awaitText("[aria-label='Recalibration map']", "over-confident: temperature 1.65");
      assertThat(browser.find("[aria-label='Recalibration map']").getText())
          .contains("In force since\n2026-01-02 13:30")
          .contains("0.06 nats per label\n95 % interval 0.048 to 0.072, on 5\u202f820 later labels")
          .contains("run evenkeel recalibrations --json");

      pages.send(config, topic, List.of(map(null, "no map: the newest labels do not need one")));
      browser.awaitText(
          "[aria-label='Recalibration map']", "Withdrawn: the newest labels do not need one");
      assertThat(browser.find("[aria-label='Recalibration map']").getText())
          .contains("Use predictions as they are")
          .doesNotContain("In force");
      pages.leave();
    }
  }

  @Test
  void sumsTheReliabilityOfWindowsThatDoNotOverlap() {
    AppConfig config = pages.config("sums", Map.of());
    pages.send(config, overlapping("3", 6));
    try (Application application = StatusPages.start(config)) {
      browser.open(application.status().resolve(CHURN));
      browser.awaitText("#reliability option:checked", "the window");
      assertThat(browser.texts("figcaption")).noneMatch(says -> says.contains("Sum of"));

      choose("#reliability", "sum");
      awaitCaption("Sum of 3 windows from 2026-01-01 00:30 to 2026-01-01 03:30: 135 labels");
      awaitCaption("Left out, as they overlap these: 3 windows");
      // Of each window 3 of 27 predictions are in the first bin.
      String first = "[aria-label='Confidence of predictions'] tbody tr";
      assertThat(browser.run("return document.querySelector(arguments[0]).textContent", first))
          .isEqualTo("0–7 %911 %");
      browser.run("location.hash += '&range=" + RANGE + "'");
      awaitCaption("Sum of 2 windows from 2026-01-01 01:30 to 2026-01-01 03:30: 90 labels");

      choose("#reliability", "");
      assertThat(browser.texts("figcaption")).noneMatch(says -> says.contains("Sum of"));
      assertThat(browser.run("return location.hash")).isEqualTo(CHURN + "?range=" + RANGE);
      pages.leave();
    }
  }

  @Test
  void comparesWithAnotherVersionAndWithAnotherWindow() {
    AppConfig config = pages.config("both", Map.of());
    pages.send(config, overlapping("2", 2));
    pages.send(config, overlapping("3", 6));
    try (Application application = StatusPages.start(config)) {
      browser.open(application.status().resolve(CHURN));
      browser.awaitText("#with", "churn 2 (country=DE)");
      assertThat(browser.texts("h2")).doesNotContain("Comparison");

      choose("#with", "churn|2|country=DE");
      awaitCaption("1 of 9 bins of churn 3 (country=DE) and 1 of 9 bins of churn 2 (country=DE)");
      // Version 2 had no such window any more.
      assertThat(figures()).contains("Until\t2026-01-01 03:30\t2026-01-01 01:30");
      choose("#reliability", "sum");
      awaitFigures("Windows\t3, summed\t1, summed");
      assertThat(figures()).contains("Labels\t135 of 180\t45 of 60");

      String link = String.valueOf(browser.run("return location.href"));
      browser.open(URI.create("about:blank"));
      browser.open(URI.create(link));
      awaitFigures("Windows\t3, summed\t1, summed");
      choose("#reliability", "");
      choose("#with", "2026-01-01T00:00:00Z");
      awaitFigures("Until\t2026-01-01 03:30\t2026-01-01 01:00");
      choose("#with", "");
      browser.awaitCount("[aria-label='Main figures of both']", 0);
      assertThat(browser.run("return location.hash")).isEqualTo(CHURN);
      pages.leave();
    }
  }

  /** Windows whose labels are in, then as many that wait for theirs, from the fourth on in vain. */
  private static List<Verdict> awaited() {
    return IntStream.range(0, 12)
        .mapToObj(
            window -> {
              Verdict.Builder verdict = SampleVerdicts.verdict("churn", window);
              return window < 6
                  ? verdict
                      .setScores(VerdictScores.newBuilder().setLogLoss(0.4 + 0.01 * window).build())
                      .build()
                  : verdict
                      .setStatus(VerdictStatus.PROVISIONAL)
                      .setExpected(window < 9 ? expected(0.4 + 0.02 * window) : WITHHELD)
                      .build();
            })
        .toList();
  }

  private static VerdictExpected expected(double logLoss) {
    return VerdictExpected.newBuilder(WITHHELD)
        .setWithheld("")
        .setLogLoss(logLoss)
        .setLogLossLower(logLoss - 0.05)
        .setLogLossUpper(logLoss + 0.05)
        .setLogLossBefore(0.4)
        .build();
  }

  @Test
  void showsTheScoresThatAreExpectedBeforeLabels() {
    AppConfig config = pages.config("expected", Map.of());
    pages.send(config, awaited());
    try (Application application = StatusPages.start(config)) {
      browser.open(application.status().resolve(CHURN + "?window=2026-01-01T08%3A00%3A00Z"));
      browser.awaitText("dl.facts", "Expected log loss");
      assertThat(browser.find("dl.facts").getText())
          .contains(
              "Expected log loss\n0.56 (0.51 to 0.61)\n0.4 with labels, until 2026-01-01 06:00");
      awaitCaption("Newest: expected 0.56 (0.51 to 0.61). 38 of 40 earlier intervals held.");

      choose("#window", "2026-01-01T11:00:00Z");
      browser.awaitText("dl.facts", "Expected scores");
      assertThat(browser.find("dl.facts").getText())
          .contains("not said\ncalibration changed; labels since then are too few");
      pages.leave();
    }
  }

  /** The table of a comparison, whose cells are apart by tabs. */
  private static String figures() {
    return String.join("\n", browser.texts("[aria-label='Main figures of both'] tr"));
  }

  private static void awaitFigures(String text) {
    await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> assertThat(figures()).contains(text));
  }

  @Test
  void saysThatASeriesToCompareWithIsNotThere() {
    AppConfig config = pages.config("gone", Map.of());
    pages.send(config, overlapping("3", 2));
    try (Application application = StatusPages.start(config)) {
      browser.open(application.status().resolve(CHURN + "?with=churn%7C1%7C"));
      awaitCaption("Reliability of both");
      assertThat(browser.find("#with option:checked").getText())
          .isEqualTo("what is no longer there");
      assertThat(browser.texts("figure"))
          .anySatisfy(says -> assertThat(says).contains("Nothing is known of one of them yet"));
      // The browser itself reports that it was refused.
      assertThat(browser.complaints()).allMatch(complaint -> complaint.contains("404"));
      browser.open(URI.create("about:blank"));
    }
  }

  @Test
  void tellsSharesThatAreNearlyAllFromAll() {
    AppConfig config = pages.config("shares", Map.of());
    try (Application application = StatusPages.start(config)) {
      browser.open(application.status());
      assertThat(
              browser.run(
                  "return import('./page/words.js').then(({percent}) => [null, 0, 0.043, 0.5, 0.9,"
                      + " 0.95, 0.953, 0.9964, 0.9991, 0.999996, 1].map(percent).join(' '))"))
          .isEqualTo("– 0 % 4.3 % 50 % 90 % 95 % 95.3 % 99.64 % 99.91 % 99.9996 % 100 %");
      pages.leave();
    }
  }

  @Test
  void saysThatWhatALinkAsksForIsNoLongerKept() {
    AppConfig config = pages.config("old", Map.of());
    pages.send(config, overlapping("3", 4));
    try (Application application = StatusPages.start(config)) {
      browser.open(
          application
              .status()
              .resolve(
                  CHURN
                      + "?window=2025-12-01T00%3A00%3A00Z&range=2025-12-01T00%3A00Z%2F2025-12-02T00%3A00Z"));
      browser.awaitCount(".gone", 2);
      assertThat(browser.texts(".gone"))
          .containsExactly(
              "The time of the address is no longer kept. All windows are shown.",
              "The window of the address, from 2025-12-01 00:00 on, is no longer kept."
                  + " The newest with enough labels is shown.");
      assertThat(browser.find("#window option:checked").getText())
          .isEqualTo("what is no longer there");

      choose("#range", "");
      choose("#window", "2026-01-01T00:30:00Z");
      assertThat(browser.texts(".gone")).isEmpty();
      browser.run("location.hash += '&range=" + RANGE + "'");
      browser.awaitText(".gone", "from 2026-01-01 00:30 on, is not in this time.");
      choose("#window", "");
      assertThat(browser.texts(".gone")).isEmpty();
      pages.leave();
    }
  }

  /** At one moment: the page may exchange an element between finding and clicking it. */
  private static void choose(String select, String value) {
    browser.run(
        "const select = document.querySelector(arguments[0]); select.value = arguments[1];"
            + " select.dispatchEvent(new Event('change'))",
        select,
        value);
  }

  private static void awaitCaption(String text) {
    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(
            () ->
                assertThat(browser.texts("figcaption"))
                    .anySatisfy(says -> assertThat(says).contains(text)));
  }

  /** So many windows of an hour, every half an hour. */
  private static List<Verdict> overlapping(String version, int windows) {
    return IntStream.range(0, windows)
        .mapToObj(
            n -> {
              Verdict.Builder verdict = SampleVerdicts.verdict("churn", 0).setVersion(version);
              Duration later = Duration.ofMinutes(30L * n);
              return verdict
                  .setWindowStart(verdict.getWindowStart().plus(later))
                  .setWindowEnd(verdict.getWindowEnd().plus(later))
                  .build();
            })
        .toList();
  }

  private static PublishedMap map(@Nullable String map, String words) {
    return PublishedMap.newBuilder()
        .setModel("churn")
        .setVersion("3")
        .setSegment("country=DE")
        .setMap(map)
        .setWords(words)
        .setUpdatedAt(Instant.parse("2026-01-02T13:30:00Z"))
        .setLaterLabels(5820)
        .setGain(0.06)
        .setGainLower(0.048)
        .setGainUpper(0.072)
        .setLogEvidence(12)
        .build();
  }
}
