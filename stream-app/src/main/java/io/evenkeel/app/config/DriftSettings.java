package io.evenkeel.app.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What the predictions of a window are compared with, and when they differ.
 *
 * @param reference {@code profile}, {@code previous}, the start of a window, or {@code file:} and
 *     the path of a dataset file
 * @param previousWindows number of windows before it, k, that are its reference if that is {@code
 *     previous}
 * @param alpha level of the tests of drift and of whether labels are representative
 * @param featuresLimit the most features of predictions that are watched
 * @param referenceDays whole days that make the reference of the rules of drift
 * @param informDistance how far from it laws may be without informing: δ of χ² ≤ δ²
 * @param pageDistance how far without paging, at least as far
 */
public record DriftSettings(
    String reference,
    int previousWindows,
    double alpha,
    int featuresLimit,
    int referenceDays,
    double informDistance,
    double pageDistance) {
  private static final String PROFILE = "profile";
  private static final String PREVIOUS = "previous";
  static final String FILE = "file:";

  private static final Range<Double> DISTANCE =
      new Range<>(d -> d >= 0 && d <= 10, "between 0 and 10");

  private static final Setting<String> REFERENCE =
      new Setting<>(
          "drift.reference",
          SettingType.TEXT,
          PROFILE,
          new Range<>(
              DriftSettings::isReference,
              "profile, previous, the start of a window such as 2026-03-01T00:00:00Z, or file: and a"
                  + " path"),
          "What the predictions and features of a window are compared with: `profile`, those that the"
              + " profile was learned from, the first that came; `previous`, those of the windows"
              + " before it; the start of a pinned window; or `file:` and the path of a dataset file,"
              + " relative to the settings file, with the CSV files that it names beside it.");
  private static final Setting<Integer> PREVIOUS_WINDOWS =
      new Setting<>(
          "drift.previous-windows",
          SettingType.INTEGER,
          4,
          Range.between(1, 100),
          "Number of windows before it that a window is compared with, if `drift.reference` is"
              + " `previous`; they are kept.");
  private static final Setting<Double> ALPHA =
      new Setting<>(
          "drift.alpha",
          SettingType.NUMBER,
          0.005,
          new Range<>(a -> a > 0 && a < 1, "above 0 and below 1"),
          "Level of the test that predictions drifted, of those that features did, together, of the"
              + " one that labels did, and of the one that labelled predictions are like those that"
              + " wait.");
  private static final Setting<Integer> FEATURES_LIMIT =
      new Setting<>(
          "drift.features-limit",
          SettingType.INTEGER,
          50,
          Range.between(0, 1000),
          "The most features of predictions that are compared with the reference, those that come"
              + " first by name; others are left out, and the log says so once.");

  private static final Setting<Integer> REFERENCE_DAYS =
      new Setting<>(
          "drift.reference-days",
          SettingType.INTEGER,
          7,
          Range.between(2, 366),
          "Whole days (panes, if they are longer) with cases that make the reference of the rules of"
              + " drift, from the profile of the series on. Until then they only inform, unless a"
              + " feature is gone. Rules compare with the cases of the file if `drift.reference` names"
              + " one, and with these days whatever else it says.");
  private static final Setting<Double> INFORM_DISTANCE =
      new Setting<>(
          "drift.inform-distance",
          SettingType.NUMBER,
          0.1,
          DISTANCE,
          "Distance from the reference beyond which the rules of drift inform: the root of χ²; for a"
              + " shift about its size in standard deviations.");
  private static final Setting<Double> PAGE_DISTANCE =
      new Setting<>(
          "drift.page-distance",
          SettingType.NUMBER,
          0.3,
          DISTANCE,
          "Distance beyond which they page; at least `drift.inform-distance`.");

  static final List<Setting<?>> SETTINGS =
      List.of(
          REFERENCE,
          PREVIOUS_WINDOWS,
          ALPHA,
          FEATURES_LIMIT,
          REFERENCE_DAYS,
          INFORM_DISTANCE,
          PAGE_DISTANCE);

  /** Checks the values. */
  public DriftSettings {
    REFERENCE.check(reference);
    PREVIOUS_WINDOWS.check(previousWindows);
    ALPHA.check(alpha);
    FEATURES_LIMIT.check(featuresLimit);
    REFERENCE_DAYS.check(referenceDays);
    INFORM_DISTANCE.check(informDistance);
    PAGE_DISTANCE.check(pageDistance);
    if (pageDistance < informDistance) {
      throw new ConfigException(
          PAGE_DISTANCE.path(),
          PAGE_DISTANCE.text(pageDistance),
          "is below drift.inform-distance = "
              + INFORM_DISTANCE.text(informDistance)
              + "; give a distance that is at least as large");
    }
  }

  /** A window that never comes would leave the series without a reference. */
  void checkPinned(WindowSettings window) {
    long advance = window.advance().toMillis();
    pinned()
        .map(Instant::toEpochMilli)
        .filter(at -> Math.floorMod(at, advance) != 0)
        .ifPresent(
            at -> {
              throw new ConfigException(
                  REFERENCE.path(),
                  reference,
                  "is not the start of a window, of which one begins every window.advance = "
                      + Durations.text(window.advance())
                      + "; the one before begins at "
                      + Instant.ofEpochMilli(at - Math.floorMod(at, advance)));
            });
  }

  static DriftSettings from(Values values) {
    return new DriftSettings(
        values.get(REFERENCE),
        values.get(PREVIOUS_WINDOWS),
        values.get(ALPHA),
        values.get(FEATURES_LIMIT),
        values.get(REFERENCE_DAYS),
        values.get(INFORM_DISTANCE),
        values.get(PAGE_DISTANCE));
  }

  /** Whether the reference is known before any window: the profile's sample, or a file. */
  public boolean isFixed() {
    return reference.equals(PROFILE) || file().isPresent();
  }

  /** The dataset file that is the reference. */
  public Optional<Path> file() {
    return reference.startsWith(FILE)
        ? Optional.of(Path.of(reference.substring(FILE.length())))
        : Optional.empty();
  }

  /** The text of a setting as it was given in a file of the folder: paths are relative to it. */
  static String resolved(String path, String text, Path folder) {
    return path.equals(REFERENCE.path()) && text.startsWith(FILE)
        ? FILE + folder.resolve(text.substring(FILE.length()))
        : text;
  }

  /** The number of windows before a window that are its reference; 0 if they are not. */
  public int windowsBefore() {
    return reference.equals(PREVIOUS) ? previousWindows : 0;
  }

  /** The start of the pinned window. */
  public Optional<Instant> pinned() {
    return isFixed() || reference.equals(PREVIOUS)
        ? Optional.empty()
        : Optional.of(Instant.parse(reference));
  }

  private static boolean isReference(String text) {
    if (text.equals(PROFILE) || text.equals(PREVIOUS)) {
      return true;
    }
    try {
      if (text.startsWith(FILE)) {
        return !Path.of(text.substring(FILE.length())).toString().isBlank();
      }
      Instant.parse(text);
      return true;
    } catch (DateTimeException | InvalidPathException e) {
      return false;
    }
  }
}
