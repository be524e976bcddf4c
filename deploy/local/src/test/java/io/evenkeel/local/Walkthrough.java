package io.evenkeel.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a document tells its readers to do, in order: to save a file, or to run commands. A block
 * without a language that follows commands under the same heading belongs to the last of them.
 */
record Walkthrough(List<Step> steps) {
  private static final Pattern PART =
      Pattern.compile("(?ms)^#+ .*?$|^```(?<language>\\w*)$\\R(?<body>.*?)^```$");
  private static final Pattern SAVE = Pattern.compile("[Ss]ave\\s+as\\s+`([^`]+)`:\\s*$");

  /** One thing to do. */
  sealed interface Step {}

  /** A file to save. */
  record Save(String name, String content) implements Step {}

  /**
   * A command to run.
   *
   * @param block what it reads or prints, as the document says; empty if it says nothing
   */
  record Run(String command, String block) implements Step {}

  static Walkthrough of(Path document) throws IOException {
    String text = Files.readString(document);
    List<Step> steps = new ArrayList<>();
    boolean open = false;
    int end = 0;
    Matcher part = PART.matcher(text);
    while (part.find()) {
      String language = part.group("language");
      String body = part.group("body");
      Matcher save = SAVE.matcher(text.substring(end, part.start()));
      if (body == null) {
        open = false;
      } else if (save.find()) {
        steps.add(new Save(save.group(1), body));
      } else if (language.equals("sh")) {
        commands(body).forEach(command -> steps.add(new Run(command, "")));
        open = true;
      } else if (language.isEmpty() && open) {
        Run last = (Run) steps.remove(steps.size() - 1);
        steps.add(new Run(last.command(), body));
        open = false;
      }
      end = part.end();
    }
    return new Walkthrough(List.copyOf(steps));
  }

  private static List<String> commands(String body) {
    return body.replace("\\\n", " ").lines().map(String::strip).filter(c -> !c.isEmpty()).toList();
  }
}
