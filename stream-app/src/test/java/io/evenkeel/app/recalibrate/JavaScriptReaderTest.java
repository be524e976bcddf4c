package io.evenkeel.app.recalibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the reader of maps in JavaScript says where there is no map, or no prediction. */
class JavaScriptReaderTest {
  private static final Path READER =
      Path.of(System.getProperty("evenkeel.root"), "deploy/javascript/recalibration.mjs");

  /** What it says to each of the attempts. */
  private static List<String> said(String attempts) throws Exception {
    assumeThat(MapReadersTest.has("node", "--version")).as("node").isTrue();
    String script =
        """
        const {apply} = await import(process.argv[1]);
        const map = {kind: "temperature", temperature: 2};
        const space = {kind: "classes", size: 2};
        const learned = {format: 1, space, map};
        const attempt = (learned, prediction = [0.5, 0.5]) => {
          try {
            console.log("accepted: " + apply(learned, prediction));
          } catch (error) {
            console.log(error.constructor.name + ": " + error.message);
          }
        };
        """;
    Process reader =
        MapReadersTest.start(
            List.of("node", "--input-type=module", "--eval", script + attempts, READER.toString()));
    return new String(reader.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
        .lines()
        .toList();
  }

  /** The field of an alert that has ended, and of a map that was withdrawn, is null. */
  @Test
  void saysThatNoMapIsInForce() throws Exception {
    assertThat(said("attempt(null); attempt(undefined); attempt(JSON.parse(\"null\"));"))
        .hasSize(3)
        .containsOnly("Error: no map is in force: use the prediction as it is");
  }

  @Test
  void refusesWhatIsNoMapAndNoPrediction() throws Exception {
    assertThat(
            said(
                """
                attempt({...learned, map: {}});
                attempt({...learned, space: {}});
                attempt("{}");
                attempt(learned, 0.5);
                attempt({...learned, space: {kind: "reals", size: 1}}, null);
                """))
        .containsExactly(
            "Error: a map has a 'kind', got {}",
            "Error: a space has the kind 'classes' or 'reals' and a size, got {}",
            "Error: a map is the parsed object of its JSON, got \"{}\"",
            "Error: a prediction is a list of class probabilities, or an object, got 0.5",
            "Error: a prediction is a list of class probabilities, or an object, got null");
  }

  @Test
  void refusesAMapOfTwoClassesForThree() throws Exception {
    assertThat(
            said(
                """
                const beta = {kind: "beta", a: 1, b: 1, c: 0};
                attempt({...learned, map: beta});
                attempt({format: 1, space: {kind: "classes", size: 3}, map: beta}, [0.2, 0.3, 0.5]);
                """))
        .containsExactly(
            "accepted: 0.5,0.5", "Error: a map of kind beta is for two classes, got 3");
  }
}
