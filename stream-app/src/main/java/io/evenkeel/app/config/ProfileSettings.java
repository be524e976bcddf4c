package io.evenkeel.app.config;

import java.util.List;

/**
 * What is learned from predictions before anything is judged, and what is kept of each pane.
 *
 * @param sample number of predictions to learn from
 * @param locations number of test locations J, at most the sample
 * @param reservoir number of predictions, and of labelled ones, kept of each pane
 * @param seed of the hash that draws samples, the same in every run
 */
public record ProfileSettings(int sample, int locations, int reservoir, long seed) {
  private static final Setting<Integer> SAMPLE =
      new Setting<>(
          "profile.sample",
          SettingType.INTEGER,
          256,
          Range.atLeast(2),
          "Number of predictions of a series that its profile is learned from.");
  private static final Setting<Integer> LOCATIONS =
      new Setting<>(
          "profile.locations",
          SettingType.INTEGER,
          32,
          Range.between(1, 1024),
          "Number of test locations; at most `profile.sample`. State grows with its square.");
  private static final Setting<Integer> RESERVOIR =
      new Setting<>(
          "profile.reservoir",
          SettingType.INTEGER,
          128,
          Range.atLeast(2),
          "Number of predictions kept of each pane to learn from, and of labelled ones of each"
              + " window for the statistics that take all pairs.");
  private static final Setting<Long> SEED =
      new Setting<>(
          "profile.seed",
          SettingType.LONG,
          1L,
          Range.ANY_LONG,
          "Seed of every random choice; the same seed and input give the same verdicts.");

  static final List<Setting<?>> SETTINGS = List.of(SAMPLE, LOCATIONS, RESERVOIR, SEED);

  /** Checks the counts. */
  public ProfileSettings {
    SAMPLE.check(sample);
    LOCATIONS.check(locations);
    RESERVOIR.check(reservoir);
    if (locations > sample) {
      throw new ConfigException(
          "profile.locations",
          String.valueOf(locations),
          "is more than profile.sample = " + sample + "; locations are drawn from the sample");
    }
  }

  /** Refuses more locations than the sums of a pane, which are one record, have room for. */
  void checkFits(int bytes) {
    long sums = (long) Double.BYTES * locations * locations;
    if (sums > bytes / 2) {
      throw new ConfigException(
          "profile.locations",
          String.valueOf(locations),
          "makes sums of "
              + sums
              + " bytes, half of what the producer takes is "
              + bytes / 2
              + "; lower it, or raise kafka.producer.max.request.size");
    }
  }

  /** The defaults. */
  public static ProfileSettings defaults() {
    return from(Values.NONE);
  }

  static ProfileSettings from(Values values) {
    return new ProfileSettings(
        values.get(SAMPLE), values.get(LOCATIONS), values.get(RESERVOIR), values.get(SEED));
  }
}
