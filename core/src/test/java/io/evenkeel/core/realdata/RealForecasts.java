package io.evenkeel.core.realdata;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.simulation.Observation;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Assumptions;

/** The data sets, in the order of their files. */
public final class RealForecasts {
  private static final Path FOLDER = Path.of(System.getProperty("evenkeel.data", ""));

  private static final List<String> MEMBERS =
      List.of("CMCG", "ETA", "GASP", "GFS", "JMA", "NGPS", "TCWB", "UKMO");

  private RealForecasts() {}

  /** Baseball: class 1 is a home win. A game without outcome is left out. */
  static List<Observation> baseball() {
    List<Observation> observations = new ArrayList<>();
    forEachBaseballGame((day, observation) -> observations.add(observation));
    return observations;
  }

  /** The same by the day of the game. */
  static SortedMap<LocalDate, List<Observation>> baseballByDay() {
    return byDay(RealForecasts::forEachBaseballGame);
  }

  private static void forEachBaseballGame(BiConsumer<LocalDate, Observation> action) {
    for (CSVRecord row : rows("fte_mlb/mlb_games.csv.gz")) {
      if (!row.get("home_win").isEmpty()) {
        action.accept(
            LocalDate.parse(row.get("date")), binary(row.get("p_home"), row.get("home_win")));
      }
    }
  }

  private static SortedMap<LocalDate, List<Observation>> byDay(
      Consumer<BiConsumer<LocalDate, Observation>> rows) {
    SortedMap<LocalDate, List<Observation>> days = new TreeMap<>();
    rows.accept(
        (day, observation) -> days.computeIfAbsent(day, any -> new ArrayList<>()).add(observation));
    return days;
  }

  /** Football: home, tie, away. */
  static List<Observation> soccer() {
    return soccer("", "9999");
  }

  /** The games from one date to before another. */
  static List<Observation> soccer(String from, String to) {
    List<Observation> observations = new ArrayList<>();
    for (CSVRecord row : rows("fte_soccer/club_soccer.csv.gz")) {
      String date = row.get("date");
      if (date.compareTo(from) >= 0 && date.compareTo(to) < 0) {
        observations.add(game(row));
      }
    }
    return observations;
  }

  /** The same by the day of the game. */
  static SortedMap<LocalDate, List<Observation>> soccerByDay() {
    return byDay(
        action -> {
          for (CSVRecord row : rows("fte_soccer/club_soccer.csv.gz")) {
            action.accept(LocalDate.parse(row.get("date")), game(row));
          }
        });
  }

  private static Observation game(CSVRecord row) {
    List<String> outcomes = List.of("home", "tie", "away");
    double[] p = outcomes.stream().mapToDouble(o -> number(row, "p_" + o)).toArray();
    return observation(p, outcomes.indexOf(row.get("outcome")));
  }

  /** Images of ten classes, by a network that is known to be over-confident. */
  public static List<Observation> images() {
    return images("cifar10_vgg16/vgg16_raw.csv.gz");
  }

  /** The same after temperature scaling, which mends most of it. */
  static List<Observation> scaledImages() {
    return images("cifar10_vgg16/vgg16_tempscaled.csv.gz");
  }

  private static List<Observation> images(String file) {
    List<Observation> observations = new ArrayList<>();
    for (CSVRecord row : rows(file)) {
      double[] p = new double[10];
      for (int k = 0; k < p.length; k++) {
        p[k] = number(row, "p" + k);
      }
      observations.add(observation(p, Integer.parseInt(row.get("label"))));
    }
    return observations;
  }

  /** Employment in one year: class 1 is employed. */
  static List<Observation> census(String year) {
    Map<String, String> labels = new HashMap<>();
    rows("census_ma_employment/labels.csv.gz")
        .forEach(row -> labels.put(row.get("id"), row.get("employed")));
    List<Observation> observations = new ArrayList<>();
    for (CSVRecord row : rows("census_ma_employment/predictions.csv.gz")) {
      String label = labels.get(row.get("id"));
      if (label != null && row.get("year").equals(year)) {
        observations.add(binary(row.get("p_employed"), label));
      }
    }
    return observations;
  }

  /** Temperatures, by the eight members of an ensemble that is known to be far too narrow. */
  public static List<Observation> temperatures() {
    List<Observation> observations = new ArrayList<>();
    forEachTemperature((row, observation) -> observations.add(observation));
    return observations;
  }

  /** The same by the day that they are about. */
  static SortedMap<LocalDate, List<Observation>> temperaturesByDay() {
    return byDay(
        action -> forEachTemperature((row, observation) -> action.accept(day(row), observation)));
  }

  /** The station of each, in the same order. */
  static SortedMap<LocalDate, List<String>> stationsByDay() {
    SortedMap<LocalDate, List<String>> days = new TreeMap<>();
    forEachTemperature(
        (row, observation) ->
            days.computeIfAbsent(day(row), any -> new ArrayList<>()).add(row.get("station")));
    return days;
  }

  private static LocalDate day(CSVRecord row) {
    return LocalDate.parse(row.get("valid").substring(0, 10));
  }

  private static void forEachTemperature(BiConsumer<CSVRecord, Observation> action) {
    Map<String, Double> labels = new HashMap<>();
    rows("uw_srft/labels.csv.gz")
        .forEach(row -> labels.put(row.get("id"), number(row, "observed_K")));
    for (CSVRecord row : rows("uw_srft/predictions.csv.gz")) {
      Double label = labels.get(row.get("id"));
      if (label != null) {
        double[] members = MEMBERS.stream().mapToDouble(member -> number(row, member)).toArray();
        action.accept(row, new Observation(Ensemble.of(members), Target.of(label)));
      }
    }
  }

  /** Admissions a number of weeks ahead, by 23 quantiles. */
  public static List<Observation> influenza(String horizon) {
    Map<String, Double> labels = new HashMap<>();
    rows("flusight_ensemble/labels.csv.gz")
        .forEach(row -> labels.put(week(row), number(row, "weekly_admissions")));
    List<Observation> observations = new ArrayList<>();
    for (CSVRecord row : rows("flusight_ensemble/predictions.csv.gz")) {
      Double label = labels.get(week(row));
      if (label != null && row.get("horizon_wk").equals(horizon)) {
        double[] levels =
            row.toMap().keySet().stream()
                .filter(column -> column.startsWith("q"))
                .mapToDouble(column -> Double.parseDouble(column.substring(1)))
                .sorted()
                .toArray();
        double[] values = Arrays.stream(levels).map(level -> number(row, "q" + level)).toArray();
        observations.add(new Observation(Quantiles.of(levels, values), Target.of(label)));
      }
    }
    return observations;
  }

  private static String week(CSVRecord row) {
    return row.get("target_end_date") + row.get("location");
  }

  private static double number(CSVRecord row, String column) {
    return Double.parseDouble(row.get(column));
  }

  private static Observation binary(String probability, String outcome) {
    double p = Double.parseDouble(probability);
    return observation(new double[] {1 - p, p}, Integer.parseInt(outcome));
  }

  /** The files hold six significant digits. */
  private static Observation observation(double[] p, int outcome) {
    return new Observation(Categorical.of(1e-5, p), Target.ofClass(outcome));
  }

  private static List<CSVRecord> rows(String file) {
    Path path = FOLDER.resolve(file);
    Assumptions.assumeTrue(Files.isReadable(path), () -> "no real data at '" + path + "'");
    CSVFormat format = CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).get();
    try (BufferedReader reader =
            new BufferedReader(
                new InputStreamReader(
                    new GZIPInputStream(Files.newInputStream(path)), StandardCharsets.UTF_8));
        var parser = format.parse(reader)) {
      return parser.getRecords();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
