package io.evenkeel.app.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class AssetsTest {
  private static final Pattern IMPORT = Pattern.compile("from \"\\./(.+?)\"");

  private final Assets assets = new Assets();

  @Test
  void servesEveryModuleThatThePageImports() {
    Set<String> seen = new HashSet<>();
    Deque<String> open = new ArrayDeque<>(List.of("app.js"));
    while (!open.isEmpty()) {
      String module = open.pop();
      if (seen.add(module)) {
        HttpResponse answer =
            assets.at("/page/" + module).orElseThrow(() -> new AssertionError(module));
        IMPORT
            .matcher(new String(answer.body(), StandardCharsets.UTF_8))
            .results()
            .forEach(match -> open.push(match.group(1)));
      }
    }
    assertThat(seen).contains("series.js", "drift.js", "timelines.js", "dom.js");
  }
}
