package io.evenkeel.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.moments.ExpectedScoreMoments;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Scores foretold in streams of 120 windows of 200 predictions whose labels come five windows
 * later, beside CBPE, which takes predictions as right. Windows count from 3000 labels on.
 */
@Tag("simulation")
class ExpectedLossSimulationTest {
  private static final int RUNS = 60 * Lives.TIMES;
  private static final int WINDOWS = 120;
  private static final int LAG = 5;
  private static final int FROM = 3000 / LossStream.SIZE + LAG;
  private static final List<String> SCORES = List.of("log_loss", "brier", "error");
  private static final ExpectedScoreMoments MOMENTS =
      new ExpectedScoreMoments(TargetSpace.classes(2));
  private static final Table TABLE =
      new Table(
          "expected_loss",
          "stream",
          "score",
          "windows",
          "said",
          "withdrawn",
          "covered",
          "covered_cbpe",
          "half_width",
          "to_sampling",
          "error",
          "error_cbpe");
  private static final Table CONCEPT =
      new Table(
          "expected_loss_concept", "windows_after_change", "said", "log_loss", "brier", "error");

  /**
   * A window that was foretold.
   *
   * @param variances of the mean scores under the true law
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Told(Foretold foretold, double[] variances) {}

  private record Run(List<Told> windows) {}

  private static List<Run> runs(LossStream stream) {
    return IntStream.range(0, RUNS)
        .parallel()
        .mapToObj(
            seed -> {
              List<LossStream.Window> windows = stream.windows(WINDOWS, Lives.random(seed));
              List<Foretold> foretold =
                  Foretold.of(MOMENTS, windows.stream().map(LossStream.Window::rows).toList(), LAG);
              List<Told> told = new ArrayList<>();
              for (int t = FROM; t < WINDOWS; t++) {
                told.add(new Told(foretold.get(t), windows.get(t).variances()));
              }
              return new Run(told);
            })
        .toList();
  }

  private static List<Told> all(List<Run> runs) {
    return runs.stream().flatMap(run -> run.windows.stream()).toList();
  }

  private static double mean(List<Told> windows, ToDoubleFunction<Told> value) {
    return windows.stream().mapToDouble(value).average().orElse(Double.NaN);
  }

  private static double share(List<Told> windows, Predicate<Told> what) {
    return mean(windows, one -> what.test(one) ? 1 : 0);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CONCEPT")
  void coversWhatTheLabelsSay(LossStream stream) {
    List<Told> all = all(runs(stream));
    double withdrawn = share(all, one -> one.foretold.isWithdrawn());
    SoftAssertions bars = new SoftAssertions();
    for (int score = 0; score < SCORES.size(); score++) {
      int s = score;
      List<Told> said = all.stream().filter(one -> one.foretold.isSaid(s)).toList();
      double covered = share(said, one -> one.foretold.covers(s));
      double half = mean(said, one -> one.foretold.halfWidth(s));
      double sampling = mean(said, one -> 1.96 * Math.sqrt(one.variances[s]) / LossStream.SIZE);
      TABLE.add(
          stream,
          SCORES.get(s),
          all.size(),
          said.size() / (double) all.size(),
          withdrawn,
          covered,
          share(said, one -> one.foretold.forecastCovers(s)),
          half,
          half / sampling,
          mean(said, one -> off(one.foretold, s, one.foretold.losses().get(s).estimate())),
          mean(said, one -> off(one.foretold, s, one.foretold.expected()[s])));
      bars.assertThat(covered).as("%s covered", SCORES.get(s)).isBetween(0.93, 0.975);
      if (stream == LossStream.STATIONARY) {
        bars.assertThat(half / sampling).as("%s width", SCORES.get(s)).isLessThan(1.15);
      }
    }
    if (stream.isRelationConstant()) {
      bars.assertThat(withdrawn).as("withdrawn").isLessThan(0.02);
    }
    bars.assertAll();
  }

  /** Normals that are too narrow and too low, whose standard deviations move as a sine. */
  @Test
  void coversTheCrpsOfNumbers() {
    ExpectedScoreMoments moments = new ExpectedScoreMoments(TargetSpace.reals(1));
    List<Foretold> all =
        IntStream.range(0, RUNS)
            .parallel()
            .mapToObj(seed -> Foretold.of(moments, normals(Lives.random(seed)), LAG))
            .flatMap(windows -> windows.stream().skip(FROM))
            .toList();
    List<Foretold> said = all.stream().filter(one -> one.isSaid(0)).toList();
    double withdrawn = all.stream().filter(Foretold::isWithdrawn).count() / (double) all.size();
    double covered = average(said, one -> one.covers(0) ? 1 : 0);
    TABLE.add(
        "NORMALS",
        "crps",
        all.size(),
        said.size() / (double) all.size(),
        withdrawn,
        covered,
        average(said, one -> one.forecastCovers(0) ? 1 : 0),
        average(said, one -> one.halfWidth(0)),
        Double.NaN,
        average(said, one -> off(one, 0, one.losses().get(0).estimate())),
        average(said, one -> off(one, 0, one.expected()[0])));
    assertThat(covered).isBetween(0.93, 0.975);
    assertThat(withdrawn).isLessThan(0.02);
  }

  private static double average(List<Foretold> windows, ToDoubleFunction<Foretold> value) {
    return windows.stream().mapToDouble(value).average().orElse(Double.NaN);
  }

  private static List<List<Observation>> normals(UniformRandomProvider random) {
    ZigguratSampler.NormalizedGaussian gaussian = ZigguratSampler.NormalizedGaussian.of(random);
    List<List<Observation>> windows = new ArrayList<>();
    for (int t = 0; t < WINDOWS; t++) {
      List<Observation> rows = new ArrayList<>();
      for (int i = 0; i < LossStream.SIZE; i++) {
        double mean = gaussian.sample();
        double sd = Math.exp(0.7 * Math.sin(t / 9.0) + 0.4 * gaussian.sample());
        double target = mean + sd * (0.2 + 1.3 * gaussian.sample());
        rows.add(new Observation(Normal.of(mean, sd), Target.of(target)));
      }
      windows.add(rows);
    }
    return windows;
  }

  private static double off(Foretold window, int score, double estimate) {
    return Math.abs(window.actual()[score] - estimate);
  }

  @Test
  void withdrawsWhatAChangeMadeWrong() {
    List<Run> runs = runs(LossStream.CONCEPT);
    for (int[] part : new int[][] {{0, 5}, {5, 10}, {10, 20}, {20, 60}}) {
      add(part[0], part[1], all(runs));
    }
    List<Double> delays = new ArrayList<>();
    List<Told> after = new ArrayList<>();
    for (Run run : runs) {
      int withdrawn =
          run.windows.stream()
              .filter(one -> one.foretold.isWithdrawn())
              .mapToInt(one -> one.foretold.window())
              .filter(window -> window >= LossStream.CHANGE + LAG)
              .findFirst()
              .orElse(WINDOWS);
      delays.add(withdrawn - LossStream.CHANGE - LAG + 1.0);
      run.windows.stream()
          .filter(one -> one.foretold.window() >= withdrawn + 5)
          .forEach(after::add);
    }
    double median = Lives.quantile(delays, 0.5);
    double most = Lives.quantile(delays, 0.9);
    System.out.printf("withdrawn with window %s (median), %s (90 %%) since labels%n", median, most);
    assertThat(median).isLessThanOrEqualTo(4);
    assertThat(most).isLessThanOrEqualTo(6);
    for (int score = 0; score < SCORES.size(); score++) {
      assertThat(covered(after, score)).as("after: %s", SCORES.get(score)).isGreaterThan(0.93);
    }
  }

  private static void add(int from, int to, List<Told> all) {
    List<Told> part =
        all.stream()
            .filter(one -> one.foretold.window() >= LossStream.CHANGE + from)
            .filter(one -> one.foretold.window() < LossStream.CHANGE + to)
            .toList();
    CONCEPT.add(
        from + " to " + (to - 1),
        share(part, one -> one.foretold.isSaid(0)),
        covered(part, 0),
        covered(part, 1),
        covered(part, 2));
  }

  private static double covered(List<Told> windows, int score) {
    return share(
        windows.stream().filter(one -> one.foretold.isSaid(score)).toList(),
        one -> one.foretold.covers(score));
  }
}
