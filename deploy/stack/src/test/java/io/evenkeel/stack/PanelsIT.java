package io.evenkeel.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.evenkeel.stack.Dashboards.Query;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What panels show of rows that are seldom: without labels, without evidence, silenced, old. */
class PanelsIT {
  private static final String FLEET = "Evenkeel: fleet";
  private static final String MODEL = "Evenkeel: one model";

  /** The range of time of the dashboards. */
  private static final String FROM = "2026-01-02T00:00:00Z";

  private static final String TO = "2026-01-03T00:00:00Z";

  private static Postgres postgres;

  private Connection database;
  private Statement statement;

  @BeforeAll
  static void start() throws InterruptedException {
    assumeTrue(
        Part.POSTGRESQL.present(),
        "skipped: there is no PostgreSQL on this machine; apt-get install postgresql");
    postgres = Postgres.start();
    postgres.run(Resources.read("connect/tables.sql"));
  }

  @AfterAll
  static void stop() {
    if (postgres != null) {
      postgres.close();
    }
  }

  @BeforeEach
  void connect() throws SQLException {
    database = DriverManager.getConnection(postgres.url(), postgres.user(), postgres.password());
    database.setAutoCommit(false);
    statement = database.createStatement();
  }

  /** Nothing is committed, so that no test sees the rows of another. */
  @AfterEach
  void disconnect() throws SQLException {
    database.close();
  }

  @ParameterizedTest
  @CsvSource({
    "null,   null, null,   null,    null,   null",
    "null,   9.2,  null,   null,    null,   9897",
    "9.2,    9.2,  8.1,    1,       9897,   9897",
    "10000,  9.2,  10000,  1e300,   4.6e299, 9897",
    "-10000, 9.2,  -10000, 1e-300,  .0067,  9897"
  })
  void evidenceIsDrawnWhereThereIsSomeAndWithinWhatCanBeDrawn(
      String detector, String threshold, String window, String ratio, String series, String line)
      throws SQLException {
    verdict(
        "churn",
        "evidence_log_detector = %s, evidence_log_threshold = %s, evidence_log_e_window = %s"
            .formatted(detector, threshold, window));

    assertNumber(ask(MODEL, "Evidence / threshold").get(0).get("evidence / threshold"), ratio);
    Map<String, @Nullable Object> drawn = ask(MODEL, "Evidence against calibration").get(0);
    assertNumber(drawn.get("series"), series);
    assertThat(drawn.get("window alone") == null).isEqualTo(window.equals("null"));
    assertNumber(drawn.get("threshold"), line);
  }

  private static void assertNumber(@Nullable Object shown, String expected) {
    if (expected.equals("null")) {
      assertThat(shown).isNull();
    } else {
      double about = Double.parseDouble(expected);
      assertThat(shown)
          .isInstanceOfSatisfying(
              Double.class, number -> assertThat(number / about).isBetween(0.99, 1.01));
    }
  }

  @ParameterizedTest
  @CsvSource({"null, null", "11.513, 1e5", "10000, 1e300", "-10000, 1e-300"})
  void evidenceOfAnAlertIsBlankWhereItsRuleHasNone(String log, String shown) throws SQLException {
    String values = "updated_at = '2026-01-02T02:00:00Z', log_evidence = " + log;
    alert("churn", "data-quality", "FIRING", "WARNING", values);

    assertNumber(ask(FLEET, "Alerts").get(0).get("evidence"), shown);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "NO_DATA  | ends_at = null                        | true",
        "FIRING   | silenced_by = 's1'                    | true",
        "FIRING   | inhibited_by = 'f'                    | true",
        "FIRING   | starts_at = '2026-01-04T00:00:00Z'    | false",
        "RESOLVED | ends_at = '2026-01-02T06:00:00Z'      | true",
        "RESOLVED | ends_at = '2026-01-01T18:00:00Z'      | false"
      })
  void anAlertIsShownUntilItEndsHoweverLongItWasNotSent(
      String state, String values, boolean isShown) throws SQLException {
    alert("churn", "miscalibration", state, "CRITICAL", values);

    assertThat(ask(FLEET, "Alerts")).hasSize(isShown ? 1 : 0);
    assertThat(annotations()).hasSize(isShown ? 1 : 0);
  }

  @Test
  void theAnnotationOfAnOpenAlertReachesToTheEndOfTheRange() throws SQLException {
    alert("churn", "miscalibration", "FIRING", "CRITICAL", "ends_at = null");
    alert("churn", "selection", "RESOLVED", "WARNING", "ends_at = '2026-01-02T06:00:00Z'");

    assertThat(annotations())
        .extracting(row -> row.get("tags") + " until " + row.get("timeend"))
        .containsExactlyInAnyOrder(
            "firing,miscalibration until " + TO, "resolved,selection until 2026-01-02T06:00:00Z");
  }

  @Test
  void aSeriesShowsTheMostUrgentOfItsOpenAlerts() throws SQLException {
    verdict("churn", "revision = 1");
    alert("churn", "miscalibration", "FIRING", "CRITICAL", "silenced_by = 's1'");
    alert("churn", "prediction-drift", "FIRING", "WARNING", "inhibited_by = 'f'");
    assertThat(alertOfTheSeries()).isEqualTo("FIRING, silenced CRITICAL 2026-01-01T00:00:00Z");

    alert("churn", "selection", "PENDING", "INFO", "starts_at = '2026-01-01T05:00:00Z'");
    assertThat(alertOfTheSeries()).isEqualTo("PENDING INFO 2026-01-01T05:00:00Z");

    alert("churn", "label-shift", "FIRING", "WARNING", "starts_at = '2026-01-01T04:00:00Z'");
    alert("churn", "feature-drift", "FIRING", "CRITICAL", "starts_at = '2026-01-01T03:00:00Z'");
    alert("churn", "data-quality", "NO_DATA", "CRITICAL", "starts_at = '2026-01-01T06:00:00Z'");
    alert("churn", "window-tests", "RESOLVED", "CRITICAL", "ends_at = '2026-01-02T07:00:00Z'");
    assertThat(alertOfTheSeries()).isEqualTo("FIRING CRITICAL 2026-01-01T03:00:00Z");
  }

  private String alertOfTheSeries() throws SQLException {
    List<Map<String, @Nullable Object>> rows = ask(FLEET, "Series");
    assertThat(rows).hasSize(1);
    return rows.get(0).get("alert")
        + " "
        + rows.get(0).get("severity")
        + " "
        + rows.get(0).get("since");
  }

  @Test
  void seriesThatWantSomebodyComeBeforeThoseWhoseAlertsAreSilencedOrExplained()
      throws SQLException {
    for (String model : List.of("calm", "explained", "pending", "silenced", "unwell")) {
      verdict(model, "evidence_log_detector = 3, evidence_log_threshold = 9");
    }
    alert("explained", "miscalibration", "FIRING", "WARNING", "inhibited_by = 'f'");
    alert("pending", "miscalibration", "PENDING", "WARNING", "ends_at = null");
    alert("silenced", "miscalibration", "FIRING", "CRITICAL", "silenced_by = 's1'");
    alert("unwell", "miscalibration", "FIRING", "WARNING", "ends_at = null");

    assertThat(ask(FLEET, "Series"))
        .extracting(row -> row.get("model") + " " + row.get("alert"))
        .containsExactly(
            "unwell FIRING",
            "pending PENDING",
            "silenced FIRING, silenced",
            "explained FIRING, explained",
            "calm null");
  }

  @ParameterizedTest
  @ValueSource(strings = {FLEET, MODEL})
  void anOpenAlertIsCalledSilencedAndOneThatIsOverIsNot(String board) throws SQLException {
    String over = "ends_at = '2026-01-02T06:00:00Z', silenced_by = 's1'";
    alert("churn", "miscalibration", "RESOLVED", "CRITICAL", over);
    alert("churn", "selection", "NO_DATA", "CRITICAL", "silenced_by = 's1', inhibited_by = 'f'");

    assertThat(ask(board, "Alerts"))
        .extracting(row -> row.get("state"))
        .containsExactlyInAnyOrder("RESOLVED", "NO_DATA, silenced");
  }

  @Test
  void alertsThatWantNobodyAreNotCountedAsFiring() throws SQLException {
    alert("churn", "miscalibration", "FIRING", "CRITICAL", "ends_at = null");
    alert("churn", "prediction-drift", "FIRING", "INFO", "ends_at = null");
    alert("churn", "feature-drift", "FIRING", "WARNING", "silenced_by = 's1'");
    alert("churn", "selection", "FIRING", "WARNING", "inhibited_by = 'f'");

    assertThat(ask(FLEET, "Alerts firing")).containsExactly(Map.of("alerts", 1L));
  }

  @Test
  void anAlertWhoseDataStopIsStillCountedAndOneOfMissingDataAloneIsNot() throws SQLException {
    String found = "starts_earliest = '2026-01-01T00:00:00Z'";
    alert("churn", "miscalibration", "NO_DATA", "CRITICAL", found);
    alert("fraud", "miscalibration", "NO_DATA", "CRITICAL", "starts_earliest = null");

    assertThat(ask(FLEET, "Alerts firing")).containsExactly(Map.of("alerts", 1L));
  }

  /** Labels may take longer than a window: then the newest never has enough. */
  @Test
  void theFindingIsThatOfTheNewestWindowWithEnoughLabels() throws SQLException {
    verdict("churn", "finding = 'MISCALIBRATED', labelled = 500, cause = 'BELIEFS', summary = 'x'");
    statement.execute(
        "update verdicts set window_start = window_start - interval '4h',"
            + " window_end = window_end - interval '4h'");
    verdict("churn2", "finding = 'NO_DATA'");
    statement.execute("update verdicts set model = 'churn'");

    assertThat(ask(FLEET, "Miscalibrated now")).containsExactly(Map.of("series", 1L));
    assertThat(ask(FLEET, "Series watched")).containsExactly(Map.of("series", 1L));
    assertThat(ask(FLEET, "Series"))
        .singleElement()
        .satisfies(row -> assertThat(row).containsEntry("finding", "MISCALIBRATED"))
        .satisfies(row -> assertThat(row).containsEntry("window end", "2026-01-02T04:00:00Z"))
        .satisfies(row -> assertThat(row).containsEntry("newest window", "2026-01-02T08:00:00Z"));
    assertThat(ask(MODEL, "Finding")).containsExactly(Map.of("finding", "MISCALIBRATED"));
    assertThat(ask(MODEL, "Labels").get(0)).containsEntry("labelled", 500L);
    assertThat(ask(MODEL, "Cause")).containsExactly(Map.of("cause", "BELIEFS"));
    assertThat(ask(MODEL, "In a sentence")).containsExactly(Map.of("summary", "x"));
  }

  static Stream<Query> queries() {
    return Dashboards.queries("rawSql");
  }

  /** There, extract gives what date_part still gives. The tables promise PostgreSQL 12. */
  @ParameterizedTest
  @MethodSource("queries")
  void everyQueryTakesDoublePrecisionOfExtractAsBefore14(Query query) throws SQLException {
    String old =
        expand(query).replaceAll("extract\\(epoch from ([^()]+)\\)", "date_part('epoch', $1)");
    assertThat(old).doesNotContain("extract(");

    statement.executeQuery(old);
  }

  private List<Map<String, @Nullable Object>> ask(String board, String title) throws SQLException {
    return rows(
        queries()
            .filter(query -> query.dashboard().path("title").asText().equals(board))
            .filter(query -> query.title().equals(title) && !query.annotates())
            .findFirst()
            .orElseThrow());
  }

  private List<Map<String, @Nullable Object>> annotations() throws SQLException {
    return rows(queries().filter(Query::annotates).findFirst().orElseThrow());
  }

  private List<Map<String, @Nullable Object>> rows(Query query) throws SQLException {
    List<Map<String, @Nullable Object>> all = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery(expand(query))) {
      while (rows.next()) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
          Object value = rows.getObject(i);
          row.put(
              rows.getMetaData().getColumnName(i),
              value instanceof Timestamp time ? time.toInstant().toString() : value);
        }
        all.add(row);
      }
    }
    return all;
  }

  private static String expand(Query query) {
    return Dashboards.expand(
        query.text(),
        query.dashboard().path("title").asText().equals(FLEET)
            ? Map.of("models", "model", "severities", "severity", "top", "25")
            : Map.of("model", "churn", "version", "", "segment", ""),
        FROM,
        TO);
  }

  /** Stores a verdict without labels, whose window ends in the range, and sets columns of it. */
  private void verdict(String model, String values) throws SQLException {
    statement.execute(
        """
        insert into verdicts (model, version, segment, window_start, window_end, status, revision,
          finding, cause, tolerable, summary, predictions, labelled, coverage, late, impossible,
          profile, tests_alpha, evidence_since, evidence_through, provenance_config_hash,
          provenance_partitions, provenance_predictions_from, provenance_predictions_through,
          provenance_labels_from, provenance_labels_through)
        values ('%s', '', '', '2026-01-02T04:00:00Z', '2026-01-02T08:00:00Z', 'FINAL', 0,
          'NO_DATA', 'NONE', false, 'no labels', 500, 0, 0, 0, 0,
          0, 0.05, '2026-01-01T00:00:00Z', '2026-01-02T08:00:00Z', 'hash',
          '{0}', '{0}', '{500}', '{0}', '{0}')
        """
            .formatted(model));
    statement.execute("update verdicts set %s where model = '%s'".formatted(values, model));
  }

  /** Stores an alert that was last sent before the range, and sets columns of it. */
  private void alert(String model, String rule, String state, String severity, String values)
      throws SQLException {
    String fingerprint = model + "/" + rule;
    statement.execute(
        """
        insert into alerts (fingerprint, model, version, segment, rule, state, change, severity,
          starts_at, raised_at, updated_at, summary, description, cases, repeated, runbook)
        values ('%s', '%s', '', '', '%s', '%s', 'BEGAN', '%s',
          '2026-01-01T00:00:00Z', '2026-01-01T02:00:00Z', '2026-01-01T02:00:00Z', 'words',
          'more words', 900, false, 'runbook')
        """
            .formatted(fingerprint, model, rule, state, severity));
    statement.execute(
        "update alerts set %s where fingerprint = '%s'".formatted(values, fingerprint));
  }
}
