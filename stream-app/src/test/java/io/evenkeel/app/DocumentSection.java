package io.evenkeel.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A part of a document that is made from code, between {@code <!-- NAME:begin -->} and {@code <!--
 * NAME:end -->}. Rewritten with {@code -Dsnapshots.update=true}.
 */
public final class DocumentSection {
  private DocumentSection() {}

  /** Fails if {@code stream-app/README.md} has no such section, or one that says something else. */
  public static void check(String name, String content) {
    check(Path.of("stream-app", "README.md"), name, content);
  }

  /**
   * Fails if a document has no such section, or one that says something else.
   *
   * @param document its path from the root of the project
   */
  public static void check(Path document, String name, String content) {
    Path file = Path.of(System.getProperty("evenkeel.root")).resolve(document);
    String begin = "<!-- " + name + ":begin -->\n";
    String end = "<!-- " + name + ":end -->";
    try {
      String text = Files.readString(file);
      assertThat(text).containsOnlyOnce(begin).containsOnlyOnce(end);
      int from = text.indexOf(begin) + begin.length();
      int to = text.indexOf(end);
      if (Boolean.getBoolean("snapshots.update")) {
        Files.writeString(file, text.substring(0, from) + content + text.substring(to));
      } else {
        assertThat(text.substring(from, to))
            .as("%s, section %s; rewrite it with -Dsnapshots.update=true", document, name)
            .isEqualTo(content);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
