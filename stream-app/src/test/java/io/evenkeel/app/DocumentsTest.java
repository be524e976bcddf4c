package io.evenkeel.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.evenkeel.app.cli.App;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ConfigReader;
import io.evenkeel.app.config.TopicNames;
import io.evenkeel.app.serde.JsonDeserializer;
import io.evenkeel.schemas.Label;
import io.evenkeel.schemas.Prediction;
import io.evenkeel.schemas.Silence;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The documents of the project: their links, settings and events. */
class DocumentsTest {
  private static final Path ROOT =
      Path.of(Objects.requireNonNull(System.getProperty("evenkeel.root"))).normalize();

  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} +(.*)$");
  private static final Pattern SETTINGS = Pattern.compile("(?ms)^```yaml$\\R(.*?)^```$");
  private static final Pattern NOT_PLAIN =
      Pattern.compile("(?i)\\b(told|anew|nobody|woken|whenever one looks|let in)\\b");
  private static final Pattern FENCE = Pattern.compile("(?ms)^```.*?^```$");

  private static List<Path> documents() throws IOException {
    try (Stream<Path> all = Files.walk(ROOT)) {
      return all.filter(file -> file.toString().endsWith(".md"))
          .filter(file -> !isBuilt(ROOT.relativize(file)))
          .toList();
    }
  }

  private static boolean isBuilt(Path file) {
    return Stream.of("target", ".git", "node_modules")
        .anyMatch(name -> Stream.of(file.toString().split("/")).anyMatch(name::equals));
  }

  /** What code blocks do not hold. */
  private static String prose(Path file) throws IOException {
    return FENCE.matcher(Files.readString(file)).replaceAll("");
  }

  /** The anchors of the headings, as forges make them. */
  private static List<String> anchors(Path file) throws IOException {
    List<String> anchors = new ArrayList<>();
    Map<String, Integer> seen = new HashMap<>();
    HEADING
        .matcher(prose(file))
        .results()
        .map(heading -> heading.group(1).strip().toLowerCase(Locale.ROOT))
        .map(words -> words.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .forEach(
            anchor -> {
              int times = seen.merge(anchor, 1, Integer::sum);
              anchors.add(times == 1 ? anchor : anchor + "-" + (times - 1));
            });
    return anchors;
  }

  @Test
  void everyRelativeLinkLeadsSomewhere() throws IOException {
    List<String> broken = new ArrayList<>();
    int links = 0;
    for (Path document : documents()) {
      for (MatchResult match : LINK.matcher(prose(document)).results().toList()) {
        String link = match.group(1);
        if (!link.matches("[a-z]+:.*")) {
          links++;
          if (!leadsSomewhere(document, link)) {
            broken.add(ROOT.relativize(document) + ": " + link);
          }
        }
      }
    }

    assertThat(links).isGreaterThan(50);
    assertThat(broken).isEmpty();
  }

  private static boolean leadsSomewhere(Path document, String link) throws IOException {
    String[] parts = link.split("#", 2);
    Path file =
        parts[0].isEmpty()
            ? document
            : Objects.requireNonNull(document.getParent()).resolve(parts[0]).normalize();
    return file.startsWith(ROOT)
        && Files.exists(file)
        && (parts.length == 1 || anchors(file).contains(parts[1]));
  }

  /** Each block of YAML is a file of settings, but for secrets, which lie elsewhere. */
  @Test
  void everyBlockOfSettingsIsTaken(@TempDir Path folder) throws IOException {
    int blocks = 0;
    for (Path document : documents()) {
      for (MatchResult block : SETTINGS.matcher(Files.readString(document)).results().toList()) {
        if (!block.group(1).contains("${")) {
          Path file = folder.resolve("block-" + blocks++ + ".yaml");
          Files.writeString(file, block.group(1));
          assertThatCode(() -> new ConfigReader().file(file).read())
              .as("%s: %s", ROOT.relativize(document), block.group(1))
              .doesNotThrowAnyException();
        }
      }
    }

    assertThat(blocks).isGreaterThan(5);
  }

  @Test
  void theReadmeIsShort() throws IOException {
    assertThat(Files.readAllLines(ROOT.resolve("README.md"))).hasSizeLessThanOrEqualTo(250);
  }

  /** What newcomers and those on call read. Tables have as long lines as they need. */
  @Test
  void documentsForUsersAreInPlainWordsAndShortLines() throws IOException {
    List<String> offending = new ArrayList<>();
    for (Path document : documents()) {
      String name = ROOT.relativize(document).toString();
      if (name.equals("README.md") || name.startsWith("deploy/docs")) {
        prose(document)
            .lines()
            .filter(line -> NOT_PLAIN.matcher(line).find() || isLong(line))
            .forEach(line -> offending.add(name + ": " + line));
      }
    }

    assertThat(offending).isEmpty();
  }

  private static boolean isLong(String line) {
    return line.length() > 140 && !line.startsWith("|");
  }

  @Test
  void theFirstStepsAreSettingsAndEvents(@TempDir Path folder) throws IOException {
    String readme = Files.readString(ROOT.resolve("README.md"));
    int begin = readme.indexOf("```yaml\n") + 8;
    Path file = folder.resolve("evenkeel.yaml");
    Files.writeString(file, readme.substring(begin, readme.indexOf("```", begin)));
    AppConfig config = new ConfigReader().file(file).read();
    List<String> lines = readme.lines().filter(line -> line.startsWith("order-12|")).toList();

    assertThat(config.knows("churn")).isTrue();
    assertThat(config.serde().deserializer()).isEqualTo(JsonDeserializer.class.getName());
    assertThat(lines).hasSize(2);
    assertThat(read(config.topics().predictions(), lines.get(0)))
        .isInstanceOfSatisfying(
            Prediction.class, it -> assertThat(it.getModel()).isEqualTo("churn"));
    assertThat(read(config.topics().labels(), lines.get(1)))
        .isInstanceOfSatisfying(
            Label.class, it -> assertThat(it.getPredictionId()).isEqualTo("order-12"));
  }

  @Test
  void theTableOfCommandsHasAll() throws IOException {
    String readme = Files.readString(ROOT.resolve("stream-app/README.md"));
    String commands =
        readme.substring(readme.indexOf("\n## Commands"), readme.indexOf("\n## Settings"));
    String named =
        commands
            .lines()
            .filter(line -> line.startsWith("| `"))
            .map(line -> line.split("\\|", -1)[1])
            .collect(Collectors.joining());

    assertThat(App.commandLine().getSubcommands().keySet())
        .filteredOn(command -> !command.equals("help"))
        .allSatisfy(command -> assertThat(named).contains("`" + command + "`"));
  }

  @Test
  void theSilenceThatIsShownIsOne() throws IOException {
    String page = Files.readString(ROOT.resolve("deploy/docs/on-call.md"));
    List<String> lines = page.lines().filter(line -> line.startsWith("s1|")).toList();

    assertThat(lines).hasSize(1);
    assertThat(read(TopicNames.defaults().silences(), lines.get(0)))
        .isInstanceOfSatisfying(Silence.class, it -> assertThat(it.getSilenceId()).isEqualTo("s1"));
  }

  private static @Nullable Object read(String topic, String line) {
    try (JsonDeserializer deserializer = new JsonDeserializer()) {
      String value = line.substring(line.indexOf('|') + 1);
      return deserializer.deserialize(topic, value.getBytes(StandardCharsets.UTF_8));
    }
  }
}
