package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Finding;
import io.evenkeel.schemas.Severity;
import io.evenkeel.schemas.Verdict;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/**
 * What the page says while answers are incomplete or missing, and what it leaves alone while they
 * change, in a real browser, fed by a real broker.
 */
class ChangingPageIT {
  private static final String CHURN = "#/series/churn%7C3%7Ccountry%3DDE";
  private static final String NOT_READ =
      "() => new Response(JSON.stringify({error: 'the topics are still being read',"
          + " action: 'ask again'}), {status: 503})";

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

  /** From now on a script answers for a path: from the answer of the server, always a whole one. */
  private static void answer(String path, String script) {
    browser.run(
        "window.answered ??= fetch; const [path, script] = [arguments[0], eval(arguments[1])];"
            + "window.fetch = async (url, {headers, ...options}) => url.startsWith(path)"
            + " ? script(await (await answered(url, options)).json())"
            + " : answered(url, {headers, ...options})",
        path,
        script);
  }

  /** The answer of the server with other fields. */
  private static String with(String fields) {
    return "answer => new Response(JSON.stringify({...answer, " + fields + "}))";
  }

  private static void answerAgain() {
    browser.run("window.fetch = answered");
  }

  private static boolean hasTheFocus(String element) {
    return Boolean.TRUE.equals(browser.run("return document.activeElement === " + element));
  }

  @Test
  void saysWhatIsNotReadYetAndCountsNoOldAlerts() {
    AppConfig config = pages.config("replayed", Map.of());
    pages.send(config, List.of(SampleVerdicts.verdict("churn", 0).build()));
    try (Application application = StatusPages.start(config)) {
      browser.open(application.status());
      browser.awaitCount(".fleet tbody tr", 1);
      answer("api/alerts", with("complete: false, unreadable: 2"));
      pages.send(config, config.topics().alerts(), List.of(alert(0)));
      browser.go("#/alerts");
      browser.awaitCount(".alert.firing", 1);
      assertThat(browser.texts("main > [role=status]"))
          .containsExactly(
              "2 records could not be read and are left out; the log of the application says why."
                  + " Still reading the topics; alerts may be old, and more may appear.");
      assertThat(browser.find("#open").isDisplayed()).isFalse();
      assertThat(browser.run("return document.title")).isEqualTo("Evenkeel");
      answerAgain();
      browser.awaitText("#open", "1");
      browser.awaitText("main", "1 of 1 alerts");
      assertThat(browser.texts("main > [role=status]")).containsExactly("");

      answer("api/series/", NOT_READ);
      browser.go(CHURN);
      browser.awaitText(".notice h2", "The topics are still being read");
      answerAgain();
      browser.awaitText("h1", "churn");
      pages.leave();
    }
  }

  @Test
  void writesWhatCannotBeSeenInNamesAsItsCode() {
    AppConfig config = pages.config("unseen", Map.of());
    pages.send(
        config,
        List.of(
            SampleVerdicts.verdict("pay\u202elive", 0)
                .setVersion("3\u200b")
                .setSegment("country=D\u2060E")
                .build()));
    try (Application application = StatusPages.start(config)) {
      browser.open(application.status());
      browser.awaitText(".fleet tbody th", "pay\\u202elive 3\\u200b country=D\\u2060E");
      pages.leave();
    }
  }

  @Test
  void leavesTheFocusWhereItIsWhileNumbersChange() {
    AppConfig config = pages.config("focus", Map.of());
    pages.send(
        config,
        List.of(
            SampleVerdicts.verdict("churn", 0).build(),
            SampleVerdicts.verdict("fraud", 0).build()));
    pages.send(
        config,
        config.topics().alerts(),
        IntStream.range(0, 101).mapToObj(ChangingPageIT::alert).toList());
    try (Application application = StatusPages.start(config)) {
      browser.open(application.status());
      browser.awaitCount(".fleet tbody tr", 2);
      browser.run("window.kept = document.querySelector('[data-group=bad]'); kept.focus()");
      pages.send(config, List.of(miscalibrated("fraud", 1)));
      browser.awaitText("[data-group=bad] strong", "1");
      assertThat(hasTheFocus("kept")).isTrue();
      browser.press(Keys.ENTER);
      browser.awaitCount(".fleet tbody tr", 1);
      assertThat(browser.find("[data-group=bad]").getDomAttribute("aria-pressed"))
          .isEqualTo("true");

      browser.run("window.kept = document.querySelector('.fleet tbody a'); kept.focus()");
      pages.send(config, List.of(miscalibrated("price", 0)));
      browser.awaitCount(".fleet tbody tr", 2);
      assertThat(hasTheFocus("kept")).isTrue();

      browser.go("#/alerts");
      browser.awaitText("#shown", "101 of 101 alerts");
      browser.run("document.querySelector('[data-page=Next]').focus()");
      pages.send(config, config.topics().alerts(), List.of(alert(101)));
      browser.awaitText(".pages", "of 102");
      assertThat(hasTheFocus("document.querySelector('[data-page=Next]')")).isTrue();
      pages.leave();
    }
  }

  @Test
  void speaksOfTheDataOnlyWhenTheyAreOfAnotherKind() {
    AppConfig config = pages.config("spoken", Map.of());
    pages.send(config, List.of(SampleVerdicts.verdict("churn", 0).build()));
    try (Application application = StatusPages.start(config)) {
      browser.open(application.status());
      browser.awaitText("#connection", "No event read since the start");
      String spoken = "[role=status]#connection-spoken";
      browser.run("window.waited = 20");
      answer("api/intake", with("seconds_since_event: waited"));
      browser.awaitText("#connection", "Last event 20 s ago");
      assertThat(browser.texts(spoken)).containsExactly("Last event 20 s ago");
      browser.run("waited = 40");
      browser.awaitText("#connection", "Last event 40 s ago");
      assertThat(browser.texts(spoken)).containsExactly("Last event 20 s ago");
      assertThat(browser.find("#connection").getDomAttribute("role")).isNull();
      browser.run("waited = 6000");
      browser.awaitText("#connection", "Last event 1.7 h ago");
      assertThat(browser.texts(spoken)).containsExactly("Last event 1.7 h ago");
      pages.leave();
    }
  }

  private static Verdict miscalibrated(String model, int window) {
    return SampleVerdicts.verdict(model, window).setFinding(Finding.MISCALIBRATED).build();
  }

  @Test
  void showsWhatWasAnsweredWhereOnlyTheAlertsWereNot() {
    AppConfig config = pages.config("refused", Map.of());
    pages.send(config, List.of(SampleVerdicts.verdict("churn", 0).build()));
    try (Application application = StatusPages.start(config)) {
      browser.open(application.status().resolve("#/alerts"));
      browser.awaitText(".notice h2", "No alerts");
      answer(
          "api/alerts",
          "() => new Response(JSON.stringify({error: 'broken', action: 'wait'}), {status: 500})");
      browser.go(CHURN);
      browser.awaitText("#connection", "Refused: broken");
      browser.awaitText("h1", "churn");
      answerAgain();
      browser.awaitText("#connection", "No event read since the start");
      pages.leave();
    }
  }

  private static Alert alert(int n) {
    Verdict first = SampleVerdicts.verdict("churn", 0).build();
    return Alert.newBuilder()
        .setFingerprint(UUID.nameUUIDFromBytes(new byte[] {(byte) n}).toString())
        .setModel(first.getModel())
        .setVersion(first.getVersion())
        .setSegment(first.getSegment())
        .setRule("miscalibration")
        .setState(AlertState.FIRING)
        .setSeverity(Severity.WARNING)
        .setStartsAt(first.getWindowStart())
        .setRaisedAt(first.getWindowEnd())
        .setUpdatedAt(first.getWindowEnd())
        .setSummary("churn: over-confident")
        .setDescription("Says 90 %, is right 43 %.")
        .setCases(30)
        .build();
  }
}
