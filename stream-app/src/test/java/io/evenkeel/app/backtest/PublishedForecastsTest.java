package io.evenkeel.app.backtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.dataset.Dataset;
import io.evenkeel.app.replay.CaseSource;
import io.evenkeel.app.replay.EventSource;
import io.evenkeel.schemas.AlertState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The published forecasts, without their segments, some thinned so that it stays quick: what is
 * known of them comes out.
 */
class PublishedForecastsTest {
  private static final Path ROOT = Path.of(System.getProperty("evenkeel.root", ".."));
  private static final Path DATA = Path.of(System.getProperty("evenkeel.data", "missing"));

  @TempDir private Path state;

  /** Of every so many cases one goes through. */
  private Result run(String name, int every) {
    Path data = DATA.resolve(name);
    assumeTrue(
        Files.isDirectory(data), "skipped: " + data + " is absent; set -Devenkeel.data=FOLDER");
    Dataset dataset = Dataset.read(ROOT.resolve("deploy/datasets/" + name + ".yaml"));
    CaseSource all = dataset.cases(data);
    CaseSource some =
        () ->
            all.cases().filter(one -> Math.floorMod(one.prediction().id().hashCode(), every) == 0);
    Map<String, String> settings = new HashMap<>(dataset.settings());
    settings.keySet().removeIf(path -> path.endsWith(".segments"));
    return Backtest.run(
        AppConfig.of(settings), EventSource.of(some), state, new Backtest.Listener() {});
  }

  private static List<DatedAlert> firing(Result result, String model) {
    return result.changes().stream()
        .filter(change -> change.alert().getModel().equals(model))
        .filter(change -> change.alert().getRule().equals("miscalibration"))
        .filter(change -> change.alert().getState() == AlertState.FIRING)
        .toList();
  }

  @Test
  void leavesCalibratedForecastsOfBaseballInPeace() {
    assertThat(firing(run("fte_mlb", 1), "fte_mlb")).isEmpty();
  }

  @Test
  void leavesCalibratedForecastsOfSoccerInPeace() {
    assertThat(firing(run("fte_soccer", 1), "fte_soccer")).isEmpty();
  }

  @Test
  void firesOnAnOverconfidentImageClassifierWithin600Labels() {
    assertThat(firing(run("cifar10_vgg16", 4), "cifar10_raw").get(0).alert().getCases())
        .isLessThanOrEqualTo(600);
  }

  @Test
  void firesOnADriftingModelAfterTheYearInWhichItIsRight() {
    assertThat(firing(run("census_ma_employment", 1), "census_employment").get(0).at())
        .isAfter(Instant.parse("2016-01-01T00:00:00Z"));
  }

  @Test
  void firesOnForecastsOfAnEpidemicThatAreTooNarrow() {
    assertThat(firing(run("flusight_ensemble", 1), "flusight_ensemble")).isNotEmpty();
  }

  @Test
  void firesOnAnEnsembleThatIsTooColdWithinDays() {
    assertThat(firing(run("uw_srft", 4), "uw_srft_raw").get(0).at())
        .isBefore(Instant.parse("2004-02-01T00:00:00Z"));
  }
}
