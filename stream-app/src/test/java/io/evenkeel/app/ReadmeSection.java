package io.evenkeel.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of the README that is made from code, between {@code <!-- NAME:begin -->} and {@code <!--
 * NAME:end -->}. Rewritten with {@code -Dsnapshots.update=true}.
 */
public final class ReadmeSection {
  private ReadmeSection() {}

  /** Fails if the README has the section and it says something else. */
  public static void check(String name, String content) {
    Path readme = Path.of(System.getProperty("evenkeel.root"), "README.md");
    if (!Files.exists(readme)) {
      return;
    }
    try {
      String text = Files.readString(readme);
      String begin = "<!-- " + name + ":begin -->\n";
      String end = "<!-- " + name + ":end -->";
      String updated =
          Pattern.compile(Pattern.quote(begin) + ".*?" + Pattern.quote(end), Pattern.DOTALL)
              .matcher(text)
              .replaceAll(Matcher.quoteReplacement(begin + content + end));
      if (Boolean.getBoolean("snapshots.update")) {
        Files.writeString(readme, updated);
      } else {
        assertThat(text)
            .as("README, section %s; rewrite it with -Dsnapshots.update=true", name)
            .isEqualTo(updated);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
