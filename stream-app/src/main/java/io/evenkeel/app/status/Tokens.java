package io.evenkeel.app.status;

import io.evenkeel.app.config.ConfigException;
import io.evenkeel.app.config.FileProblem;
import io.evenkeel.app.config.HttpSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Mutable, safe for use by many threads: the secrets that readers may show, the one of the settings
 * and those of a file, which is read again when it has changed. While the file cannot be read,
 * those that it had hold, and each request tries to read it.
 */
final class Tokens {
  private static final Logger LOGGER = LoggerFactory.getLogger(Tokens.class);
  private static final String PATH = "http.token-file";

  private final String file;

  /** The one of the settings, or none. */
  private final List<String> given;

  private List<String> tokens;

  /** When the file that was read last had changed; null before the first. */
  private @Nullable FileTime changed;

  /**
   * The tokens of the settings.
   *
   * @throws ConfigException if their file cannot be read or holds something else
   */
  Tokens(HttpSettings settings) {
    this.file = settings.tokenFile();
    this.given = settings.token().isEmpty() ? List.of() : List.of(settings.token());
    this.tokens = given;
    if (!file.isEmpty()) {
      try {
        read();
      } catch (IOException e) {
        throw new ConfigException(
            PATH, file, "cannot be read: " + FileProblem.of(e) + "; check the path");
      }
    }
  }

  /** Whether the secret is one of them. Takes the same time wherever the first difference is. */
  boolean has(String secret) {
    boolean found = false;
    for (String token : current()) {
      found |= MessageDigest.isEqual(bytes(secret), bytes(token));
    }
    return found;
  }

  private synchronized List<String> current() {
    if (!file.isEmpty()) {
      try {
        read();
      } catch (IOException e) {
        keep(file + " cannot be read: " + FileProblem.of(e));
      } catch (ConfigException e) {
        keep(e.getMessage());
      }
    }
    return tokens;
  }

  private static void keep(@Nullable String problem) {
    LOGGER.warn("event=token-file kept=former error={}", problem);
  }

  private synchronized void read() throws IOException {
    FileTime now = Files.getLastModifiedTime(Path.of(file));
    if (now.equals(changed)) {
      return;
    }
    List<String> lines =
        Files.readAllLines(Path.of(file)).stream()
            .map(String::strip)
            .filter(line -> !line.isEmpty())
            .toList();
    // Not before: a file that becomes readable need not become newer.
    changed = now;
    if (lines.isEmpty()
        || !lines.stream().allMatch(line -> line.matches(HttpSettings.TOKEN_FORM))) {
      throw new ConfigException(
          PATH, file, "must hold at least 16 characters of ASCII, no spaces, in each line");
    }
    tokens = Stream.concat(given.stream(), lines.stream()).toList();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
