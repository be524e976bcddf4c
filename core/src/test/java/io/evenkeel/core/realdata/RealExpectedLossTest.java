package io.evenkeel.core.realdata;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.expected.CheckedWindows;
import io.evenkeel.core.expected.ExpectedLoss;
import io.evenkeel.core.moments.ExpectedScoreMoments;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.simulation.Foretold;
import io.evenkeel.core.simulation.Observation;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.ListSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scores of real forecasts, foretold before their labels, beside CBPE. */
class RealExpectedLossTest {
  private static final int SPLITS = 60;
  private static final int LABELLED = 2000;
  private static final int WINDOW = 300;
  private static final int CHECKED = 8;

  @Test
  void coversBaseball() {
    assertCovers("fte_mlb 28 days", windows(RealForecasts.baseballByDay()), 1);
  }

  @Test
  void coversSoccer() {
    assertCovers("fte_soccer 28 days", windows(RealForecasts.soccerByDay()), 1);
  }

  /** 24 windows a year, of rows in random order: the year is the only time that there is. */
  @Test
  void coversTheCensus() {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(1);
    assertCovers("census", census(rows -> ListSampler.shuffle(random, rows)), 1);
  }

  /**
   * In the order of the file neighbours are alike. The bar of 0.90 is missed there: by 0.011 for
   * the error, and with labels a year late by 0.025 for Brier score and error.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 24})
  void coversLessOfTheCensusInTheOrderOfItsFile(int lag) {
    assertCovers("census in file order, lag " + lag, census(rows -> {}), lag, 0.87);
  }

  private static List<List<Observation>> census(Consumer<List<Observation>> order) {
    List<List<Observation>> windows = new ArrayList<>();
    for (String year : List.of("2015", "2016", "2017", "2018")) {
      List<Observation> rows = RealForecasts.census(year);
      order.accept(rows);
      int n = rows.size();
      for (int k = 0; k < 24; k++) {
        windows.add(rows.subList(k * n / 24, (k + 1) * n / 24));
      }
    }
    return windows;
  }

  /** Stations share the errors of a day, which looks like a change from one day to the next. */
  @Test
  void saysNothingOfTemperatures() {
    List<List<Observation>> days = new ArrayList<>(RealForecasts.temperaturesByDay().values());
    ExpectedScoreMoments moments = new ExpectedScoreMoments(TargetSpace.reals(1));

    List<Foretold> all = Foretold.of(moments, days, 2);

    assertThat(all).hasSizeGreaterThan(40).noneMatch(day -> day.isSaid(0));
    assertThat(all.stream().filter(Foretold::isWithdrawn)).hasSizeGreaterThan(all.size() / 2);
  }

  /** Of 28 days each, at least 40 rows. */
  private static List<List<Observation>> windows(SortedMap<LocalDate, List<Observation>> days) {
    Map<Long, List<Observation>> windows = new TreeMap<>();
    long first = days.firstKey().toEpochDay();
    days.forEach(
        (day, rows) ->
            windows
                .computeIfAbsent((day.toEpochDay() - first) / 28, any -> new ArrayList<>())
                .addAll(rows));
    return windows.values().stream().filter(rows -> rows.size() > 40).toList();
  }

  private static void assertCovers(String name, List<List<Observation>> windows, int lag) {
    assertCovers(name, windows, lag, 0.9);
  }

  private static void assertCovers(
      String name, List<List<Observation>> windows, int lag, double bar) {
    ExpectedScoreMoments moments =
        new ExpectedScoreMoments(windows.get(0).get(0).prediction().space());
    List<Foretold> all = Foretold.of(moments, windows, lag);
    long withdrawn = all.stream().filter(Foretold::isWithdrawn).count();
    for (int score = 0; score < moments.scores().size(); score++) {
      int s = score;
      List<Foretold> said = all.stream().filter(one -> one.isSaid(s)).toList();
      String what = name + " " + moments.scores().get(s);
      double covered = report(what, said, s, withdrawn);
      assertThat(covered).as(what).isGreaterThanOrEqualTo(bar);
    }
  }

  private static double report(String what, Collection<Foretold> windows, int s, long withdrawn) {
    double covered = mean(windows, one -> one.covers(s) ? 1 : 0);
    System.out.printf(
        Locale.ROOT,
        "%s: %d windows, %d of them said and %.3f covered, %d withdrawn, covered %.3f, by the model alone %.3f, CBPE %.3f, half"
            + " width %.4f, off by %.4f, CBPE by %.4f%n",
        what,
        windows.size(),
        windows.stream().filter(one -> one.isSaid(s)).count(),
        mean(windows.stream().filter(one -> one.isSaid(s)).toList(), one -> one.covers(s) ? 1 : 0),
        withdrawn,
        covered,
        mean(windows, one -> one.modelCovers(s) ? 1 : 0),
        mean(windows, one -> one.forecastCovers(s) ? 1 : 0),
        mean(windows, one -> one.halfWidth(s)),
        mean(windows, one -> Math.abs(one.actual()[s] - one.losses().get(s).estimate())),
        mean(windows, one -> Math.abs(one.actual()[s] - one.expected()[s])));
    return covered;
  }

  private static double mean(Collection<Foretold> said, ToDoubleFunction<Foretold> value) {
    return said.stream().mapToDouble(value).average().orElse(Double.NaN);
  }

  /** How windows of images are selected from those without a label. */
  private enum Selection {
    ALL,
    HARD_5,
    HARD_50,
    PREDICTED_CATS_AND_DOGS_5,
    /** Not a shift of the predictions: the label itself is selected. */
    CATS_5;

    double weight(Observation row) {
      Categorical p = (Categorical) row.prediction();
      boolean isHard = p.probability(p.argmax()) < 0.99;
      return switch (this) {
        case ALL -> 1;
        case HARD_5 -> isHard ? 5 : 1;
        case HARD_50 -> isHard ? 50 : 1;
        case PREDICTED_CATS_AND_DOGS_5 -> p.argmax() == 3 || p.argmax() == 5 ? 5 : 1;
        case CATS_5 -> ((ClassLabel) row.target()).index() == 3 ? 5 : 1;
      };
    }
  }

  /** Intervals that are too wide to be said have to cover as well. */
  @Test
  void coversSelectedImages() {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(7);
    List<Observation> images = new ArrayList<>(RealForecasts.images());
    ExpectedScoreMoments moments = new ExpectedScoreMoments(images.get(0).prediction().space());
    Map<Selection, List<Foretold>> all = new TreeMap<>();
    for (int split = 0; split < SPLITS; split++) {
      ListSampler.shuffle(random, images);
      double[] labelled = Foretold.block(moments, images.subList(0, LABELLED));
      List<Observation> rest = images.subList(LABELLED, images.size());
      List<CheckedWindows> checks = checks(moments, labelled, rest, random);
      for (Selection selection : Selection.values()) {
        for (int k = 0; k < 5; k++) {
          double[] block = Foretold.block(moments, sample(rest, selection, random));
          List<ExpectedLoss> losses = ExpectedLoss.of(moments, labelled, block, checks);
          all.computeIfAbsent(selection, any -> new ArrayList<>())
              .add(Foretold.of(k, moments, losses, block));
        }
      }
    }
    all.forEach(
        (selection, windows) -> {
          for (int s = 0; s < 3; s++) {
            String what = "cifar10_vgg16 " + selection + " " + moments.scores().get(s);
            double covered = report(what, windows, s, 0);
            assertThat(covered).as(what).isGreaterThanOrEqualTo(0.92);
          }
        });
  }

  /** Of eight windows that were not selected. */
  private static List<CheckedWindows> checks(
      ExpectedScoreMoments moments,
      double[] labelled,
      List<Observation> rest,
      UniformRandomProvider random) {
    CheckedWindows[] checks =
        Collections.nCopies(3, CheckedWindows.NONE).toArray(CheckedWindows[]::new);
    for (int k = 0; k < CHECKED; k++) {
      double[] block = Foretold.block(moments, sample(rest, Selection.ALL, random));
      List<ExpectedLoss> losses = ExpectedLoss.of(moments, labelled, block, Arrays.asList(checks));
      Foretold foretold = Foretold.of(k, moments, losses, block);
      for (int s = 0; s < 3; s++) {
        ExpectedLoss loss = losses.get(s);
        checks[s] = checks[s].and((foretold.actual()[s] - loss.estimate()) / loss.standardError());
      }
    }
    return Arrays.asList(checks);
  }

  /** Without replacement: the rows of the largest log(u) / weight (Efraimidis and Spirakis). */
  private static List<Observation> sample(
      List<Observation> rows, Selection selection, UniformRandomProvider random) {
    Map<Double, Observation> sorted = new TreeMap<>();
    for (Observation row : rows) {
      sorted.put(-Math.log(random.nextDouble()) / selection.weight(row), row);
    }
    return sorted.values().stream().limit(WINDOW).toList();
  }
}
