package io.evenkeel.app.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.TestStores;
import io.evenkeel.app.alert.AlertLife;
import io.evenkeel.app.alert.AlertMemory;
import io.evenkeel.app.alert.Problem;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.schemas.AlertChange;
import io.evenkeel.schemas.Severity;
import io.evenkeel.schemas.internal.ActiveSeries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * An installation of calibrated series for one period of its budget: how many alerts of rule {@code
 * miscalibration} they raise, at the thresholds that {@link BudgetShares} gives each of them,
 * through {@link SeriesMonitor}, {@link Problems} and {@link AlertLife}.
 *
 * <p>The default budget promises so few that one period says nothing of it. So the same series are
 * watched on a budget of a thousand times as many, where the promise can be checked; who raises no
 * alert there raises none at a higher threshold.
 *
 * <p>{@code -Devenkeel.installation.watched=100}: only so many of the series are watched.
 */
@Tag("simulation")
class InstallationSimulationTest {
  private static final int SERIES = 1000;
  private static final int WATCHED = Integer.getInteger("evenkeel.installation.watched", SERIES);
  private static final int LABELS = 20;
  private static final Path ROWS = Path.of("target", "simulation", "installation.csv");

  private static final ModelSettings SETTINGS = ModelSettings.defaults();
  private static final long PANE = SETTINGS.window().advance().toMillis();
  private static final int PANES = (int) (Duration.ofDays(30).toMillis() / PANE);
  private static final SeriesKey ANY = SeriesKey.whole("model-0", "");

  private final List<String> rows = new ArrayList<>();

  /** What a series has raised. */
  private record Raised(int alerts, int pages) {}

  @Test
  void raisesNoMoreFalseAlarmsThanItsBudget() throws IOException {
    add("law", "series", "alerts", "pages", "alerts_at_default");
    int alerts = 0;
    int pages = 0;
    int atDefault = 0;
    List<CalibratedLaw> laws = List.of(CalibratedLaw.values());
    for (int series = 0; series < WATCHED; series++) {
      CalibratedLaw law = laws.get(series % laws.size());
      Raised raised = follow(law, series, logThreshold("100"));
      int usual = raised.alerts == 0 ? 0 : follow(law, series, logThreshold("0.1")).alerts;
      add(law, series, raised.alerts, raised.pages, usual);
      alerts += raised.alerts;
      pages += raised.pages;
      atDefault += usual;
    }
    add("all", WATCHED, alerts, pages, atDefault);
    double share = SETTINGS.alert().rules().share(Rule.MISCALIBRATION);
    assertThat(upper(alerts)).isLessThanOrEqualTo(100 * share * WATCHED / SERIES);
    assertThat(atDefault).isZero();
  }

  /** Each row is written as soon as it is known. */
  private void add(Object... cells) throws IOException {
    rows.add(Arrays.stream(cells).map(Object::toString).collect(Collectors.joining(",")));
    Files.createDirectories(ROWS.getParent());
    Files.write(ROWS, rows);
  }

  /** The upper limit of the mean of a Poisson variable, at 95 %. */
  private static double upper(int count) {
    return ChiSquaredDistribution.of(2.0 * count + 2).inverseCumulativeProbability(0.975) / 2;
  }

  /** Of one of a thousand series with equal weights. */
  private static double logThreshold(String falseAlarms) {
    KeyValueStore<String, ActiveSeries> store = TestStores.of(ActiveSeries.class);
    for (int i = 0; i < SERIES; i++) {
      store.put(SeriesKey.whole("model-" + i, "").key(), new ActiveSeries(1.0, 0L, 0L));
    }
    AppConfig config = AppConfig.of(Map.of("budget.false-alarms", falseAlarms));
    BudgetShares budgetShares = new BudgetShares(store, config, new SeriesWeights());
    budgetShares.weigh();
    double share = SETTINGS.alert().rules().share(Rule.MISCALIBRATION);
    return budgetShares.of(ANY).apply(PANE).share(share).logThreshold();
  }

  private static Raised follow(CalibratedLaw law, int series, double logThreshold) {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(series);
    SketchPlan plan = law.plan(random);
    SeriesMonitor monitor =
        SeriesMonitor.at(
            SeriesMonitor.State.NONE, SETTINGS, SETTINGS.evidence().tolerance().of(plan.space()));
    AlertLife life =
        new AlertLife(SETTINGS.alert().rules().level(Rule.MISCALIBRATION), SETTINGS.alert().hold());
    Problems problems = new Problems(SETTINGS, logThreshold, new TreeMap<>(), Optional.empty());
    AlertMemory memory = AlertMemory.QUIET;
    int alerts = 0;
    int pages = 0;
    for (int i = 0; i < PANES; i++) {
      var pane =
          new MergedPane(
              i * PANE, LABELS, 0, law.pane(plan, LABELS, random), null, null, List.of());
      monitor.add(pane, logThreshold);
      Problem problem = problems.of(monitor, plan, WindowMemory.NONE).get(Rule.MISCALIBRATION);
      AlertMemory after = life.next(memory, problem, (i + 1) * PANE);
      AlertChange change = AlertLife.change(memory, after, problem);
      alerts += change == AlertChange.BEGAN || change == AlertChange.REOPENED ? 1 : 0;
      pages += isPage(after) && !isPage(memory) ? 1 : 0;
      memory = after;
    }
    return new Raised(alerts, pages);
  }

  private static boolean isPage(AlertMemory memory) {
    return memory.isOpen() && memory.severity().compareTo(Severity.INFO) > 0;
  }
}
