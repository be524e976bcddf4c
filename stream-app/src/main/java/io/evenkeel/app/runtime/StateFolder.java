package io.evenkeel.app.runtime;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.FileProblem;
import io.evenkeel.app.state.StoreNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.ProcessorStateException;

/**
 * The folder of the application's state on this machine. All of it can be restored from the
 * changelogs; a file in it says whose state it is, as that of another Kafka cluster would be taken
 * for ours.
 *
 * @param path the folder
 * @param application id of the application
 */
record StateFolder(Path path, String application) {
  private static final String MARKER = "evenkeel.properties";
  private static final String CLUSTER = "cluster.id";
  private static final String TOPIC = "series.topic.id";
  private static final String APPLICATION = "application.id";
  private static final String FORM = "state.format";

  /** With what opening a store fails although its files may be in order. */
  private static final Pattern NO_DAMAGE =
      Pattern.compile("No space left|Permission denied|Too many open files|While lock file");

  static StateFolder of(AppConfig config) {
    StreamsConfig streams = new StreamsConfig(KafkaProperties.streams(config, Map.of()));
    String root = streams.getString(StreamsConfig.STATE_DIR_CONFIG);
    return new StateFolder(Path.of(root, config.applicationId()), config.applicationId());
  }

  /**
   * Makes sure that the state is of this cluster and application and can be read, and writes down
   * whose it is.
   *
   * @param cluster id of the Kafka cluster
   * @param topic id of the topic of series, which a reset creates again; so does a cluster whose
   *     data were deleted, though it may keep its own id
   * @throws StartException if it is another's, or cannot be read or written
   */
  void claim(String cluster, String topic) {
    try {
      Properties known = known();
      if (known.isEmpty() && hasState()) {
        known.setProperty(FORM, "0");
      }
      StateFormat.check(
          "the state in " + path,
          Integer.parseInt(known.getProperty(FORM, Integer.toString(StoreNames.FORMAT))));
      check(CLUSTER, known.getProperty(CLUSTER, cluster), cluster);
      check(TOPIC, known.getProperty(TOPIC, topic), topic);
      check(APPLICATION, known.getProperty(APPLICATION, application), application);
      write(cluster, topic);
    } catch (IOException e) {
      throw new StartException(
          "the state in "
              + path
              + " cannot be read or written ("
              + FileProblem.of(e)
              + "): give the application the right to, or another folder as kafka.state.dir",
          e);
    }
  }

  private Properties known() throws IOException {
    Properties known = new Properties();
    Path marker = path.resolve(MARKER);
    if (Files.exists(marker)) {
      try (var reader = Files.newBufferedReader(marker)) {
        known.load(reader);
      }
    }
    return known;
  }

  /** Whether Kafka Streams has made stores here. */
  private boolean hasState() throws IOException {
    if (!Files.isDirectory(path)) {
      return false;
    }
    try (Stream<Path> tasks = Files.list(path)) {
      return tasks.anyMatch(Files::isDirectory);
    }
  }

  private void check(String what, String known, String actual) {
    if (!known.equals(actual)) {
      throw new StartException(
          "the state in "
              + path
              + " has "
              + what
              + " "
              + known
              + ", and this is "
              + actual
              + ": move the folder away, or name another as kafka.state.dir. What the application"
              + " knows is then restored from its changelogs");
    }
  }

  private void write(String cluster, String topic) throws IOException {
    Properties marker = new Properties();
    marker.setProperty(CLUSTER, cluster);
    marker.setProperty(TOPIC, topic);
    marker.setProperty(APPLICATION, application);
    marker.setProperty(FORM, Integer.toString(StoreNames.FORMAT));
    Files.createDirectories(path);
    Path written = path.resolve(MARKER + ".new");
    try (var writer = Files.newBufferedWriter(written)) {
      marker.store(writer, "Whose state this is");
    }
    Files.move(written, path.resolve(MARKER), StandardCopyOption.REPLACE_EXISTING);
  }

  /**
   * The task whose files a failure says are damaged, such as 1_0, or {@code global} for those that
   * all tasks read; empty if it says something else.
   */
  Optional<String> damagedTask(Throwable failure) {
    boolean opening = false;
    boolean corrupt = false;
    String task = null;
    Pattern inTask = Pattern.compile(Pattern.quote(path.toString()) + "/(\\d+_\\d+|global)/");
    for (Throwable each = failure; each != null; each = each.getCause()) {
      String message = String.valueOf(each.getMessage());
      if (NO_DAMAGE.matcher(message).find()) {
        return Optional.empty();
      }
      opening |= each instanceof ProcessorStateException && message.startsWith("Error opening");
      corrupt |= message.startsWith("Corruption");
      Matcher matcher = inTask.matcher(message);
      task = task == null && matcher.find() ? matcher.group(1) : task;
    }
    return opening || corrupt ? Optional.ofNullable(task) : Optional.empty();
  }

  /**
   * Moves the files of a task out of the way, so that they are restored from the changelogs.
   *
   * @return where they are now, in the place of those that were moved before
   */
  Path setAside(String task) {
    Path aside = path.resolveSibling(application + ".damaged").resolve(task);
    try {
      Files.createDirectories(Objects.requireNonNull(aside.getParent()));
      Utils.delete(aside.toFile());
      Files.move(path.resolve(task), aside);
      return aside;
    } catch (IOException e) {
      throw new UncheckedIOException(
          path.resolve(task) + " is damaged and cannot be moved away; delete it", e);
    }
  }

  /** Deletes all of it. */
  void delete() {
    try {
      Utils.delete(path.toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(path + " cannot be deleted", e);
    }
  }
}
