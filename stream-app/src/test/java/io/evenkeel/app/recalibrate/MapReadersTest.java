package io.evenkeel.app.recalibrate;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.recalibration.BetaCalibration;
import io.evenkeel.core.recalibration.ClassShift;
import io.evenkeel.core.recalibration.DirichletCalibration;
import io.evenkeel.core.recalibration.IsotonicCalibration;
import io.evenkeel.core.recalibration.LocationScale;
import io.evenkeel.core.recalibration.MapChain;
import io.evenkeel.core.recalibration.MonotoneCurve;
import io.evenkeel.core.recalibration.NormalRegression;
import io.evenkeel.core.recalibration.QuantileMap;
import io.evenkeel.core.recalibration.RecalibrationMap;
import io.evenkeel.core.recalibration.SegmentMap;
import io.evenkeel.core.recalibration.Temperature;
import io.evenkeel.core.recalibration.TopClassShift;
import io.evenkeel.core.recalibration.VectorScaling;
import io.evenkeel.core.score.Interval;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The readers of maps in Python and JavaScript make of predictions what the program makes. */
class MapReadersTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path DEPLOY = Path.of(System.getProperty("evenkeel.root"), "deploy");
  private static final IsotonicCalibration ISOTONIC =
      new IsotonicCalibration(new MonotoneCurve(List.of(-2.0, 0.1, 1.5), List.of(-0.5, -0.5, 2.5)));

  private static final List<Map<String, String>> SEGMENTS =
      List.of(
          Map.of(), Map.of("region", "north", "device", "phone"), Map.of("region", "constructor"));

  @TempDir private Path folder;

  private static Map<RecalibrationMap, List<PredictiveDistribution>> cases() {
    List<PredictiveDistribution> two = classes(2);
    List<PredictiveDistribution> three = classes(3);
    QuantileMap wider = new QuantileMap(List.of(0.1, 0.4, 0.8), List.of(0.15, 0.4, 0.7));
    return Map.ofEntries(
        entry(new BetaCalibration(1.2, 0.8, -0.1), two),
        entry(new ClassShift(1, 0.4), two),
        entry(new ClassShift(1, 800), two),
        entry(new TopClassShift(-0.7), three),
        entry(new Temperature(1.7), three),
        entry(ISOTONIC, two),
        entry(new VectorScaling(List.of(1.5, 0.5, 1.0), List.of(0.1, -0.4, 0.0)), three),
        entry(
            new DirichletCalibration(
                List.of(List.of(1.5, 0.5, 0.1), List.of(0.0, 1.0, -0.3), List.of(0.0, 0.0, 1.2)),
                List.of(0.1, 0.0, -0.7)),
            three),
        entry(MapChain.of(new Temperature(0.6), ISOTONIC), three),
        entry(MapChain.IDENTITY, three),
        entry(new LocationScale(0.3, 1.4), numbers()),
        entry(new NormalRegression(0.5, 0.9, 0.2, 1.3), numbers()),
        entry(new NormalRegression(0.5, 0.9, 0.2, 1.5), ensembles()),
        entry(new NormalRegression(1, 0.9, 0, 2, NormalRegression.Of.ENSEMBLES), ensembles()),
        entry(new NormalRegression(1, 0.9, 0, 2, NormalRegression.Of.NORMALS), numbers()),
        entry(MapChain.of(new NormalRegression(0, 1, 1, 0.5), wider), ensembles()),
        entry(new QuantileMap(List.of(0.1, 0.4), List.of(0.15, 0.4)), numbers()),
        entry(MapChain.of(wider, new LocationScale(0.1, 1.1)), numbers()),
        entry(bySegment(new ClassShift(1, 0.4), new ClassShift(1, -2)), two),
        entry(bySegment(new LocationScale(1, 2), new LocationScale(0, 3)), numbers()),
        entry(new LocationScale(-0.2, 1.7), quantiles()),
        entry(new LocationScale(0, 0.5), quantiles()),
        entry(wider, quantiles()),
        entry(MapChain.of(new LocationScale(0.1, 1.1), wider), quantiles()),
        entry(new LocationScale(0.4, 1.2), counts()),
        entry(MapChain.of(new LocationScale(0, 0.7), new LocationScale(-0.3, 1)), counts()));
  }

  /** One map for north, one for no region, and one for all others. */
  private static SegmentMap bySegment(RecalibrationMap north, RecalibrationMap others) {
    return new SegmentMap("region", Map.of("north", north, "", MapChain.IDENTITY), others);
  }

  private static List<PredictiveDistribution> ensembles() {
    Random random = new Random(8);
    return IntStream.range(0, 20)
        .<PredictiveDistribution>mapToObj(
            i ->
                Ensemble.of(
                    IntStream.rangeClosed(0, i)
                        .mapToDouble(k -> 9 + random.nextGaussian())
                        .toArray()))
        .toList();
  }

  private static List<PredictiveDistribution> counts() {
    Random random = new Random(6);
    List<PredictiveDistribution> all = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      Counts law = Counts.poisson(Math.exp(3 * random.nextGaussian()));
      double[] p = IntStream.rangeClosed(0, 40).mapToDouble(law::probability).toArray();
      p[40] += 1 - Arrays.stream(p).sum();
      all.add(Counts.of(0, Arrays.stream(p).map(x -> Math.max(0, x)).toArray()));
    }
    all.add(Counts.of(0, 0.2, 0, 0.5, 0, 0.3));
    all.add(Counts.of(0, 1));
    return all;
  }

  private static List<PredictiveDistribution> classes(int m) {
    Random random = new Random(m);
    List<PredictiveDistribution> all = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      double[] powers = random.doubles(m).map(x -> Math.exp(12 * (x - 0.5))).toArray();
      double sum = Arrays.stream(powers).sum();
      all.add(Categorical.of(Arrays.stream(powers).map(x -> x / sum).toArray()));
    }
    for (int k = 0; k < m; k++) {
      int certain = k;
      all.add(
          Categorical.of(IntStream.range(0, m).mapToDouble(j -> j == certain ? 1 : 0).toArray()));
    }
    return all;
  }

  private static List<PredictiveDistribution> numbers() {
    Random random = new Random(4);
    return IntStream.range(0, 50)
        .<PredictiveDistribution>mapToObj(
            i -> Normal.of(5 * random.nextGaussian(), Math.exp(random.nextGaussian())))
        .toList();
  }

  private static List<PredictiveDistribution> quantiles() {
    Random random = new Random(5);
    List<double[]> levels =
        List.of(
            new double[] {0.1, 0.5, 0.9},
            new double[] {0.5},
            new double[] {0, 0.25, 1},
            new double[] {0, 0.25, 0.75, 1},
            new double[] {0.001, 0.01, 0.3, 0.6, 0.95, 0.999});
    return IntStream.range(0, 60)
        .mapToObj(i -> levels.get(i % levels.size()))
        .<PredictiveDistribution>map(
            at -> Quantiles.of(at, Arrays.stream(at).map(u -> random.nextGaussian()).toArray()))
        .toList();
  }

  private static double[] numbers(PredictiveDistribution p) {
    if (p instanceof Quantiles quantiles) {
      return IntStream.range(0, quantiles.size()).mapToDouble(quantiles::value).toArray();
    }
    if (p instanceof Ensemble ensemble) {
      return IntStream.range(0, ensemble.size())
          .mapToDouble(k -> ensemble.member(k).get(0))
          .toArray();
    }
    if (p instanceof Counts counts) {
      return IntStream.range(0, counts.size()).mapToDouble(counts::probability).toArray();
    }
    return p instanceof Categorical classes
        ? IntStream.range(0, classes.classes()).mapToDouble(classes::probability).toArray()
        : new double[] {((Normal) p).mean(0), Math.sqrt(((Normal) p).variance(0))};
  }

  /** A prediction, whose probabilities have a sum that is a little off. */
  private static JsonNode json(PredictiveDistribution p, double sum) {
    double[] numbers = numbers(p);
    if (p instanceof Categorical) {
      return JSON.valueToTree(Arrays.stream(numbers).map(number -> sum * number).toArray());
    }
    if (p instanceof Counts) {
      double[] scaled = Arrays.stream(numbers).map(number -> sum * number).toArray();
      return JSON.valueToTree(Map.of("counts", scaled));
    }
    if (p instanceof Quantiles quantiles) {
      double[] levels =
          IntStream.range(0, quantiles.size()).mapToDouble(quantiles::level).toArray();
      return JSON.valueToTree(Map.of("levels", levels, "values", numbers));
    }
    if (p instanceof Ensemble) {
      return JSON.valueToTree(Map.of("members", numbers));
    }
    ObjectNode normal = JSON.createObjectNode();
    return normal.put("mean", numbers[0]).put("sd", numbers[1]);
  }

  private static JsonNode learned(RecalibrationMap map, PredictiveDistribution p)
      throws IOException {
    return JSON.readTree(
        MapJson.write(
            new LearnedMap(
                "churn",
                p.space(),
                List.of(),
                100,
                Instant.EPOCH,
                Instant.EPOCH,
                0,
                new Interval(0, 1),
                map)));
  }

  /** Runs a reader on all cases, and compares what it prints with what the program makes. */
  private void compare(String... command) throws Exception {
    Map<RecalibrationMap, List<PredictiveDistribution>> cases = cases();
    ArrayNode questions = JSON.createArrayNode();
    List<double[]> expected = new ArrayList<>();
    for (var one : cases.entrySet()) {
      JsonNode learned = learned(one.getKey(), one.getValue().get(0));
      for (PredictiveDistribution p : one.getValue()) {
        for (double sum : new double[] {1, 1.0004, 1 - tolerance(p), 1 + tolerance(p)}) {
          Map<String, String> segments = SEGMENTS.get(expected.size() % SEGMENTS.size());
          questions
              .addObject()
              .<ObjectNode>set("learned", learned)
              .<ObjectNode>set("prediction", json(p, sum))
              .set("segments", JSON.valueToTree(segments));
          expected.add(numbers(one.getKey().forSegments(segments).recalibrate(p)));
        }
      }
    }
    Path file = Files.writeString(folder.resolve("cases.json"), JSON.writeValueAsString(questions));
    List<String> words = new ArrayList<>(List.of(command));
    words.add(file.toString());
    Process reader = start(words);
    String said = new String(reader.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(reader.waitFor()).as(said).isZero();
    JsonNode answers = JSON.readTree(said);
    assertThat(answers).hasSize(expected.size());
    for (int i = 0; i < answers.size(); i++) {
      JsonNode answer = answers.get(i);
      for (int k = 0; k < expected.get(i).length; k++) {
        double number = number(answer, k);
        double right = expected.get(i)[k];
        assertThat(number)
            .as(questions.get(i).toString())
            .isCloseTo(right, within(1e-12 * Math.max(Math.abs(right), magnitude(answer))));
      }
    }
  }

  /** The farthest from 1 that the sum of what was rounded to three decimals may be. */
  private static double tolerance(PredictiveDistribution p) {
    JsonNode numbers = json(p, 1);
    return Categorical.toleranceOfRounded(
        (numbers.has("counts") ? numbers.get("counts") : numbers).size());
  }

  private static double number(JsonNode answer, int k) {
    if (answer.isArray()) {
      return answer.get(k).asDouble();
    }
    JsonNode values = answer.has("counts") ? answer.get("counts") : answer.get("values");
    return (values == null ? answer.get(k == 0 ? "mean" : "sd") : values.get(k)).asDouble();
  }

  /** The largest of several: one near 0 has an error that is small beside that. */
  private static double magnitude(JsonNode answer) {
    double largest = 0;
    for (JsonNode value : answer.path(answer.has("counts") ? "counts" : "values")) {
      largest = Math.max(largest, Math.abs(value.asDouble()));
    }
    return largest;
  }

  static Process start(List<String> words) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    return builder.start();
  }

  static boolean has(String... command) throws InterruptedException {
    try {
      return start(List.of(command)).waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void python() throws Exception {
    assumeThat(has("python3", "-c", "import sys; sys.exit(sys.version_info < (3, 11))"))
        .as("python3 of version 3.11 or later")
        .isTrue();
    compare(
        "python3",
        "-c",
        """
        import json, sys
        sys.path.insert(0, sys.argv[1])
        import recalibration
        cases = json.load(open(sys.argv[2]))
        print(json.dumps([recalibration.apply(case["learned"], case["prediction"], case["segments"]) for case in cases]))
        """,
        DEPLOY.resolve("python").toString());
  }

  @Test
  void javascript() throws Exception {
    assumeThat(has("node", "--version")).as("node").isTrue();
    compare(
        "node",
        "--input-type=module",
        "--eval",
        """
        import {readFileSync} from "node:fs";
        const {apply} = await import(process.argv[1]);
        const cases = JSON.parse(readFileSync(process.argv[2], "utf8"));
        console.log(JSON.stringify(cases.map(one => apply(one.learned, one.prediction, one.segments))));
        """,
        DEPLOY.resolve("javascript/recalibration.mjs").toString());
  }

  @Test
  void javascriptRefusesWhatIsNoDistributionNoMapAndNoSegment() throws Exception {
    assumeThat(has("node", "--version")).as("node").isTrue();
    Process reader =
        start(
            List.of(
                "node",
                "--input-type=module",
                "--eval",
                """
                const {apply} = await import(process.argv[1]);
                const map = {kind: "temperature", temperature: 2};
                const space = {kind: "classes", size: 2};
                const bySegment = {kind: "by-segment", attribute: "store", maps: {12: map}, others: map};
                const attempt = (map, prediction, segments, of = space) => {
                  try {
                    console.log("accepted: " + apply({format: 1, space: of, map}, prediction, segments));
                  } catch (error) {
                    console.log(error.message.slice(0, 41));
                  }
                };
                for (const prediction of [[2, -1], [-0.4, 1.7], [0.5, 0.6]]) {
                  attempt(map, prediction);
                }
                for (const prediction of [[0.3, NaN], [null, 1], [true, false], [, 1]]) {
                  attempt(map, prediction);
                }
                attempt(map, Float32Array.of(0.5, 0.5));
                for (const broken of [
                  {kind: "temperature"},
                  {kind: "temperature", temperature: -1},
                  {kind: "class-shift", index: 5, log_odds: 1},
                  {kind: "vector-scaling", scales: [1, 1, 1], offsets: [0, 0]},
                  {kind: "isotonic", curve: {from: [0, 1], to: [1, 0]}},
                  {kind: "chain"},
                ]) {
                  attempt(broken, [0.5, 0.5]);
                }
                attempt(bySegment, [0.5, 0.5], {store: "12"});
                attempt(bySegment, [0.5, 0.5], {store: 12});
                const regression = {kind: "normal-regression", a: 0, b: 1, c: 1, d: 1, of: "ensembles"};
                attempt(regression, {mean: 0, sd: 1}, {}, {kind: "reals", size: 1});
                attempt({...regression, of: "mixtures"}, {mean: 0, sd: 1});
                """,
                DEPLOY.resolve("javascript/recalibration.mjs").toString()));

    assertThat(new String(reader.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo(
            "class probabilities must be at least 0, a\n".repeat(3)
                + "class probabilities must be finite number\n".repeat(4)
                + "accepted: 0.5,0.5\n"
                + "a map of kind temperature: temperature is\n".repeat(2)
                + "a map of kind class-shift: index is missi\n"
                + "a map of kind vector-scaling: scales is m\n"
                + "a map of kind isotonic: curve is missing \n"
                + "a map of kind chain: maps is missing or w\n"
                + "accepted: 0.5,0.5\nthe value of a segment attribute must be \n"
                + "this normal regression was learned from e\n"
                + "a map of kind normal-regression: of is mi\n");
  }
}
