package io.evenkeel.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.app.cli.App;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ConfigReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.AppInfoParser;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** Whether deploy/compose and deploy/docker fit the application and each other. */
class ComposeTest {
  private static final Path FOLDER = Pipeline.DEPLOY.resolve("compose");
  private static final Path DOCKERFILE = Pipeline.DEPLOY.resolve("docker/Dockerfile");
  private static final List<String> PASSWORDS =
      List.of(
          "EVENKEEL_DB_OWNER_PASSWORD",
          "EVENKEEL_DB_WRITER_PASSWORD",
          "EVENKEEL_DB_READER_PASSWORD",
          "EVENKEEL_GRAFANA_PASSWORD");

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern PINNED = Pattern.compile("[a-z0-9./-]+:v?\\d+\\.\\d+[\\w.-]*");

  @Test
  void composeTakesTheFile() throws Exception {
    Map<String, String> passwords = new HashMap<>();
    for (String name : PASSWORDS) {
      passwords.put(name, "secret");
    }

    assertThat(compose(passwords)).isEmpty();
  }

  @Test
  void nothingStartsWithoutPasswordsOfItsOwn() throws Exception {
    for (String missing : PASSWORDS) {
      Map<String, String> passwords = new HashMap<>();
      PASSWORDS.forEach(name -> passwords.put(name, name.equals(missing) ? "" : "secret"));

      assertThat(compose(passwords)).as(missing).contains("is missing, see compose.yaml");
    }
  }

  /** What docker-compose says of the file; nothing if it takes it. */
  private static String compose(Map<String, String> environment) throws Exception {
    assumeTrue(
        Programs.find("docker-compose").isPresent(),
        "skipped: there is no docker-compose on this machine; apt-get install docker-compose");
    ProcessBuilder builder =
        new ProcessBuilder(
                "docker-compose", "-f", FOLDER.resolve("compose.yaml").toString(), "config", "-q")
            .redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process compose = builder.start();
    String output = new String(compose.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(compose.waitFor() == 0).as(output).isEqualTo(output.isBlank());
    return output;
  }

  @Test
  void everyImageIsPinned() throws IOException {
    List<String> images = new ArrayList<>(services().findValuesAsText("image"));
    Set<String> stages = new TreeSet<>();
    for (String line : Files.readAllLines(DOCKERFILE)) {
      String[] words = line.split(" ", -1);
      if (words[0].equals("FROM")) {
        if (!stages.contains(words[1])) {
          images.add(words[1]);
        }
        stages.add(words[3]);
      }
    }

    assertThat(images).hasSizeGreaterThan(8).allMatch(image -> PINNED.matcher(image).matches());
    assertThat(images)
        .filteredOn(image -> image.startsWith("apache/kafka:"))
        .containsOnly("apache/kafka:" + AppInfoParser.getVersion());
    assertThat(images).contains("apicurio/apicurio-registry:" + testedRegistry());
  }

  @Test
  void theApplicationTakesItsSettings() throws IOException {
    AppConfig config =
        new ConfigReader()
            .file(FOLDER.resolve("evenkeel.yaml"))
            .environment(environment("evenkeel"))
            .read();

    assertThat(config.kafka()).containsKey("bootstrap.servers");
    assertThat(config.serde().properties()).containsKey("schema.registry.url");
    new ConfigReader().environment(environment("demo")).read();
    assertThat(Files.readString(DOCKERFILE)).contains("EXPOSE " + config.http().port());
    assertThat(services().at("/evenkeel/ports/0").asText()).endsWith(":" + config.http().port());
    assertThat(Files.readString(Pipeline.DEPLOY.resolve("prometheus/targets.yml")))
        .contains("evenkeel:" + config.http().port());
  }

  @Test
  void commandsAreThoseOfTheApplication() throws IOException {
    List<String> run = new ArrayList<>();
    services().at("/evenkeel/command").forEach(word -> run.add(word.asText()));
    String demo =
        demo()
            .replaceAll("\\$\\$\\(.*?\\)", "2026-01-01T00:00:00Z")
            .replace("\"", "")
            .replace("exec evenkeel ", "");

    assertThatCode(() -> App.commandLine().parseArgs(run.toArray(String[]::new)))
        .doesNotThrowAnyException();
    assertThatCode(() -> App.commandLine().parseArgs(demo.split(" ", -1)))
        .doesNotThrowAnyException();
  }

  /** A second start of the same model sends what is late by then, under ids that are known. */
  @Test
  void eachStartOfTheDemoIsAModelOfItsOwn() throws IOException {
    assertThat(demo()).contains(" --model=\"demo-$$(date -u +%F-%H%M)\" ");
  }

  private static String demo() throws IOException {
    return services().at("/demo/command/0").asText();
  }

  @Test
  void whatConnectAndGrafanaReadFromTheEnvironmentIsThere() throws IOException {
    assertThat(environment("connect").keySet())
        .containsAll(variables("\\$\\{env:(\\w+)}", Pipeline.DEPLOY.resolve("connect")));
    assertThat(environment("grafana").keySet())
        .containsAll(variables("\\$(EVENKEEL_\\w+)", Pipeline.DEPLOY.resolve("grafana")));
  }

  @Test
  void everyFileThatIsMountedOrCopiedIsThere() throws IOException {
    List<Path> paths = new ArrayList<>();
    for (JsonNode volumes : services().findValues("volumes")) {
      for (JsonNode volume : volumes) {
        if (volume.asText().startsWith(".")) {
          paths.add(FOLDER.resolve(volume.asText().split(":", -1)[0]));
        }
      }
    }
    for (String line : Files.readAllLines(DOCKERFILE)) {
      String[] words = line.split(" ", -1);
      if (words[0].equals("COPY") && !line.contains("--from")) {
        paths.add(Pipeline.DEPLOY.resolveSibling(words[words.length - 2]));
      }
    }

    assertThat(paths).hasSizeGreaterThan(8).allMatch(Files::exists);
  }

  /** State of Evenkeel beside topics of another life of the broker would be taken for its own. */
  @Test
  void theBrokerLivesAsLongAsTheStateThatIsMadeFromIt() throws IOException {
    String data = services().at("/kafka/environment/KAFKA_LOG_DIRS").asText();

    assertThat(services().at("/kafka/volumes/0").asText()).isEqualTo("kafka:" + data);
    assertThat(services().at("/evenkeel/volumes/1").asText()).startsWith("state:");
  }

  /** Records of the topics name their schemas by its ids. */
  @Test
  void theRegistryLivesAsLongAsTheTopics() throws IOException {
    String volume = services().at("/registry/volumes/0").asText();

    assertThat(volume).startsWith("registry:/");
    assertThat(environment("registry").get("APICURIO_DATASOURCE_URL"))
        .startsWith("jdbc:h2:file:" + volume.substring("registry:".length()) + "/");
  }

  @Test
  void everyContainerSaysHowItIsAndGainsNoRights() throws IOException {
    services()
        .properties()
        .forEach(
            service -> {
              JsonNode container = service.getValue();
              assertThat(container.at("/cap_drop/0").asText()).as("%s", service).isEqualTo("ALL");
              assertThat(container.at("/security_opt/0").asText()).startsWith("no-new-privileges");
              // The demo ends by itself.
              boolean lasts = !service.getKey().equals("demo");
              assertThat(container.has("healthcheck")).as("%s", service).isEqualTo(lasts);
            });
  }

  @Test
  void dashboardsDoNotAskAsWhoWrites() throws IOException {
    assertThat(environment("connect")).containsEntry("EVENKEEL_DB_USER", "evenkeel_writer");
    assertThat(environment("grafana")).containsEntry("EVENKEEL_DB_USER", Sink.READER);
    assertThat(environment("grafana").get("EVENKEEL_DB_PASSWORD"))
        .isNotEqualTo(environment("connect").get("EVENKEEL_DB_PASSWORD"));
  }

  @Test
  void ownContainersMayDoNothingButRun() throws IOException {
    for (String service : List.of("evenkeel", "demo", "connect")) {
      JsonNode container = services().path(service);
      assertThat(container.path("read_only").asBoolean()).as(service).isTrue();
      assertThat(container.at("/cap_drop/0").asText()).as(service).isEqualTo("ALL");
    }
    assertThat(Files.readAllLines(DOCKERFILE)).contains("USER 10001:0");
  }

  /** The registry that the tests start. */
  private static String testedRegistry() throws IOException {
    return Pattern.compile("<apicurio.version>(.*)</apicurio.version>")
        .matcher(Files.readString(Pipeline.DEPLOY.resolve("local/pom.xml")))
        .results()
        .map(match -> match.group(1))
        .findFirst()
        .orElseThrow();
  }

  private static Set<String> variables(String pattern, Path folder) throws IOException {
    Set<String> variables = new TreeSet<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Pattern.compile(pattern)
            .matcher(Files.readString(file))
            .results()
            .forEach(match -> variables.add(match.group(1)));
      }
    }
    assertThat(variables).isNotEmpty();
    return variables;
  }

  private static Map<String, String> environment(String service) throws IOException {
    Map<String, String> environment = new HashMap<>();
    services()
        .path(service)
        .path("environment")
        .properties()
        .forEach(variable -> environment.put(variable.getKey(), variable.getValue().asText()));
    assertThat(environment).as(service).isNotEmpty();
    return environment;
  }

  private static JsonNode services() throws IOException {
    try (InputStream file = Files.newInputStream(FOLDER.resolve("compose.yaml"))) {
      // It follows anchors and merges, as Compose does.
      return JSON.valueToTree(new Yaml().<Object>load(file)).path("services");
    }
  }
}
