package io.evenkeel.core.realdata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.recalibration.MapChoice;
import io.evenkeel.core.recalibration.MapKind;
import io.evenkeel.core.recalibration.RecalibrationMap;
import io.evenkeel.core.recalibration.Segments;
import io.evenkeel.core.recalibration.Temperature;
import io.evenkeel.core.score.ConsistencyResampling;
import io.evenkeel.core.score.IntervalCoverage;
import io.evenkeel.core.score.RunningMean;
import io.evenkeel.core.simulation.Observation;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SortedMap;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/** What maps that were learned from labels are worth on later labels of real forecasts. */
class RealRecalibrationTest {

  private static Observations sample(List<Observation> observations) {
    return Observations.of(
        observations.stream().map(Observation::prediction).toList(),
        observations.stream().map(Observation::target).toList());
  }

  private static Observations recalibrated(Observations sample, RecalibrationMap map) {
    return recalibrated(sample, Segments.none(sample.size()), map);
  }

  private static Observations recalibrated(
      Observations sample, Segments segments, RecalibrationMap map) {
    return Observations.of(
        IntStream.range(0, sample.size())
            .mapToObj(i -> map.forSegments(segments.of(i)).recalibrate(sample.prediction(i)))
            .toList(),
        sample.targets());
  }

  private static RunningMean gain(Observations before, Observations after) {
    RunningMean gain = new RunningMean();
    for (int i = 0; i < before.size(); i++) {
      gain.add(
          MapChoice.loss(before.prediction(i), before.target(i))
              - MapChoice.loss(after.prediction(i), after.target(i)));
    }
    return gain;
  }

  @Test
  void choosesMoreThanATemperatureForTheNetwork() {
    List<Observation> images = RealForecasts.images();
    Observations learned = sample(images.subList(0, 2000));
    Observations judged = sample(images.subList(2000, images.size()));

    RecalibrationMap temperature = MapKind.TEMPERATURE.fit(learned);
    MapChoice choice = MapChoice.of(learned);

    assertThat(((Temperature) temperature).temperature()).isCloseTo(1.702, within(0.01));
    assertThat(choice.kind()).isEqualTo(MapKind.TEMPERATURE_ISOTONIC);
    Observations better = recalibrated(judged, choice.map());
    RunningMean gain = gain(recalibrated(judged, temperature), better);
    double ece =
        ConsistencyResampling.withDefaults()
            .topLabel(better, RandomSource.XO_RO_SHI_RO_128_PP.create(1))
            .ece();
    System.out.printf(
        Locale.ROOT,
        "cifar10_vgg16: %s; nats better than temperature %.5f %s, ECE %.5f%n",
        choice.map().describe(),
        gain.mean(),
        gain.interval(0.95),
        ece);
    assertThat(gain.mean()).isGreaterThanOrEqualTo(0.005);
    assertThat(gain.interval(0.95).lower()).isGreaterThan(0.003);
    assertThat(ece).isLessThanOrEqualTo(0.009);
  }

  @Test
  void widensTheTemperaturesOfTheEnsemble() {
    double[] gain = temperatures("uw_srft", false);

    assertThat(gain[0]).isGreaterThanOrEqualTo(0.19);
    assertThat(gain[1]).isGreaterThan(0.16);
  }

  @Test
  void shiftsTheTemperaturesOfEachStation() {
    double[] gain = temperatures("uw_srft by station", true);

    assertThat(gain[0]).isGreaterThanOrEqualTo(0.27);
    assertThat(gain[1]).isGreaterThan(0.24);
  }

  /**
   * Learned each day from the days whose labels are in: those up to two days before. The share of
   * the CRPS that is saved, and the lower end of its interval.
   */
  private static double[] temperatures(String name, boolean byStation) {
    SortedMap<LocalDate, List<Observation>> days = RealForecasts.temperaturesByDay();
    SortedMap<LocalDate, List<String>> stations = RealForecasts.stationsByDay();
    List<LocalDate> dates = List.copyOf(days.keySet());
    List<Observations> before = new ArrayList<>();
    List<Observations> after = new ArrayList<>();
    List<Observation> later = new ArrayList<>();
    for (LocalDate day : dates) {
      SortedMap<LocalDate, List<Observation>> known = days.headMap(day.minusDays(1));
      if (known.size() < 4) {
        continue;
      }
      Observations past = sample(together(known));
      Segments of =
          byStation
              ? new Segments("station", together(stations.headMap(day.minusDays(1))))
              : Segments.none(past.size());
      RecalibrationMap map = MapKind.NORMAL_REGRESSION_QUANTILE_MAP.fit(past, of);
      Observations today = sample(Objects.requireNonNull(days.get(day)));
      Segments where = new Segments("station", Objects.requireNonNull(stations.get(day)));
      before.add(today);
      after.add(recalibrated(today, where, map));
      if (day.isAfter(dates.get(28))) {
        Observations last = after.get(after.size() - 1);
        for (int i = 0; i < last.size(); i++) {
          later.add(new Observation(last.prediction(i), last.target(i)));
        }
      }
    }
    double[] gain = relativeGain(before, after);
    double of90 = IntervalCoverage.of(sample(later), 0.9).share();
    double of95 = IntervalCoverage.of(sample(later), 0.95).share();
    System.out.printf(
        Locale.ROOT,
        "%s: %d days, CRPS better by %.4f, at least %.4f; later half covers %.4f, %.4f%n",
        name,
        before.size(),
        gain[0],
        gain[1],
        of90,
        of95);
    assertThat(of90).isCloseTo(0.9, within(0.02));
    assertThat(of95).isCloseTo(0.95, within(0.02));
    return gain;
  }

  private static <T> List<T> together(SortedMap<LocalDate, List<T>> days) {
    return days.values().stream().flatMap(List::stream).toList();
  }

  /** The share of the loss that is saved, and the 2.5 % quantile of a bootstrap of the days. */
  private static double[] relativeGain(List<Observations> before, List<Observations> after) {
    int n = before.size();
    double[] gains = new double[n];
    double[] losses = new double[n];
    for (int day = 0; day < n; day++) {
      gains[day] = before.get(day).size() * gain(before.get(day), after.get(day)).mean();
      for (int i = 0; i < before.get(day).size(); i++) {
        losses[day] += MapChoice.loss(before.get(day).prediction(i), before.get(day).target(i));
      }
    }
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(1);
    double[] draws = new double[2000];
    for (int draw = 0; draw < draws.length; draw++) {
      double gain = 0;
      double loss = 0;
      for (int k = 0; k < n; k++) {
        int day = random.nextInt(n);
        gain += gains[day];
        loss += losses[day];
      }
      draws[draw] = gain / loss;
    }
    Arrays.sort(draws);
    double total = Arrays.stream(gains).sum() / Arrays.stream(losses).sum();
    return new double[] {total, draws[(int) (0.025 * draws.length)]};
  }
}
