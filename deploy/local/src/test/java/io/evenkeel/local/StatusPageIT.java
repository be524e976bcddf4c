package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.schemas.Finding;
import io.evenkeel.schemas.Verdict;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** The status page in a real browser, fed by a real broker. */
class StatusPageIT {
  /** A busy machine takes minutes for what takes seconds alone. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private static final String TOKEN = "correct-horse-battery";

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
  void showsTheAlertOfAReplayWithoutBeingLoadedAgain() {
    AppConfig config =
        pages.config(
            "replay",
            Map.of(
                "defaults.window.size", "4h",
                "defaults.window.advance", "4h",
                "defaults.labels.wait", "2m"));
    try (Application application = StatusPages.start(config);
        FinalVerdicts verdicts = new FinalVerdicts(config)) {
      browser.open(application.status());
      browser.awaitText(".notice h2", "No verdicts yet");
      browser.run("window.loadedOnce = true");
      browser.go("#/alerts");
      browser.awaitText(".notice h2", "No alerts");

      Replay.all(MarketScenario.SOURCE, config);

      // Whether it still fires or not: it did, and said why.
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofSeconds(1))
          .untilAsserted(
              () -> {
                browser.run(
                    "document.querySelectorAll('.alert details').forEach(d => d.open = true)");
                assertThat(browser.texts(".alert .history"))
                    .anySatisfy(
                        history ->
                            assertThat(history)
                                .contains(
                                    "Firing btc-ewma: the shape of the predicted distributions is wrong"));
              });
      verdicts.awaitAll(MarketScenario.SOURCE, config);
      browser.go("#/");
      browser.awaitCount(".fleet tbody tr", 3);
      looksIntoASeries("btc-ewma||", "PIT histogram");
      assertThat(browser.texts("figcaption"))
          .anySatisfy(says -> assertThat(says).contains("a smooth density fitted to the bars"));
      looksIntoASeries("btc-move||", "Reliability");
      assertThat(browser.texts("figcaption"))
          .anySatisfy(says -> assertThat(says).contains("Share of class 1 among the labels"));
      assertThat(browser.run("return window.loadedOnce")).isEqualTo(true);
      zoomsIn();
      pages.leave();
    }
  }

  /** All charts over time show what was dragged over in one of them, and so does a link. */
  private static void zoomsIn() {
    String rows = "[aria-label='Windows and their revisions'] tbody tr";
    int all = browser.texts(rows).size();
    browser.drag(browser.find("figure.wide canvas"), 0.4, 0.6);
    browser.awaitText("#range option:checked", " to ");
    List<String> some = browser.texts(rows);
    assertThat(some).hasSizeBetween(2, all / 3);
    assertThat(browser.texts("#window option")).hasSize(some.size() + 1);

    String link = String.valueOf(browser.run("return location.href"));
    browser.open(URI.create("about:blank"));
    browser.open(URI.create(link));
    browser.awaitCount(rows, some.size());
    assertThat(browser.texts(rows)).isEqualTo(some);
    browser.find("#range option[value='1d']").click();
    browser.awaitCount(rows, 6); // of four hours each
    browser.find("#range option[value='']").click();
    browser.awaitCount(rows, all);
  }

  private static void looksIntoASeries(String key, String diagram) {
    browser.go("#/series/" + key.replace("|", "%7C"));
    browser.awaitText("h1", key.substring(0, key.indexOf('|')));
    browser.awaitDrawn();
    assertThat(browser.texts("figure h3"))
        .contains("Evidence against calibration", diagram, "Where it is wrong", "Label coverage");
    // Each chart has a name, numbers to read instead, and something drawn.
    assertThat(browser.all("figure canvas"))
        .hasSizeGreaterThanOrEqualTo(5)
        .allSatisfy(
            canvas -> {
              assertThat(canvas.getAccessibleName()).isNotBlank();
              assertThat(
                      browser.run(
                          "return new Set(arguments[0].getContext('2d').getImageData(0, 0,"
                              + " arguments[0].width, arguments[0].height).data).size > 2",
                          canvas))
                  .isEqualTo(true);
            });
    assertThat(browser.all("figure details table")).hasSameSizeAs(browser.all("figure canvas"));
  }

  @Test
  void listsTenThousandSeriesInPagesToSearchAndToSort() {
    AppConfig config = pages.config("thousands", Map.of());
    send(config, 10_000, 3);
    try (Application application = StatusPages.start(config)) {
      browser.open(application.status());
      browser.awaitText("#shown", "10\u202f000 of 10\u202f000 series");
      // Once all is read: how long a reader waits, from the request to the last row.
      browser.open(application.status().resolve("?again"));
      browser.awaitCount(".fleet tbody tr", 100);
      System.out.printf(
          "10,000 series: the table stood %s ms after the page was asked for; sorting took %s ms%n",
          browser.run("return Math.round(performance.getEntriesByName('table')[0].startTime)"),
          timeToSort());
      readsOnlyTheChanges(config);
      // What a browser draws, and so how long it takes, does not grow with the series.
      assertThat((Long) browser.run("return document.querySelectorAll('*').length"))
          .isLessThan(5000);

      // Those that are miscalibrated come first, unless the reader asks for another order.
      browser.open(application.status().resolve("?afresh"));
      browser.awaitCount(".fleet tbody tr", 100);
      assertThat(browser.find(".fleet tbody tr .chip").getText()).contains("Miscalibrated");
      browser.find("[data-page=Next]").click();
      browser.awaitText(".pages", "101 to 200 of 10\u202f000");
      browser.find("#search").sendKeys("model-0712 country=de");
      browser.awaitCount(".fleet tbody tr", 10);
      String link = String.valueOf(browser.run("return location.href"));
      assertThat(link).endsWith("#/?search=model-0712+country%3Dde");
      browser.find("#search").clear();
      browser.find("#search").sendKeys(" ");
      browser.find("thead th:nth-child(1) button").click();
      assertThat(browser.find("thead th:nth-child(1)").getDomAttribute("aria-sort"))
          .isEqualTo("ascending");
      assertThat(browser.find(".fleet tbody tr th a").getText()).isEqualTo("model-00000");
      browser.press(Keys.ENTER);
      assertThat(browser.find(".fleet tbody tr th a").getText()).isEqualTo("model-09999");
      browser.find("[data-group=bad]").click();
      browser.awaitText("#shown", "900 of 10\u202f000 series");
      // A link shows what its sender saw.
      browser.open(URI.create("about:blank"));
      browser.open(URI.create(link));
      browser.awaitCount(".fleet tbody tr", 10);
      pages.leave();
    }
  }

  /** Of ten thousand series one in a hundred has a new window. */
  private static void readsOnlyTheChanges(AppConfig config) {
    long whole = bytesOfTheLargest("api/series");
    pages.send(
        config,
        IntStream.range(0, 100)
            .mapToObj(
                n ->
                    SampleVerdicts.verdict(String.format("model-%05d", 100 * n + 3), 3)
                        .setFinding(Finding.CALIBRATED)
                        .build())
            .toList());
    browser.awaitText("[data-group=bad]", "900");
    browser.awaitText("#shown", "10\u202f000 of 10\u202f000 series");
    long changes = bytesOfTheLargest("api/series?since");
    System.out.printf(
        "10,000 series: %,d bytes for all of them; %,d at most for those that changed%n",
        whole, changes);
    assertThat(changes).isPositive().isLessThan(whole / 20);
  }

  /** As they came over the wire, in the largest answer so far. */
  private static long bytesOfTheLargest(String path) {
    return ((Number)
            Objects.requireNonNull(
                browser.run(
                    "return Math.max(...performance.getEntriesByType('resource')"
                        + ".filter(e => e.name.includes(arguments[0])).map(e => e.transferSize))",
                    path)))
        .longValue();
  }

  /** By evidence, with the layout, in milliseconds. */
  private static @Nullable Object timeToSort() {
    return browser.run(
        "const before = performance.now();"
            + "document.querySelector('thead th:nth-child(4) button').click();"
            + "document.body.offsetHeight;"
            + "return Math.round(performance.now() - before)");
  }

  @Test
  void foldsTheSeriesOfAModelUnderTheWorst() {
    AppConfig config = pages.config("models", Map.of());
    pages.send(
        config,
        List.of(
            SampleVerdicts.verdict("churn", 0).setVersion("1").build(),
            SampleVerdicts.verdict("churn", 0)
                .setVersion("2")
                .setFinding(Finding.MISCALIBRATED)
                .build(),
            SampleVerdicts.verdict("churn", 0).build(),
            SampleVerdicts.verdict("fraud", 0).build()));
    try (Application application = StatusPages.start(config)) {
      browser.open(application.status());
      browser.awaitCount(".fleet tbody tr", 4);
      browser.find("#by-model").click();
      browser.awaitText("#shown", "4 of 4 series, 2 models");
      assertThat(browser.texts(".fleet tbody th"))
          .satisfiesExactly(
              churn -> assertThat(churn).startsWith("churn 2 country=DE").contains("2 more"),
              fraud -> assertThat(fraud).startsWith("fraud").doesNotContain("more"));

      browser.find(".fold").click();
      browser.awaitCount(".fleet tbody tr", 4);
      assertThat(browser.texts(".fleet .member th"))
          .containsExactly("churn 1 country=DE", "churn 3 country=DE");
      // The keyboard's place is where it was.
      browser.press(Keys.ENTER);
      browser.awaitCount(".fleet tbody tr", 2);
      assertThat(browser.run("return location.hash")).isEqualTo("#/?by=model");
      // The worst stays on top of its model, whatever the table is sorted by.
      browser.find("thead th:nth-child(1) button").click();
      assertThat(browser.texts(".fleet tbody th a")).containsExactly("churn", "fraud");
      assertThat(browser.find(".fleet tbody th").getText()).startsWith("churn 2");
      browser.find("#by-model").click();
      browser.awaitCount(".fleet tbody tr", 4);
      assertThat(browser.texts(".fold")).isEmpty();
      pages.leave();
    }
  }

  @Test
  void readsNamesAsTextAndFitsAPhone() {
    AppConfig config = pages.config("names", Map.of());
    String evil = "<img src=x onerror=document.title='owned'>" + "long".repeat(30);
    pages.send(
        config,
        List.of(
            SampleVerdicts.verdict(evil, 0)
                .setSummary(evil)
                .setEvidence(SampleVerdicts.evidence(evil, 0))
                .build()));
    try (Application application = StatusPages.start(config)) {
      browser.resize(390, 844, 1);
      browser.open(application.status());
      browser.awaitText(".fleet tbody th a", evil);
      assertThat(browser.overflows()).isFalse();
      browser.find(".fleet tbody th a").click();
      browser.awaitText("h1", evil);
      assertThat(browser.overflows()).isFalse();
      assertThat(browser.all("main img")).isEmpty();
      assertThat(browser.run("return document.title")).isEqualTo("Evenkeel");
      pages.leave();
    } finally {
      browser.resize(1280, 900, 1);
    }
  }

  @Test
  void asksForTheTokenAndSaysWhatIsRefusedAndWhenNobodyAnswers() {
    AppConfig config = pages.config("token", Map.of("http.token", TOKEN));
    pages.send(config, List.of(SampleVerdicts.verdict("secret-model", 0).build()));
    try (Application application = StatusPages.start(config)) {
      browser.open(application.status());
      browser.awaitText(".notice h2", "needs a token");
      browser.find("#token").sendKeys("geheim\u2013", Keys.ENTER);
      browser.awaitText("form .problem", "This is no token.");
      browser.find("#token").clear();
      browser.find("#token").sendKeys("wrong", Keys.ENTER);
      browser.awaitText(".notice h2", "This token is not taken");
      browser.find("#token").sendKeys(" " + TOKEN + " ", Keys.ENTER);
      browser.awaitText(".fleet tbody th a", "secret-model");
      browser.run(
          "window.answered = fetch; window.fetch = async () =>"
              + " new Response('{\"error\": \"broken\", \"action\": \"wait\"}', {status: 500})");
      browser.awaitText(".notice h2", "Refused: broken");
      browser.run("window.fetch = answered");
      browser.awaitText(".fleet tbody th a", "secret-model");
    }
    browser.awaitText("#connection", "No connection");
    assertThat(browser.find(".fleet tbody th a").getText()).isEqualTo("secret-model");
    // The browser itself reports refused requests; nothing else may be wrong.
    assertThat(browser.complaints())
        .allMatch(complaint -> complaint.contains("401") || complaint.contains("net::ERR_"));
    browser.open(URI.create("about:blank"));
  }

  @Test
  void silencesAnAlertForAWhileAndEndsTheSilence() {
    AppConfig config =
        pages.config(
            "silence",
            Map.of(
                "http.token", TOKEN,
                "defaults.window.size", "30m",
                "defaults.window.advance", "30m",
                "defaults.labels.wait", "10m",
                "defaults.profile.sample", "64"));
    try (Application application = StatusPages.start(config)) {
      Replay.all(Replay.biased(2000), config);
      browser.open(application.status().resolve("#/alerts"));
      browser.awaitText(".notice h2", "needs a token");
      browser.find("#token").sendKeys(TOKEN, Keys.ENTER);
      browser.awaitText(".alert.firing .chip", "Firing");
      browser.awaitText("#open", "1");

      askToSilence(30 * 24 * 60 + 2);
      browser.awaitText("dialog .problem", "not later than in 30d");
      browser.find("#silence-for option[value='1d']").click();
      browser.find("dialog [type=submit]").click();
      browser.awaitText(".alert.silenced .chip", "Firing, silenced");
      browser.awaitCount("dialog", 0);
      assertThat(browser.find(".alert .facts").getText())
          .contains("<img src=x onerror=document.title='owned'>", "known, fix is on its way");
      assertThat(browser.all("main img")).isEmpty();
      assertThat(browser.find("#open").isDisplayed()).isFalse();

      browser.find(".alert .actions button").click();
      browser.awaitText("dialog", "holds for model biased, no version, no segment, rule");
      browser.awaitText("dialog", ", alert ");
      browser.find("dialog [type=submit]").click();
      browser.awaitText(".alert.firing .chip", "Firing");
      browser.awaitText(".alert .actions button:enabled", "Silence…");
      // The browser itself reports refused requests; nothing else may be wrong.
      assertThat(browser.complaints())
          .allMatch(complaint -> complaint.contains("401") || complaint.contains("400"));
      browser.open(URI.create("about:blank"));
    }
  }

  /** Fills the form in, with an end that many minutes from now, and sends it. */
  private static void askToSilence(long minutes) {
    browser.find(".alert .actions button").click();
    browser.find("#silence-for option[value='']").click();
    browser.run(
        "document.querySelector('#silence-end').value ="
            + " new Date(Date.now() + arguments[0] * 60000).toISOString().slice(0, 16)",
        minutes);
    browser.find("#silence-by").sendKeys("<img src=x onerror=document.title='owned'>");
    browser.find("#silence-why").sendKeys("known, fix is on its way", Keys.ENTER);
  }

  /** Verdicts on windows of an hour; every tenth series is miscalibrated. */
  private static void send(AppConfig config, int series, int windows) {
    List<Verdict> verdicts = new ArrayList<>();
    for (int n = 0; n < series; n++) {
      for (int window = 0; window < windows; window++) {
        Verdict.Builder verdict = SampleVerdicts.verdict(String.format("model-%05d", n), window);
        if (n % 10 == 3) {
          verdict
              .setFinding(Finding.MISCALIBRATED)
              .setEvidence(
                  SampleVerdicts.evidence("over-confident: temperature 1.6", window * 1.5));
        }
        verdicts.add(verdict.build());
      }
    }
    pages.send(config, verdicts);
  }
}
