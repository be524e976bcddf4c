package io.evenkeel.app.config;

import io.evenkeel.core.evidence.Overlap;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.TargetView;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How one model is watched.
 *
 * @param window the windows that are judged
 * @param labels how long to wait for labels
 * @param profile what is learned and kept
 * @param evidence when evidence is enough
 * @param drift what predictions are compared with
 * @param alert when windows become an alert
 * @param costs what decisions by its predictions cost
 * @param classes names of the classes in order of their index; empty if labels are indices
 * @param segments attributes of predictions, or several joined by +, whose values are monitored as
 *     series of their own
 * @param segmentLimit the most segments of a version; further ones are one series
 * @param forgetAfter event time without predictions after which a series is forgotten
 * @param probabilityTolerance how far from one a sum of probabilities may be, in [1e-6, 1e-3]; it
 *     is renormalised
 * @param calibration what of a prediction is to be calibrated
 * @param sampling share of the predictions that are looked at, in (0, 1]
 * @param judging the settings that verdicts depend on, one in a line, as a user would write them,
 *     but without the path of a file
 * @param paneForm a hash that is equal for settings by which panes are made that can be added up:
 *     all instances must have the same
 */
public record ModelSettings(
    WindowSettings window,
    LabelSettings labels,
    ProfileSettings profile,
    EvidenceSettings evidence,
    DriftSettings drift,
    AlertSettings alert,
    CostSettings costs,
    List<String> classes,
    List<String> segments,
    int segmentLimit,
    Duration forgetAfter,
    double probabilityTolerance,
    CalibrationNotion calibration,
    double sampling,
    String judging,
    int paneForm) {
  /** The settings by which panes are made: another one makes other panes of the same events. */
  public static final Set<String> PANE_FORM =
      Set.of(
          "window.advance",
          "classes",
          "labels.rows-per-outcome",
          "labels.lag",
          "evidence.label-noise",
          "profile.reservoir",
          "profile.seed",
          "calibration");

  /** A label then counts a thousandth, and there is little evidence left. */
  private static final int MOST_OVERLAPPING = 1000;

  private static final Setting<List<String>> CLASSES =
      new Setting<>(
          "classes",
          SettingType.TEXTS,
          List.of(),
          Range.DISTINCT,
          "Names of the classes in order of their index, if labels carry names.");
  private static final Setting<List<String>> SEGMENTS =
      new Setting<>(
          "segments",
          SettingType.COMBINATIONS,
          List.of(),
          Range.COMBINATIONS,
          "Attributes of predictions; each of their values is monitored as a series of its own. Join"
              + " attributes by `+`, such as `country+device`, for combinations.");
  private static final Setting<Integer> SEGMENT_LIMIT =
      new Setting<>(
          "segment-limit",
          SettingType.INTEGER,
          1000,
          Range.between(1, 1_000_000),
          "The most segments of a version of the model; predictions of further ones are counted in"
              + " the series `(others)`.");
  private static final Setting<Duration> FORGET_AFTER =
      new Setting<>(
          "forget-after",
          SettingType.DURATION,
          Duration.ofDays(60),
          Range.AT_LEAST_1_MS,
          "Event time without predictions after which a version or segment, or the whole model, is"
              + " forgotten: an open alert is resolved and says so, its state and gauges go, and its"
              + " share of the budget goes to the others. Longer than the model ever pauses: what"
              + " comes after that is judged from the beginning. At least twice the time of"
              + " `alert.no-data-after`, so that its alert comes first and stays for a while; a"
              + " shorter time has the effect of that one.");
  private static final Setting<Double> PROBABILITY_TOLERANCE =
      new Setting<>(
          "probability-tolerance",
          SettingType.NUMBER,
          Categorical.DEFAULT_TOLERANCE,
          new Range<>(
              t -> t >= Categorical.DEFAULT_TOLERANCE && t <= Categorical.MAX_TOLERANCE,
              "between 1e-6 and 1e-3"),
          "How far from 1 a sum of probabilities may be; it is renormalised. Beyond, the event is"
              + " quarantined.");

  private static final Setting<CalibrationNotion> CALIBRATION =
      new Setting<>(
          "calibration",
          CalibrationNotion.TYPE,
          CalibrationNotion.CANONICAL,
          CalibrationNotion.RANGE,
          "What of a prediction is to be calibrated. `canonical`: all of it. `top-label`: the"
              + " probability of the most probable class; with many classes this is often what is"
              + " meant. `class:` and the name or index of a class: its probability. `above:` and a"
              + " number: the probability of a larger number, for normal and Laplace distributions"
              + " and their mixtures, and for counts. These three judge two classes: the event, and"
              + " that it does not come true. `ordered`: all of it, for classes that have an order,"
              + " such as ratings; a class is judged as its index, by CRPS and PIT.");

  private static final Setting<Double> SAMPLING =
      new Setting<>(
          "sampling",
          SettingType.NUMBER,
          1.0,
          new Range<>(share -> share > 0 && share <= 1, "above 0 and at most 1"),
          "Share of the predictions that are looked at, with their labels: of a model with more than"
              + " can be paid for. They are chosen by their `prediction_id`, so all instances choose"
              + " the same. All counts are of these.");

  static final List<Setting<?>> SETTINGS =
      Stream.of(
              WindowSettings.SETTINGS,
              LabelSettings.SETTINGS,
              ProfileSettings.SETTINGS,
              EvidenceSettings.SETTINGS,
              DriftSettings.SETTINGS,
              AlertSettings.SETTINGS,
              CostSettings.SETTINGS,
              List.<Setting<?>>of(
                  CLASSES,
                  SEGMENTS,
                  SEGMENT_LIMIT,
                  FORGET_AFTER,
                  PROBABILITY_TOLERANCE,
                  CALIBRATION,
                  SAMPLING))
          .<Setting<?>>flatMap(List::stream)
          .toList();

  /** Checks what no part can check alone. */
  public ModelSettings {
    CLASSES.check(classes);
    SEGMENTS.check(segments);
    SEGMENT_LIMIT.check(segmentLimit);
    FORGET_AFTER.check(forgetAfter);
    PROBABILITY_TOLERANCE.check(probabilityTolerance);
    SAMPLING.check(sampling);
    classes = List.copyOf(classes);
    segments = List.copyOf(segments);
    if (classes.size() == 1) {
      throw new ConfigException(
          "classes", CLASSES.text(classes), "is a single class; name all of them, or none");
    }
    try {
      calibration = calibration.among(classes);
    } catch (IllegalArgumentException e) {
      throw new ConfigException(
          CALIBRATION.path(), calibration.text(), String.valueOf(e.getMessage()));
    }
    checkOverlap(labels, window);
    drift.checkPinned(window);
    calibration.checkCosts(costs.decisions().isPresent());
    checkCosts(costs, calibration.isOfEvent() ? ClassNames.EVENT : classes.size(), alert);
    Duration restart = evidence.restart();
    if (!WindowSettings.isMultiple(restart, window.advance())) {
      throw new ConfigException(
          "evidence.restart",
          Durations.text(restart),
          "is not a multiple of window.advance = "
              + Durations.text(window.advance())
              + "; evidence can restart only where a pane starts");
    }
  }

  private static void checkOverlap(LabelSettings labels, WindowSettings window) {
    long overlapping = overlappingPanes(labels, window);
    if (overlapping > MOST_OVERLAPPING) {
      throw new ConfigException(
          LabelSettings.LAG.path(),
          Durations.text(labels.lag()),
          "makes "
              + overlapping
              + " panes of window.advance = "
              + Durations.text(window.advance())
              + " overlap, and "
              + MOST_OVERLAPPING
              + " are the most; make panes longer");
    }
  }

  private static long overlappingPanes(LabelSettings labels, WindowSettings window) {
    return 1 - Math.floorDiv(-labels.lag().toMillis(), window.advance().toMillis());
  }

  /**
   * Checks costs.
   *
   * @param classes number of the classes that are judged; 0 if it is not known
   */
  private static void checkCosts(CostSettings costs, int classes, AlertSettings alert) {
    costs
        .decisions()
        .filter(decisions -> classes > 0 && classes != decisions.classes())
        .ifPresent(
            decisions -> {
              throw new ConfigException(
                  "costs",
                  String.valueOf(decisions.classes()),
                  "classes have costs, but " + classes + " are judged");
            });
    if (alert.criticalFromCost().isPresent() && costs.decisions().isEmpty()) {
      throw new ConfigException(
          "alert.critical-from-cost",
          String.valueOf(alert.criticalFromCost().getAsDouble()),
          "needs costs; set costs.threshold or costs.matrix");
    }
  }

  /**
   * What of the target of a prediction is judged; none if that is the target itself.
   *
   * @throws IllegalArgumentException if the prediction does not say it
   */
  public Optional<TargetView> view(PredictiveDistribution p) {
    return calibration.view(p);
  }

  /** How many panes have targets that overlap. */
  public Overlap overlap() {
    return new Overlap((int) overlappingPanes(labels, window));
  }

  /** Event time from the end of a pane until no label of it counts any more. */
  public Duration closesAfter() {
    return window.grace().plus(labels.maxWait());
  }

  /** How to name the classes that are judged: those of the event, if one is. */
  public ClassNames classNames() {
    return calibration.names();
  }

  /** The defaults. */
  public static ModelSettings defaults() {
    return from(Values.NONE);
  }

  /**
   * Equal for settings that make the same verdicts, and almost surely not otherwise.
   *
   * @param reference checksum of the file that windows are compared with; empty without one
   */
  public String hash(String reference) {
    byte[] text = (judging + reference).getBytes(StandardCharsets.UTF_8);
    return UUID.nameUUIDFromBytes(text).toString();
  }

  static ModelSettings from(Values values) {
    return new ModelSettings(
        WindowSettings.from(values),
        LabelSettings.from(values),
        ProfileSettings.from(values),
        EvidenceSettings.from(values),
        DriftSettings.from(values),
        AlertSettings.from(values),
        CostSettings.from(values),
        values.get(CLASSES),
        values.get(SEGMENTS),
        values.get(SEGMENT_LIMIT),
        values.get(FORGET_AFTER),
        values.get(PROBABILITY_TOLERANCE),
        values.get(CALIBRATION),
        values.get(SAMPLING),
        judging(values),
        paneForm(values));
  }

  /** Neither alerts, nor costs, nor what is forgotten change a verdict. */
  private static String judging(Values values) {
    return SETTINGS.stream()
        .filter(
            setting ->
                !AlertSettings.SETTINGS.contains(setting)
                    && !CostSettings.SETTINGS.contains(setting)
                    && !setting.equals(FORGET_AFTER))
        .map(setting -> setting.path() + ": " + withoutPath(values.text(setting)) + '\n')
        .sorted()
        .collect(Collectors.joining());
  }

  /** Of the text, whose hash is the same in every virtual machine. */
  private static int paneForm(Values values) {
    return SETTINGS.stream()
        .filter(setting -> PANE_FORM.contains(setting.path()))
        // Panes from before there was a choice are of the default.
        .filter(
            setting ->
                !setting.equals(CALIBRATION)
                    || !values.get(CALIBRATION).equals(CalibrationNotion.CANONICAL))
        .filter(
            setting ->
                !setting.equals(LabelSettings.LAG) || !values.get(LabelSettings.LAG).isZero())
        .map(setting -> setting.path() + ": " + values.text(setting) + '\n')
        .sorted()
        .collect(Collectors.joining())
        .hashCode();
  }

  private static String withoutPath(String text) {
    return text.startsWith(DriftSettings.FILE) ? DriftSettings.FILE : text;
  }
}
