package io.evenkeel.app.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.replay.Case;
import io.evenkeel.app.replay.Event;
import io.evenkeel.app.replay.EventSource;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.Univariate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The dataset files of the project, against the data where it is present. */
class DatasetFilesTest {
  private static final Path FILES =
      Path.of(Objects.requireNonNull(System.getProperty("evenkeel.root")), "deploy/datasets");
  private static final Path DATA =
      Path.of(Objects.requireNonNull(System.getProperty("evenkeel.data")));

  @Test
  void areAllValid() throws IOException {
    try (Stream<Path> files = Files.list(FILES)) {
      List<Path> yaml = files.filter(file -> file.toString().endsWith(".yaml")).toList();

      assertThat(yaml).hasSize(6);
      assertThat(yaml)
          .allSatisfy(
              file -> {
                Dataset dataset = Dataset.read(file);
                assertThat(dataset.about()).isNotBlank();
                assertThat(AppConfig.of(dataset.settings()).models())
                    .hasSameSizeAs(dataset.models());
                assertThat(dataset.models())
                    .allSatisfy(model -> assertThat(model.id()).startsWith(model.model() + ":"));
              });
    }
  }

  @Test
  void haveSettingsThatTheApplicationTakes() {
    Dataset dataset = dataset("uw_srft");

    ModelSettings settings = AppConfig.of(dataset.settings()).model("uw_srft_emos");

    assertThat(settings.window().size()).isEqualTo(Duration.ofDays(1));
    assertThat(settings.labels().maxWait()).isEqualTo(Duration.ofDays(2));
    assertThat(settings.labels().delayIndependent()).isTrue();
    assertThat(AppConfig.of(dataset("fte_soccer").settings()).model("fte_soccer").classes())
        .containsExactly("home", "tie", "away");
  }

  /** Rows and labels as the README of each folder states them, or as counted there by hand. */
  @ParameterizedTest
  @CsvSource({
    "fte_mlb,              fte_mlb,           15748,  15747",
    "fte_soccer,           fte_soccer,        32390,  32390",
    "cifar10_vgg16,        cifar10_raw,       8000,   8000",
    "cifar10_vgg16,        cifar10_scaled,    8000,   8000",
    "census_ma_employment, census_employment, 277677, 277677",
    "uw_srft,              uw_srft_raw,       36826,  36826",
    "uw_srft,              uw_srft_emos,      19798,  19798",
    "flusight_ensemble,    flusight_ensemble, 11880,  11880"
  })
  void yieldEveryRowOnce(String folder, String model, int predictions, int labels) {
    Set<String> ids = new HashSet<>();
    Set<String> labelled = new HashSet<>();
    boolean inOrder = true;
    boolean once = true;
    long reached = Long.MIN_VALUE;
    try (Stream<Event> events = EventSource.of(dataset(folder).cases(data(folder))).events()) {
      for (Event event : (Iterable<Event>) events::iterator) {
        inOrder &= event.time() >= reached;
        reached = event.time();
        if (event.model().equals(model)) {
          once &= (event instanceof Event.Predicted ? ids : labelled).add(event.id());
        }
      }
    }

    assertThat(inOrder).isTrue();
    assertThat(once).isTrue();
    assertThat(ids).hasSize(predictions);
    assertThat(labelled).hasSize(labels);
    assertThat(ids.containsAll(labelled)).isTrue();
  }

  @Test
  void readTheFirstGameOfBaseball() {
    // 2016-04-03:Pirates:Cardinals:0,2016-04-03,2016,Pirates,Cardinals,0.531046,1
    Case first = first("fte_mlb");

    assertThat(first.prediction().id()).isEqualTo("fte_mlb:2016-04-03:Pirates:Cardinals:0");
    assertThat(first.prediction().madeAt()).isEqualTo(millis("2016-04-03T00:00:00Z"));
    assertThat(first.prediction().segments()).isEqualTo(Map.of("season", "2016"));
    assertThat(first.prediction().distribution()).isEqualTo(Categorical.of(1 - 0.531046, 0.531046));
    assertLabel(first, "2016-04-04T00:00:00Z", new RawTarget.Index(1));
  }

  @Test
  void readTheFirstMatchOfSoccer() {
    // 0,2016-07-09,2016,FA Women's Super League,Liverpool
    // Women,Reading,0.43886,0.284422,0.276718,home
    Case first = first("fte_soccer");

    assertThat(first.prediction().segments())
        .isEqualTo(Map.of("league", "FA Women's Super League", "season", "2016"));
    assertThat(first.prediction().distribution())
        .isEqualTo(Categorical.of(0.43886, 0.284422, 0.276718));
    assertLabel(first, "2016-07-10T00:00:00Z", new RawTarget.Index(0));
  }

  @Test
  void readTheFirstTestImage() {
    // Row 2000 of the file, counted from 0, is the first of split=test: a minute per row.
    Case first = first("cifar10_vgg16");

    assertThat(first.prediction().id()).isEqualTo("cifar10_raw:2000");
    assertThat(first.prediction().madeAt()).isEqualTo(millis("2026-01-02T09:20:00Z"));
    assertThat(first.prediction().distribution().space().size()).isEqualTo(10);
  }

  @Test
  void readTheFirstCensusRecord() {
    // 0,2015,62,2,0.121211 and 0,0
    Case first = first("census_ma_employment");

    assertThat(first.prediction().features()).isEqualTo(Map.of("age", 62.0));
    assertThat(first.prediction().segments()).isEqualTo(Map.of("sex", "2"));
    assertThat(first.prediction().distribution()).isEqualTo(Categorical.of(1 - 0.121211, 0.121211));
    assertThat(first.prediction().madeAt()).isEqualTo(millis("2015-01-01T00:00:00Z"));
    assertLabel(first, "2015-07-02T00:00:00Z", new RawTarget.Index(0));
  }

  @Test
  void putEachCensusYearIntoAPaneOfItsOwn() {
    long pane = 365L * 24 * 60 * 60 * 1000;
    Map<Long, Set<Instant>> panes = new HashMap<>();
    try (Stream<Case> cases =
        dataset("census_ma_employment").cases(data("census_ma_employment")).cases()) {
      cases.forEach(
          one ->
              panes
                  .computeIfAbsent(one.prediction().madeAt() / pane, start -> new HashSet<>())
                  .add(Instant.ofEpochMilli(one.prediction().madeAt())));
    }

    assertThat(panes).hasSize(4);
    assertThat(panes.values()).allSatisfy(times -> assertThat(times).hasSize(1));
  }

  @Test
  void readTheFirstTemperature() {
    // 280.69,280.75,280.68,280.48,280.56,280.75,280.21,280.53 valid 2004-01-01, observed 279.817
    Case first = first("uw_srft");

    assertThat(first.prediction().madeAt()).isEqualTo(millis("2003-12-30T00:00:00Z"));
    assertThat(first.prediction().distribution())
        .isEqualTo(Ensemble.of(280.69, 280.75, 280.68, 280.48, 280.56, 280.75, 280.21, 280.53));
    assertLabel(first, "2004-01-01T00:00:00Z", new RawTarget.Real(279.817));
  }

  @Test
  void leaveAsManyTemperaturesOutsideTheEnsembleAsTheReadmeStates() {
    int below = 0;
    int above = 0;
    int n = 0;
    try (Stream<Case> cases = dataset("uw_srft").cases(data("uw_srft")).cases()) {
      for (Case one : (Iterable<Case>) cases::iterator) {
        if (one.prediction().model().equals("uw_srft_raw")) {
          Univariate ensemble = Univariate.of(one.prediction().distribution());
          double y = ((RawTarget.Real) one.labels().get(0).target()).value();
          n++;
          below += ensemble.cdf(y) == 0 ? 1 : 0;
          above += ensemble.survival(y) == 0 && ensemble.cdfBelow(y) == 1 ? 1 : 0;
        }
      }
    }

    // The outermost of nine ranks, .277 and .464, hold a share of the 47 ties at most.
    assertThat((double) below / n).isCloseTo(0.277, Offset.offset(2e-3));
    assertThat((double) above / n).isCloseTo(0.464, Offset.offset(2e-3));
  }

  @Test
  void readTheFirstWeekOfInfluenza() {
    Case first = first("flusight_ensemble");

    assertThat(first.prediction().segments()).isEqualTo(Map.of("horizon", "1", "location", "01"));
    Quantiles quantiles = (Quantiles) first.prediction().distribution();
    assertThat(quantiles.size()).isEqualTo(23);
    assertThat(quantiles.value(0)).isEqualTo(8.7452);
    assertThat(Univariate.of(quantiles).quantile(0.5)).isEqualTo(36.28);
    assertThat(Univariate.of(quantiles).quantile(0.99)).isEqualTo(70);
    assertLabel(first, "2022-01-19T00:00:00Z", new RawTarget.Real(33));
  }

  private static void assertLabel(Case one, String knownAt, RawTarget target) {
    assertThat(one.labels())
        .containsExactly(new LabelEvent(one.prediction().id(), millis(knownAt), 0, target));
  }

  private static Case first(String folder) {
    try (Stream<Case> cases = dataset(folder).cases(data(folder)).cases()) {
      return cases.findFirst().orElseThrow();
    }
  }

  private static Dataset dataset(String folder) {
    return Dataset.read(FILES.resolve(folder + ".yaml"));
  }

  private static Path data(String folder) {
    Path data = DATA.resolve(folder);
    assumeThat(data).as("the real data is not part of the project: -Devenkeel.data=DIR").exists();
    return data;
  }

  private static long millis(String instant) {
    return Instant.parse(instant).toEpochMilli();
  }
}
