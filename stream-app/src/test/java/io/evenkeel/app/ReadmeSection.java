package io.evenkeel.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A part of {@code stream-app/README.md} that is made from code, between {@code <!-- NAME:begin
 * -->} and {@code <!-- NAME:end -->}. Rewritten with {@code -Dsnapshots.update=true}.
 */
public final class ReadmeSection {
  private ReadmeSection() {}

  /** Fails if the file has no such section, or one that says something else. */
  public static void check(String name, String content) {
    Path readme = Path.of(System.getProperty("evenkeel.root"), "stream-app", "README.md");
    String begin = "<!-- " + name + ":begin -->\n";
    String end = "<!-- " + name + ":end -->";
    try {
      String text = Files.readString(readme);
      assertThat(text).containsOnlyOnce(begin).containsOnlyOnce(end);
      int from = text.indexOf(begin) + begin.length();
      int to = text.indexOf(end);
      if (Boolean.getBoolean("snapshots.update")) {
        Files.writeString(readme, text.substring(0, from) + content + text.substring(to));
      } else {
        assertThat(text.substring(from, to))
            .as("%s, section %s; rewrite it with -Dsnapshots.update=true", readme, name)
            .isEqualTo(content);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
