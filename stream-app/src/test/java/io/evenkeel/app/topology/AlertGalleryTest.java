package io.evenkeel.app.topology;

import static io.evenkeel.app.topology.TopologyHarness.MODEL;
import static io.evenkeel.app.topology.TopologyHarness.binary;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.DocumentSection;
import io.evenkeel.app.TestStores;
import io.evenkeel.app.alert.ComparedScore;
import io.evenkeel.app.alert.ComparisonAlert;
import io.evenkeel.app.alert.ComparisonWords;
import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.app.config.AlertSettings;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.state.StoreNames;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.sequential.ScoreDifference;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertChange;
import io.evenkeel.schemas.Better;
import io.evenkeel.schemas.Comparison;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The words of every rule, in a document that people read: hours of forty cases, of which two days
 * are the reference of drift. Three days are calm, then something goes wrong.
 */
class AlertGalleryTest extends HourlyScenario {
  private static final Path DOCUMENT = Path.of("deploy", "docs", "alerts.md");
  private static final int DAY = 24;
  private static final int CALM = 3 * DAY;
  private static final int CHANGED = CALM + 12;

  private final StringBuilder gallery = new StringBuilder();

  /** A prediction, what comes with it, and its label. */
  private record Case(
      PredictiveDistribution prediction,
      Map<String, Double> features,
      Map<String, String> segments,
      @Nullable RawTarget target) {

    static Case of(PredictiveDistribution prediction, RawTarget target) {
      return new Case(prediction, Map.of(), Map.of(), target);
    }
  }

  /** What happens in an hour, at random. */
  private interface World {
    Case next(SplittableRandom random);
  }

  private static void live(TopologyHarness app, int from, int to, World world) {
    SplittableRandom random = new SplittableRandom(from + 1);
    for (int hour = from; hour < to; hour++) {
      for (int i = 0; i < PER_HOUR; i++) {
        String id = hour + "-" + i;
        Instant madeAt = hour(hour).plus(Duration.ofSeconds(90L * i));
        Case next = world.next(random);
        app.predict(
            new PredictionEvent(
                id,
                MODEL,
                "",
                madeAt.toEpochMilli(),
                next.segments,
                next.features,
                next.prediction));
        if (next.target != null) {
          app.label(new LabelEvent(id, madeAt.plusSeconds(60).toEpochMilli(), 0, next.target));
        }
      }
      if (hour >= CALM || hour % DAY == DAY - 1) {
        app.settle();
      }
    }
  }

  /** Corrects the labels of hours that began at the same time, where predictions are the same. */
  private static void correct(TopologyHarness app, int from, int to, World world) {
    SplittableRandom random = new SplittableRandom(from + 1);
    for (int hour = from; hour < to; hour++) {
      for (int i = 0; i < PER_HOUR; i++) {
        RawTarget target = requireNonNull(world.next(random).target);
        app.label(new LabelEvent(hour + "-" + i, hour(to).toEpochMilli(), 1, target));
      }
    }
    app.settle();
  }

  // --- worlds

  private static RawTarget drawn(SplittableRandom random, double p) {
    return new RawTarget.Index(random.nextDouble() < p ? 1 : 0);
  }

  /** The probability whose log-odds are so many times those of another one. */
  private static double tempered(double p, double factor) {
    return 1 / (1 + Math.pow((1 - p) / p, factor));
  }

  /** Two classes; the log-odds of the truth are so many times those that are predicted. */
  private static World binaries(double factor) {
    return random -> {
      double p = random.nextDouble(0.02, 0.98);
      return Case.of(binary(p), drawn(random, tempered(p, factor)));
    };
  }

  /** Three classes, the last of which is true more often than predicted, by this factor. */
  private static World threeClasses(double factor) {
    return random -> {
      double a = random.nextDouble(0.1, 1);
      double b = random.nextDouble(0.1, 1);
      double c = random.nextDouble(0.1, 1);
      double sum = a + b + c;
      double u = random.nextDouble() * (a + b + factor * c);
      int target = u < a ? 0 : u < a + b ? 1 : 2;
      return Case.of(Categorical.of(a / sum, b / sum, c / sum), new RawTarget.Index(target));
    };
  }

  /** A number whose error has a mean and a standard deviation, where N(m, 1) is predicted. */
  private static World numbers(double mean, double sd) {
    return random -> {
      double m = 10 * random.nextDouble();
      double y = m + mean + sd * random.nextGaussian();
      return Case.of(Normal.of(m, 1), new RawTarget.Real(y));
    };
  }

  /** Two classes in two countries, with two features. */
  private record Business(
      double least,
      double most,
      double age,
      double sent,
      double others,
      double truth,
      double labelledFrom,
      double germany)
      implements World {
    static final Business USUAL = new Business(0.1, 0.6, 40, 1, 0, 1, 0, 1);

    @Override
    public Case next(SplittableRandom random) {
      double p = random.nextDouble(least, most);
      boolean german = random.nextInt(3) == 0;
      Map<String, Double> features = new HashMap<>();
      features.put("age", age + 10 * random.nextGaussian());
      if (random.nextDouble() < sent) {
        features.put("income", random.nextDouble());
      }
      if (random.nextDouble() < others) {
        features.put("channel", 1.0);
      }
      double odds = p / (1 - p) * truth * (german ? germany : 1);
      RawTarget target = drawn(random, odds / (1 + odds));
      return new Case(
          binary(p),
          features,
          Map.of("country", german ? "DE" : "FR"),
          p < labelledFrom ? null : target);
    }
  }

  private static Business predicting(double least, double most) {
    return new Business(least, most, 40, 1, 0, 1, 0, 1);
  }

  private static Business aged(double age, double sent) {
    return new Business(0.1, 0.6, age, sent, 0, 1, 0, 1);
  }

  /** All labels that are 1 come, and a quarter of the others; predictions do not show which. */
  private static World labelledIfOne() {
    return random -> {
      double p = 0.4;
      boolean isOne = random.nextDouble() < p;
      RawTarget target = new RawTarget.Index(isOne ? 1 : 0);
      boolean comes = isOne || random.nextInt(4) == 0;
      return new Case(binary(p), Map.of(), Map.of(), comes ? target : null);
    };
  }

  private static World unlabelled(World world) {
    return random -> {
      Case next = world.next(random);
      return new Case(next.prediction, next.features, next.segments, null);
    };
  }

  // --- the gallery

  private void add(String title, TopologyHarness app, Predicate<Alert> wanted) {
    List<Alert> alerts = app.alerts();
    assertThat(alerts).as(title).anyMatch(wanted);
    Alert alert = alerts.stream().filter(wanted).findFirst().orElseThrow();
    add(title, alert);
  }

  private void add(String title, Alert alert) {
    gallery.append("\n").append(title).append("\n\n```\n");
    gallery.append(alert.getSeverity()).append(' ').append(alert.getState()).append(' ');
    gallery.append(alert.getSummary()).append('\n').append(alert.getDescription());
    gallery.append("\n```\n");
  }

  private static Predicate<Alert> change(String rule, AlertChange change) {
    return alert -> alert.getRule().equals(rule) && alert.getChange() == change;
  }

  private static Predicate<Alert> began(String rule) {
    return change(rule, AlertChange.BEGAN);
  }

  /** Three calm days and half a day of something else. */
  private TopologyHarness then(World calm, World changed, String... settings) {
    TopologyHarness app = start(settings);
    live(app, 0, CALM, calm);
    live(app, CALM, CHANGED, changed);
    return app;
  }

  private void alert(String title, String rule, World calm, World changed, String... settings) {
    TopologyHarness app = then(calm, changed, settings);
    add(title, app, began(rule));
    close();
  }

  private void rule(String name) {
    gallery.append("\n## ").append(name).append('\n');
  }

  /** An alert that begins, and the event of its end when all is as before. */
  private void alertAndEnd(String title, String rule, World calm, World changed, int hours) {
    TopologyHarness app = then(calm, changed);
    add(title, app, began(rule));
    live(app, CHANGED, CHANGED + hours, calm);
    add("It ends.", app, change(rule, AlertChange.ENDED));
    close();
  }

  private void miscalibration() {
    rule("miscalibration");
    String rule = "miscalibration";
    alertAndEnd("Over-confident.", rule, binaries(1), binaries(0.2), DAY);
    alert(
        "A class that is predicted too rarely; the model names its classes, and what errors cost.",
        rule,
        threeClasses(1),
        threeClasses(2.5),
        "defaults.classes=cat,dog,fox",
        "defaults.costs.matrix=0,1,1,1,0,1,5,5,0");
    alert("Intervals that are too narrow.", rule, numbers(0, 1), numbers(0, 1.5));
    alert("Numbers that are too low.", rule, numbers(0, 1), numbers(0.6, 1));
    alert(
        "Only in one segment.",
        rule,
        Business.USUAL,
        new Business(0.1, 0.6, 40, 1, 0, 1, 0, 8),
        "defaults.segments=country");
    alert(
        "While a feature shifts.", rule, Business.USUAL, new Business(0.1, 0.6, 60, 1, 0, 4, 0, 1));
    alert(
        "Labels come for some predictions; more often where the label is 1.",
        rule,
        random -> Case.of(binary(0.4), drawn(random, 0.4)),
        labelledIfOne());
    correctedLabels();
  }

  /** Hours of wrong labels, which are corrected once the alert has been raised. */
  private void correctedLabels() {
    TopologyHarness app =
        start(
            "defaults.labels.wait=12h",
            "defaults.labels.min-coverage=1",
            "defaults.labels.delay=independent");
    live(app, 0, CALM, binaries(1));
    live(app, CALM, CALM + 3, binaries(-1));
    add("Labels say the opposite of what is predicted.", app, began("miscalibration"));
    correct(app, CALM, CALM + 3, binaries(1));
    add(
        "They are corrected, and speak for the predictions.",
        app,
        change("miscalibration", AlertChange.WITHDRAWN));
    close();
  }

  private void windowTests() {
    rule("window-tests");
    alert(
        "Tests of windows reject; the rule of the evidence is off.",
        "window-tests",
        numbers(0, 1),
        numbers(1, 1),
        "defaults.alert.window-tests=inform",
        "defaults.alert.miscalibration=off");
    alert(
        "The rule of the evidence is on, and has not enough of it yet.",
        "window-tests",
        numbers(0, 1),
        numbers(1, 1),
        "defaults.alert.window-tests=inform",
        "budget.false-alarms=1e-60");
  }

  private void drift() {
    rule("prediction-drift");
    alertAndEnd(
        "Predictions shift.", "prediction-drift", Business.USUAL, predicting(0.5, 0.95), 2 * DAY);
    alert(
        "Predictions of numbers shift.",
        "prediction-drift",
        numbers(0, 1),
        random -> {
          double m = 8 + 10 * random.nextDouble();
          return Case.of(Normal.of(m, 1), new RawTarget.Real(m + random.nextGaussian()));
        });
    rule("feature-drift");
    featureShiftsTwice();
    alert("A feature is gone.", "feature-drift", Business.USUAL, aged(40, 0));
    alert("Two at a time.", "feature-drift", Business.USUAL, aged(60, 0.5));
    alert(
        "Features appear that the profile does not know.",
        "feature-drift",
        Business.USUAL,
        new Business(0.1, 0.6, 40, 1, 0.8, 1, 0, 1));
    rule("label-shift");
    alert(
        "One class becomes more frequent.",
        "label-shift",
        Business.USUAL,
        new Business(0.1, 0.6, 40, 1, 0, 30, 0, 1));
    rule("selection");
    alert(
        "Labels come for some predictions rather than for others.",
        "selection",
        Business.USUAL,
        new Business(0.1, 0.6, 40, 1, 0, 1, 0.4, 1));
  }

  private void featureShiftsTwice() {
    TopologyHarness app = then(Business.USUAL, aged(60, 1));
    add("A feature shifts.", app, began("feature-drift"));
    live(app, CHANGED, CHANGED + 8, Business.USUAL);
    live(app, CHANGED + 8, CHANGED + 12, aged(20, 1));
    add("It shifts again soon after.", app, change("feature-drift", AlertChange.REOPENED));
    close();
  }

  private void missing() {
    rule("data-quality");
    alert(
        "Labels come for fewer predictions.",
        "data-quality",
        Business.USUAL,
        random -> {
          Case usual = Business.USUAL.next(random);
          boolean known = random.nextInt(4) == 0;
          return new Case(
              usual.prediction, usual.features, usual.segments, known ? usual.target : null);
        },
        "defaults.alert.data-quality=page");
    rule("No data");
    noData(
        "Predictions stop.",
        app -> app.pass(Duration.ofHours(9)),
        app -> live(app, CALM + 9, CALM + 12, Business.USUAL));
    noData(
        "Labels stop.",
        app -> live(app, CALM, CALM + 9, unlabelled(Business.USUAL)),
        app -> live(app, CALM + 9, CALM + 12, Business.USUAL));
  }

  private void noData(
      String title, Consumer<TopologyHarness> then, Consumer<TopologyHarness> atLast) {
    TopologyHarness app = start("monitor.idle-timeout=1m", "defaults.alert.no-data-after=4h");
    live(app, 0, CALM, Business.USUAL);
    then.accept(app);
    app.settle();
    add(title, app, alert -> alert.getChange() == AlertChange.DATA_MISSING);
    atLast.accept(app);
    app.settle();
    add("They come again.", app, alert -> alert.getChange() == AlertChange.DATA_BACK);
    close();
  }

  private void deadLetters() {
    rule("dead-letters");
    TopologyHarness app = start();
    live(app, 0, 1, Business.USUAL);
    for (int i = 0; i < 20; i++) {
      app.label("0-" + i, hour(1), 1, 2);
    }
    minutes(app, 2);
    add("Labels name a class that the model does not have.", app, began("dead-letters"));
    minutes(app, 58);
    live(app, 1, 10, Business.USUAL);
    minutes(app, 8);
    add("They no longer do.", app, change("dead-letters", AlertChange.ENDED));
    close();
  }

  private static void minutes(TopologyHarness app, int minutes) {
    for (int i = 0; i < minutes; i++) {
      app.pass(Duration.ofMinutes(1));
    }
  }

  /** What so many labels show, of differences around a mean. */
  private static Comparison compared(String score, Better better, double mean, int labels) {
    SplittableRandom random = new SplittableRandom(labels);
    ScoreDifference difference = new ScoreDifference(ComparedScore.of(score).bound());
    for (int i = 0; i < labels; i++) {
      difference.add(mean + 0.1 * random.nextGaussian());
    }
    double alpha = 0.01;
    Comparison.Builder comparison =
        Comparison.newBuilder()
            .setModel(MODEL)
            .setChampion("v1")
            .setChallenger("v2")
            .setChallengerTopic("evenkeel.shadow")
            .setScore(score)
            .setBetter(better)
            .setN(labels)
            .setDifference(difference.mean())
            .setLower(difference.interval(alpha).lower())
            .setUpper(difference.interval(alpha).upper())
            .setAlpha(alpha)
            .setLogEChallenger(difference.logEOfLarger())
            .setLogEChampion(difference.logEOfSmaller())
            .setSince(hour(0))
            .setUntil(hour(CALM))
            .setWords("");
    return comparison.setWords(ComparisonWords.of(comparison.build())).build();
  }

  private void comparison() {
    rule("comparison");
    AlertSettings settings = AlertSettings.defaults();
    String key = MODEL + "|v1|v2|evenkeel.shadow";
    Comparison better = compared("brier", Better.CHALLENGER, 0.012, 5_200);
    add(
        "A challenger is shown to be better.",
        new ComparisonAlert(key, better, hour(CALM)).firing(Better.CHALLENGER, settings));
    Comparison over = compared("brier", Better.UNDECIDED, 0.0005, 9_000);
    add(
        "Later labels speak against it.",
        new ComparisonAlert(key, over, hour(CALM)).ended(Better.CHALLENGER, settings));
    Comparison worse = compared("brier", Better.CHAMPION, -0.09, 1_200);
    add(
        "A challenger is shown to be worse.",
        new ComparisonAlert(key, worse, hour(CALM)).firing(Better.CHAMPION, settings));
    Comparison numbers = compared("relative_crps", Better.CHALLENGER, 0.043, 1_200);
    add(
        "A challenger that predicts a number is shown to be better.",
        new ComparisonAlert(key, numbers, hour(CALM)).firing(Better.CHALLENGER, settings));
  }

  private void monitorFailed() {
    rule("monitor-failed");
    TopologyHarness app = start();
    live(app, 0, DAY, Business.USUAL);
    KeyValueStore<Bytes, byte[]> states =
        TestStores.bytes(app.driver().getKeyValueStore(StoreNames.SERIES));
    Bytes series = Bytes.wrap(SeriesKey.whole(MODEL, "").key().getBytes(StandardCharsets.UTF_8));
    byte[] state = states.get(series);
    states.put(series, new byte[] {1, 2, 3});
    live(app, DAY, 2 * DAY, Business.USUAL);
    add("Judging a series fails.", app, began("monitor-failed"));
    states.put(series, state);
    app.pass(Duration.ofHours(1));
    live(app, 2 * DAY, CALM, Business.USUAL);
    add("It works again.", app, change("monitor-failed", AlertChange.RETIRED));
    close();
  }

  @Test
  void everyRuleSaysWhatTheDocumentShows() {
    miscalibration();
    windowTests();
    drift();
    missing();
    deadLetters();
    comparison();
    monitorFailed();

    DocumentSection.check(DOCUMENT, "alerts", gallery + "\n");
  }
}
