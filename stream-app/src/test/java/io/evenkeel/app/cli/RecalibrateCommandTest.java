package io.evenkeel.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.TargetSampler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class RecalibrateCommandTest extends CommandTest {
  private String simulated(String preset) {
    Path written = folder.resolve(preset);
    assertThat(
            execute(
                "simulate",
                preset,
                "--count",
                "2000",
                "--change-after",
                "0s",
                "--out",
                written.toString()))
        .isZero();
    return written.resolve("dataset.yaml").toString();
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private JsonNode json(String name) throws IOException {
    return new ObjectMapper().readTree(folder.resolve(name).toFile());
  }

  @Test
  void learnsTheTemperatureThatWasSimulated() throws IOException {
    assertThat(execute("recalibrate", simulated("overconfident"), "-o", path("map.json"))).isZero();

    assertThat(out.toString())
        .startsWith("overconfident: Recalibration pays. The map is: over-con");
    JsonNode map = json("map.json");
    assertThat(map.at("/space/kind").asText()).isEqualTo("classes");
    assertThat(map.at("/labels").asInt()).isEqualTo(2000);
    assertThat(map.at("/map/kind").asText()).isEqualTo("temperature");
    assertThat(map.at("/map/temperature").asDouble()).isEqualTo(2, within(0.2));
  }

  @Test
  void learnsFromEachRowOfAnIdThatRepeats() throws IOException {
    List<String> rows = new ArrayList<>(List.of("n,p,y"));
    for (int row = 0; row < 400; row++) {
      rows.add(row / 4 + ",0.9," + row % 2);
    }
    Files.write(folder.resolve("coins.csv"), rows);
    String[] table = {
      "recalibrate",
      path("coins.csv"),
      "--probabilities",
      "p",
      "--label",
      "y",
      "--id",
      "n",
      "-o",
      path("map.json")
    };

    assertThat(execute(table)).as(err.toString()).isZero();

    assertThat(json("map.json").at("/labels").asInt()).isEqualTo(400);
  }

  @Test
  void appliesAMapToAFile() throws IOException {
    String data = simulated("overconfident");
    execute("recalibrate", data, "-o", path("map.json"));

    assertThat(execute("recalibrate", data, "--map", path("map.json"), "-o", path("out.csv")))
        .isZero();

    List<String> rows = Files.readAllLines(folder.resolve("out.csv"));
    assertThat(rows).hasSize(2001);
    assertThat(rows.get(0)).isEqualTo("id,made_at,p0,p1,p2,p3,p4,p5,p6,p7,p8,p9,target,known_at");
    String[] table = {
      "recalibrate",
      path("out.csv"),
      "--probabilities",
      "p*",
      "--label",
      "target",
      "--time",
      "made_at",
      "-o",
      path("again.json")
    };
    assertThat(execute(table)).isZero();
    assertThat(out.toString()).startsWith("out: Recalibration does not pay: no map is better");
    assertThat(json("again.json").at("/map/maps").size()).isZero();
  }

  @Test
  void learnsMapsOfNumbers() throws IOException {
    assertThat(execute("recalibrate", simulated("biased"), "-o", path("map.json"))).isZero();

    assertThat(out.toString()).contains("Recalibration pays.", "changes the mean CRPS by -");
    assertThat(json("map.json").at("/space/kind").asText()).isEqualTo("reals");
    assertThat(
            execute(
                "recalibrate",
                path("biased/dataset.yaml"),
                "--map",
                path("map.json"),
                "-o",
                path("out.csv")))
        .isZero();
    assertThat(Files.readAllLines(folder.resolve("out.csv"))).hasSize(2001);
  }

  @Test
  void findsNothingToMendInCalibratedPredictions() {
    assertThat(execute("recalibrate", simulated("calibrated"), "-o", path("map.json"))).isZero();

    assertThat(out.toString()).startsWith("calibrated: Recalibration does not pay");
  }

  @Test
  void saysWhatIsWrongWithAMap() throws IOException {
    String data = simulated("overconfident");
    execute("recalibrate", simulated("biased"), "-o", path("numbers.json"));

    assertThat(execute("recalibrate", data, "--map", path("numbers.json"), "-o", path("out.csv")))
        .isEqualTo(Errors.WRONG_INPUT);
    assertThat(err.toString())
        .contains("the map is for predictions of 1 real number, got one of 10");

    Files.writeString(folder.resolve("other.json"), "{\"format\": 2}");
    assertThat(execute("recalibrate", data, "--map", path("other.json"), "-o", path("out.csv")))
        .isEqualTo(Errors.WRONG_INPUT);
    assertThat(err.toString()).contains("other.json: 'format' must be 1");

    assertThat(execute("recalibrate", data, "--map", path("none.json"), "-o", path("out.csv")))
        .isEqualTo(Errors.WRONG_INPUT);
    assertThat(err.toString()).contains("none.json: cannot be read: ");
    assertThat(execute("recalibrate", data, "--model", "other", "-o", path("out.csv")))
        .isEqualTo(Errors.WRONG_INPUT);
    assertThat(err.toString()).contains("--model must be one of [overconfident]");
  }

  /** Of the predicted means, 1.5 times as many come. */
  @Test
  void learnsMapsOfCounts() throws IOException {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(1);
    TargetSampler sampler = new TargetSampler(random);
    StringBuilder rows = new StringBuilder("mean,y\n");
    for (int i = 0; i < 2000; i++) {
      double mean = 1 + 4 * random.nextDouble();
      long count = (long) ((RealVector) sampler.draw(Counts.poisson(1.5 * mean))).get(0);
      rows.append(mean).append(',').append(count).append('\n');
    }
    Files.writeString(folder.resolve("counts.csv"), rows);

    String[] words = {"--poisson", "mean", "--label", "y", "-o", path("map.json")};
    assertThat(execute(with(words, "recalibrate", path("counts.csv")))).isZero();

    assertThat(out.toString())
        .startsWith("counts: Recalibration pays. The map is: biased low by 0.7")
        .contains("changes the mean CRPS by -0.");
    assertThat(json("map.json").at("/map/kind").asText()).isEqualTo("location-scale");
  }

  /** Of counts that spread too widely, and of nine labels, no map is learned. */
  @Test
  void saysThatNoMapWasTried() throws IOException {
    String[] words = {"--poisson", "mean", "--label", "y", "-o", path("map.json")};
    Files.writeString(folder.resolve("wide.csv"), "mean,y\n" + "1e6,1000000\n".repeat(12));
    assertThat(execute(with(words, "recalibrate", path("wide.csv")))).isZero();
    assertThat(out.toString()).startsWith("wide: No map was tried: none is for such predictions");

    Files.writeString(folder.resolve("few.csv"), "mean,y\n" + "2,1\n".repeat(9));
    assertThat(execute(with(words, "recalibrate", path("few.csv")))).isZero();
    assertThat(out.toString()).startsWith("few: No map was tried: none is for such predictions");
  }

  private static String[] with(String[] last, String... first) {
    return Stream.concat(Arrays.stream(first), Arrays.stream(last)).toArray(String[]::new);
  }

  @Test
  void writesNoTableOfRecalibratedCounts() throws IOException {
    execute("recalibrate", simulated("biased"), "-o", path("numbers.json"));
    Files.writeString(
        folder.resolve("shift.json"),
        Files.readString(folder.resolve("numbers.json"))
            .replaceFirst(
                "(?s)\"map\"\\s*:\\s*\\{.*\\}\\s*\\}",
                "\"map\": {\"kind\": \"location-scale\", \"shift\": 0.2, \"scale\": 1}}"));
    Files.writeString(folder.resolve("rows.csv"), "mean,y\n1.5,2\n2.5,1\n");

    assertThat(
            execute(
                "recalibrate",
                path("rows.csv"),
                "--poisson",
                "mean",
                "--label",
                "y",
                "--map",
                path("shift.json"),
                "-o",
                path("out.csv")))
        .isEqualTo(Errors.WRONG_INPUT);
    assertThat(err.toString()).contains("recalibrated counts have a probability for each");
  }

  @Test
  void needsLabels() throws IOException {
    Files.writeString(folder.resolve("rows.csv"), "p\n0.5\n0.6\n");

    assertThat(
            execute(
                "recalibrate", path("rows.csv"), "--probabilities", "p", "-o", path("map.json")))
        .isEqualTo(Errors.WRONG_INPUT);
    assertThat(err.toString())
        .contains("a map is learned from labels, and no row that can be used has one");
  }

  /** Of class 1 in the north the log-odds are 0.7 too low, in the south 0.7 too high. */
  private void writeRegions() throws IOException {
    Random random = new Random(1);
    StringBuilder rows = new StringBuilder("p,y,region\n");
    for (int i = 0; i < 4000; i++) {
      double odds = random.nextGaussian();
      boolean north = random.nextBoolean();
      double chance = 1 / (1 + Math.exp(-odds - (north ? 0.7 : -0.7)));
      rows.append(1 / (1 + Math.exp(-odds))).append(random.nextDouble() < chance ? ",1," : ",0,");
      rows.append(north ? "north\n" : "south\n");
    }
    Files.writeString(folder.resolve("regions.csv"), rows);
  }

  private int recalibrate(String table, String... more) {
    List<String> words = new ArrayList<>(List.of("recalibrate", path(table)));
    words.addAll(List.of("--probabilities", "p", "--label", "y", "--segment", "region"));
    words.addAll(List.of(more));
    return execute(words.toArray(String[]::new));
  }

  @Test
  void shiftsEachSegmentByItsOwn() throws IOException {
    writeRegions();

    assertThat(recalibrate("regions.csv", "--by", "region", "-o", path("map.json"))).isZero();

    assertThat(out.toString())
        .startsWith("regions: Recalibration pays. The map is: region north: class 1 predicted too")
        .contains("; region south: class 1 predicted too often: log-odds off by 0.");
    JsonNode map = json("map.json").get("map");
    assertThat(map.get("kind").asText()).isEqualTo("by-segment");
    assertThat(map.at("/maps/north/log_odds").asDouble()).isEqualTo(0.7, within(0.15));
    assertThat(map.at("/maps/south/log_odds").asDouble()).isEqualTo(-0.7, within(0.15));

    Files.writeString(folder.resolve("new.csv"), "p,y,region\n0.5,,north\n0.5,,south\n0.5,,west\n");
    assertThat(recalibrate("new.csv", "--map", path("map.json"), "-o", path("out.csv"))).isZero();

    assertThat(out.toString())
        .endsWith(
            "1 of 3 predictions is in no segment that the map knows; it has the map of others\n");
    List<String> rows = Files.readAllLines(folder.resolve("out.csv"));
    assertThat(rows.get(0)).isEqualTo("id,made_at,p0,p1,target,known_at,region");
    assertThat(rows.get(1)).endsWith(",north");
    assertThat(rows.stream().skip(1).map(row -> Double.parseDouble(row.split(",", -1)[3])))
        .satisfiesExactly(
            north -> assertThat(north).isBetween(0.63, 0.7),
            south -> assertThat(south).isBetween(0.3, 0.37),
            west -> assertThat(west).isBetween(0.45, 0.55));
  }

  @Test
  void aMapBySegmentIsNotAppliedToRowsWithoutTheAttribute() throws IOException {
    writeRegions();
    recalibrate("regions.csv", "--by", "region", "-o", path("map.json"));
    String[] withoutSegment = {
      "recalibrate",
      path("regions.csv"),
      "--probabilities",
      "p",
      "--label",
      "y",
      "--map",
      path("map.json"),
      "-o",
      path("out.csv")
    };

    assertThat(execute(withoutSegment)).isEqualTo(2);

    assertThat(err.toString())
        .contains("the map depends on the segment attribute 'region': name its column with --se");
    assertThat(folder.resolve("out.csv")).doesNotExist();
  }

  @Test
  void keepsTheNamesOfClasses() throws IOException {
    Files.writeString(
        folder.resolve("map.json"),
        """
        {"format": 1, "model": "cars", "space": {"kind": "classes", "size": 3},
         "labels": 9, "from": "2026-01-01T00:00:00Z", "to": "2026-01-02T00:00:00Z", "gain": {"mean": 0, "lower": 0, "upper": 0},
         "map": {"kind": "temperature", "temperature": 2}}
        """);
    Files.writeString(
        folder.resolve("cars.csv"),
        "chance of bus,chance of car,chance of tram,was\n0.2,0.2,0.6,tram\n0.6,0.2,0.2,bus\n");

    int code =
        execute(
            "recalibrate",
            path("cars.csv"),
            "--probabilities",
            "chance of *",
            "--label",
            "was",
            "--map",
            path("map.json"),
            "-o",
            path("out.csv"));

    assertThat(err.toString()).isEmpty();
    assertThat(code).isZero();
    List<String> rows = Files.readAllLines(folder.resolve("out.csv"));
    assertThat(rows.get(0))
        .isEqualTo("id,made_at,chance of bus,chance of car,chance of tram,target,known_at");
    assertThat(rows.get(1)).contains(",tram,");
    assertThat(rows.get(2)).contains(",bus,");
  }

  @Test
  void learnsByAnAttributeOrAppliesAMap() throws IOException {
    writeRegions();

    assertThat(recalibrate("regions.csv", "--by", "region", "--map", "m", "-o", path("o.csv")))
        .isEqualTo(Errors.WRONG_INPUT);
    assertThat(err.toString()).contains("--by is for learning a map");
  }

  @Test
  void saysThatNoRowHasAnAttribute() throws IOException {
    writeRegions();

    assertThat(recalibrate("regions.csv", "--by", "country", "-o", path("map.json")))
        .isEqualTo(Errors.WRONG_INPUT);
    assertThat(err.toString())
        .contains("no labelled row has the segment attribute 'country': name its column with --se");
  }
}
