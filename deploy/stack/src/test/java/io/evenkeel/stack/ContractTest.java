package io.evenkeel.stack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.evenkeel.app.codec.Columns;
import io.evenkeel.app.config.TopicNames;
import io.evenkeel.app.metrics.Instrument;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.Metric;
import io.evenkeel.schemas.PublishedMap;
import io.evenkeel.schemas.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What deploy/ names is what the code has. */
class ContractTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final Pattern NAME = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*");
  private static final Pattern VALUE = Pattern.compile("\\$\\{__data\\.fields[^}]*}");
  private static final Pattern SERIES = Pattern.compile("(evenkeel_\\w+)\\{([^}]*)}");

  /** Labels of each metric of the application. */
  private static final Map<String, Set<String>> METRICS =
      Arrays.stream(Instrument.values())
          .collect(
              Collectors.toMap(
                  Instrument::exportedName, instrument -> Set.copyOf(instrument.labels())));

  /** Labels that Prometheus adds to every series. */
  private static final Set<String> ADDED = Set.of("job", "instance");

  /**
   * A connector.
   *
   * @param ofKey the columns that are no field of the record, as they are its key
   */
  record Sink(String name, String topic, Schema schema, Set<String> ofKey) {
    private Sink(String name, String topic, Schema schema) {
      this(name, topic, schema, Set.of());
    }

    @Override
    public String toString() {
      return name;
    }

    Set<String> columns() {
      Set<String> columns = new HashSet<>(Columns.of(schema).keySet());
      columns.addAll(ofKey);
      return columns;
    }
  }

  static Stream<Sink> sinks() {
    TopicNames topics = TopicNames.defaults();
    return Stream.of(
        new Sink("verdicts", topics.verdicts(), Verdict.getClassSchema()),
        new Sink("metrics", topics.metrics(), Metric.getClassSchema()),
        new Sink("alerts", topics.alerts(), Alert.getClassSchema()),
        new Sink(
            "recalibrations",
            topics.recalibrations(),
            PublishedMap.getClassSchema(),
            Set.of("series")));
  }

  @Test
  void theImageOfConnectStartsEveryConnector() throws Exception {
    String dockerfile = Files.readString(Pipeline.DEPLOY.resolve("docker/Dockerfile"));

    assertThat(connectors())
        .containsExactlyInAnyOrderElementsOf(sinks().map(sink -> sink.name() + ".json").toList())
        .allSatisfy(name -> assertThat(dockerfile).contains("\"/opt/connect/" + name + "\""));
  }

  private static List<String> connectors() throws IOException {
    try (Stream<Path> files = Files.list(Pipeline.DEPLOY.resolve("connect"))) {
      return files
          .map(file -> String.valueOf(file.getFileName()))
          .filter(name -> name.endsWith(".json"))
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("sinks")
  void aConnectorReadsATopicOfTheApplicationAndKeysItsTableByFields(Sink sink) throws Exception {
    JsonNode config =
        JSON.readTree(Pipeline.DEPLOY.resolve("connect/" + sink.name() + ".json").toFile())
            .path("config");

    assertThat(config.path("topics").asText()).isEqualTo(sink.topic());
    assertThat(config.path("collection.name.format").asText()).isEqualTo(sink.name());
    assertThat(sink.columns()).containsAll(keys(config));
    assertThat(table(sink.name()).get("primary key")).isEqualTo(keys(config));
    assertThat(config.path("primary.key.mode").asText())
        .isEqualTo(sink.ofKey().isEmpty() ? "record_value" : "record_key");
  }

  @ParameterizedTest
  @MethodSource("sinks")
  void aColumnOfATableIsAField(Sink sink) throws Exception {
    Set<String> columns = new HashSet<>(table(sink.name()).keySet());
    columns.remove("primary key");

    assertThat(sink.columns()).containsAll(columns);
  }

  @ParameterizedTest
  @MethodSource("sinks")
  void aFieldHasAColumn(Sink sink) throws Exception {
    assertThat(table(sink.name()).keySet()).containsAll(sink.columns());
  }

  @Test
  void theConnectorOfVerdictsPutsTheNameOfAGroupBeforeThoseOfItsFields() throws Exception {
    JsonNode config =
        JSON.readTree(Pipeline.DEPLOY.resolve("connect/verdicts.json").toFile()).path("config");

    assertThat(config.path("transforms.flatten.type").asText()).endsWith(".Flatten$Value");
    assertThat(config.path("transforms.flatten.delimiter").asText()).isEqualTo(Columns.DELIMITER);
  }

  @ParameterizedTest
  @MethodSource("sinks")
  void aSinkTakesOnlyFieldsThatAreColumnsOfADatabase(Sink sink) {
    assertThat(Columns.of(sink.schema()).values())
        .as("fields that are maps or arrays of records; keep them in a topic of their own")
        .allMatch(ContractTest::isColumn);
  }

  @Test
  void rulesAndDashboardsNameOnlyMetricsThatThereAre() throws Exception {
    Set<String> recorded = new HashSet<>(rules("record"));
    Set<String> named =
        Stream.concat(
                rules("expr").stream(), Dashboards.queries("expr").map(Dashboards.Query::text))
            .flatMap(text -> NAME.matcher(text).results().map(match -> match.group()))
            .filter(name -> name.contains(":") || name.startsWith("evenkeel_"))
            .collect(Collectors.toSet());

    assertThat(named).isNotEmpty();
    assertThat(named)
        .allSatisfy(
            name -> assertThat(METRICS.containsKey(name) || recorded.contains(name)).isTrue());
  }

  @Test
  void testsOfRulesUseSeriesAsTheApplicationMakesThem() throws Exception {
    String tests = Files.readString(Pipeline.DEPLOY.resolve("prometheus/tests/rules.test.yml"));
    Matcher series = SERIES.matcher(tests);
    int seen = 0;
    while (series.find()) {
      Set<String> labels =
          Arrays.stream(series.group(2).split(",", -1))
              .map(label -> label.substring(0, label.indexOf('=')).strip())
              .filter(label -> !ADDED.contains(label))
              .collect(Collectors.toSet());
      assertThat(METRICS).containsEntry(series.group(1), labels);
      seen++;
    }
    assertThat(seen).isPositive();
  }

  @Test
  void dashboardsAskDataSourcesThatAreProvisioned() throws Exception {
    Map<String, String> provisioned = new HashMap<>();
    JsonNode sources =
        YAML.readTree(
            Pipeline.DEPLOY.resolve("grafana/provisioning/datasources/evenkeel.yaml").toFile());
    for (JsonNode source : sources.path("datasources")) {
      provisioned.put(source.path("uid").asText(), source.path("type").asText());
    }

    assertThat(Dashboards.all())
        .flatMap(board -> board.findValues("datasource"))
        .isNotEmpty()
        .allSatisfy(
            source ->
                assertThat(provisioned)
                    .containsEntry(source.path("uid").asText(), source.path("type").asText()));
  }

  /** A version may have a plus, and a value of a segment what parts those of an address. */
  @Test
  void linksEncodeTheValuesThatTheyPass() {
    assertThat(Dashboards.all())
        .flatMap(board -> board.findValuesAsText("url"))
        .flatMap(url -> VALUE.matcher(url).results().map(match -> match.group()).toList())
        .hasSize(3)
        .allSatisfy(value -> assertThat(value).endsWith(":percentencode}"));
  }

  /** Versions by their names would open the oldest. */
  @Test
  void theModelThatOpensIsTheOneWithTheNewestVerdict() {
    assertThat(Dashboards.all())
        .flatMap(board -> Dashboards.elements(board.at("/templating/list")).toList())
        .filteredOn(list -> Set.of("model", "version").contains(list.path("name").asText()))
        .hasSize(2)
        .allSatisfy(
            list ->
                assertThat(list.path("query").asText()).contains("order by max(window_end) desc"))
        .allSatisfy(list -> assertThat(list.path("sort").asInt()).as("as it comes").isZero());
  }

  @Test
  void panelsHaveTitlesNumbersAndRoomOfTheirOwn() {
    for (JsonNode board : Dashboards.all()) {
      Set<String> cells = new HashSet<>();
      Set<Integer> numbers = new HashSet<>();
      for (JsonNode panel : board.path("panels")) {
        String title = panel.path("title").asText();
        assertThat(title).isNotBlank();
        assertThat(numbers.add(panel.path("id").asInt())).as(title).isTrue();
        JsonNode place = panel.path("gridPos");
        int right = place.path("x").asInt() + place.path("w").asInt();
        assertThat(right).as(title).isLessThanOrEqualTo(24);
        for (int x = place.path("x").asInt(); x < right; x++) {
          for (int y = 0; y < place.path("h").asInt(); y++) {
            String cell = x + " " + (place.path("y").asInt() + y);
            assertThat(cells.add(cell)).as(title + " lies over another panel").isTrue();
          }
        }
      }
    }
  }

  private static List<String> rules(String field) throws IOException {
    return YAML.readTree(Pipeline.DEPLOY.resolve("prometheus/rules.yml").toFile())
        .findValuesAsText(field);
  }

  private static List<String> keys(JsonNode connector) {
    return List.of(connector.path("primary.key.fields").asText().split(","));
  }

  private static boolean isColumn(Schema schema) {
    return switch (schema.getType()) {
      case RECORD, MAP -> false;
      case ARRAY -> isColumn(schema.getElementType());
      case UNION -> schema.getTypes().stream().allMatch(ContractTest::isColumn);
      default -> true;
    };
  }

  /** The columns of a table with their types, and the columns of its key as "primary key". */
  private static Map<String, Object> table(String name) throws IOException {
    String sql = Files.readString(Pipeline.DEPLOY.resolve("connect/tables.sql"));
    Matcher table =
        Pattern.compile("create table if not exists " + name + " \\((.*?)\n\\);", Pattern.DOTALL)
            .matcher(sql);
    assertThat(table.find()).as("a table " + name + " in tables.sql").isTrue();
    Map<String, Object> columns = new HashMap<>();
    for (String line : table.group(1).strip().split("\n", -1)) {
      String text = line.strip();
      if (text.startsWith("primary key")) {
        String inner = text.substring(text.indexOf('(') + 1, text.indexOf(')'));
        columns.put("primary key", List.of(inner.split(", ")));
      } else {
        columns.put(text.substring(0, text.indexOf(' ')), text);
      }
    }
    return columns;
  }
}
