package io.evenkeel.app.backtest;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.dataset.Dataset;
import io.evenkeel.app.replay.CaseSource;
import io.evenkeel.app.replay.EventSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is known of the published forecasts comes out, as alerts of all rules, and nothing else.
 * Some are thinned, and all are looked at less often than by default, so that it stays quick.
 */
class PublishedForecastsTest {
  private static final Path ROOT = Path.of(System.getProperty("evenkeel.root", ".."));
  private static final Path DATA = Path.of(System.getProperty("evenkeel.data", "missing"));

  @TempDir private Path state;

  /**
   * What comes of one case in so many, looked at once in a while.
   *
   * @param more settings beside those of the dataset file
   */
  private Result run(String name, int every, String look, Map<String, String> more) {
    Path data = DATA.resolve(name);
    assumeTrue(
        Files.isDirectory(data), "skipped: " + data + " is absent; set -Devenkeel.data=FOLDER");
    Dataset dataset = Dataset.read(ROOT.resolve("deploy/datasets/" + name + ".yaml"));
    CaseSource all = dataset.cases(data);
    CaseSource some =
        () ->
            all.cases().filter(one -> Math.floorMod(one.prediction().id().hashCode(), every) == 0);
    Map<String, String> settings = new HashMap<>(dataset.settings());
    settings.putAll(more);
    settings.put("monitor.emit-interval", look);
    return Backtest.run(
        AppConfig.of(settings), EventSource.of(some), state, new Backtest.Listener() {});
  }

  @Test
  void ofBaseballAreCalibratedAndSpreadMoreFrom2019On() {
    ExpectedAlerts.assertAlerts(
        run("fte_mlb", 1, "1d", Map.of()),
        """
        NO_DATA  fte_mlb  miscalibration    2017-01-26 .. 2017-02-02  2017-04-20 .. 2017-04-30
        NO_DATA  fte_mlb  miscalibration    2018-01-25 .. 2018-02-02  2018-04-20 .. 2018-04-30
        INFO     fte_mlb  prediction-drift  2019-08-01 .. 2019-10-31  2021-05-01 .. 2021-06-30
        """);
  }

  @Test
  void ofSoccerAreCalibratedAndShiftBehindClosedDoors() {
    ExpectedAlerts.assertAlerts(
        run("fte_soccer", 1, "1d", Map.of()),
        """
        INFO     fte_soccer  prediction-drift  2017-07-15 .. 2017-08-31  2017-10-15 .. 2017-11-30
        INFO     fte_soccer  prediction-drift  2019-05-15 .. 2019-07-15  2019-10-15 .. 2019-11-30
        WARNING  fte_soccer  prediction-drift  2020-06-01 .. 2020-07-31  open
        """);
  }

  @Test
  void ofImagesAreOverconfident() {
    ExpectedAlerts.assertAlerts(
        run("cifar10_vgg16", 1, "30m", Map.of()),
        """
        CRITICAL  cifar10_raw     miscalibration  2026-01-02T09:20 .. 2026-01-02T14:30  open
        INFO      cifar10_scaled  miscalibration  2026-01-05 .. 2026-01-06              open
        """);
  }

  @Test
  void ofEmploymentAreRightForAYear() {
    ExpectedAlerts.assertAlerts(
        run("census_ma_employment", 4, "1d", Map.of("models.census_employment.segments", "sex")),
        """
        WARNING  census_employment         miscalibration  2017-07-02 .. 2017-07-10  open
        INFO     census_employment[sex=2]  miscalibration  2018-07-02 .. 2018-07-10  open
        """);
  }

  /** Each label counts a fifth, as five weeks overlap. In the winter of 2022 it came early. */
  @Test
  void ofAnEpidemicMissItsTurnsAndSpreadMoreInAHardWinter() {
    ExpectedAlerts.assertAlerts(
        run("flusight_ensemble", 2, "1d", Map.of("models.flusight_ensemble.segments", "")),
        """
        CRITICAL  flusight_ensemble  miscalibration    2022-01-15 .. 2022-02-15  open
        WARNING   flusight_ensemble  prediction-drift  2022-12-01 .. 2023-01-07  open
        INFO      flusight_ensemble  label-shift       2023-06-01 .. 2023-07-01  open
        """);
  }

  @Test
  void ofTemperaturesAreTooColdAndTooNarrow() {
    ExpectedAlerts.assertAlerts(
        run("uw_srft", 2, "1h", Map.of()),
        """
        CRITICAL  uw_srft_raw   miscalibration    2004-01-01 .. 2004-01-02  open
        CRITICAL  uw_srft_emos  miscalibration    2004-01-23 .. 2004-01-27  2004-02-19 .. 2004-02-23
        WARNING   uw_srft_raw   label-shift       2004-01-26 .. 2004-02-03  open
        WARNING   uw_srft_raw   prediction-drift  2004-02-05 .. 2004-02-12  open
        WARNING   uw_srft_emos  prediction-drift  2004-02-16 .. 2004-02-22  open
        CRITICAL  uw_srft_emos  miscalibration    2004-02-20 .. 2004-02-24  open
        """);
  }
}
