package io.evenkeel.app.recalibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.core.prediction.TargetSpace;
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
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MapJsonTest {

  static List<RecalibrationMap> maps() {
    Temperature temperature = new Temperature(1.0 / 3);
    IsotonicCalibration isotonic =
        new IsotonicCalibration(new MonotoneCurve(List.of(-1.5, 0.1), List.of(-0.5, 0.7)));
    return List.of(
        temperature,
        isotonic,
        new BetaCalibration(1.1, 0.9, -0.2),
        new ClassShift(1, 0.25),
        new TopClassShift(-0.5),
        new VectorScaling(List.of(1.5, 0.5), List.of(0.1, -0.1)),
        new DirichletCalibration(List.of(List.of(1.5, 0.5), List.of(0.0, 1.0)), List.of(0.1, 0.0)),
        new LocationScale(0.1, 1.7),
        new NormalRegression(2.5, 0.99, 4, 0),
        new NormalRegression(2.5, 0.99, 4, 0, NormalRegression.Of.ENSEMBLES),
        new QuantileMap(List.of(0.1, 0.5, 0.9), List.of(0.2, 0.5, 0.7)),
        MapChain.of(temperature, isotonic),
        new SegmentMap("region", Map.of("north", isotonic, "", temperature), MapChain.IDENTITY),
        MapChain.IDENTITY);
  }

  private static LearnedMap learned(RecalibrationMap map) {
    return new LearnedMap(
        "churn",
        TargetSpace.classes(2),
        List.of("no", "yes"),
        1234,
        Instant.parse("2026-01-01T00:00:00Z"),
        Instant.parse("2026-01-31T12:00:00Z"),
        0.02,
        new Interval(0.01, 0.03),
        map);
  }

  @ParameterizedTest
  @MethodSource("maps")
  void readsWhatItWrites(RecalibrationMap map) {
    assertThat(MapJson.read(MapJson.write(learned(map)))).isEqualTo(learned(map));
  }

  @Test
  void hasTheFormOfTheDocument() {
    assertThat(MapJson.write(learned(MapChain.of(maps().get(0), maps().get(1)))))
        .isEqualToIgnoringWhitespace(
            """
            {
              "format": 1, "model": "churn", "space": {"kind": "classes", "size": 2},
              "classes": ["no", "yes"], "labels": 1234, "from": "2026-01-01T00:00:00Z", "to": "2026-01-31T12:00:00Z",
              "gain": {"mean": 0.02, "lower": 0.01, "upper": 0.03},
              "words": "under-confident: temperature 0.33, then isotonic: 0.1 becomes 0.23, 0.5 becomes 0.65, 0.9 becomes 0.94",
              "map": {
                "kind": "chain",
                "maps": [
                  {"kind": "temperature", "temperature": 0.3333333333333333},
                  {"kind": "isotonic", "curve": {"from": [-1.5, 0.1], "to": [-0.5, 0.7]}}
                ]
              }
            }
            """);
  }

  @Test
  void aRegressionThatDoesNotSayWhatItIsOfIsForBothKinds() {
    NormalRegression both = new NormalRegression(2.5, 0.99, 4, 0);
    String text =
        MapJson.write(learned(new NormalRegression(2.5, 0.99, 4, 0, NormalRegression.Of.NORMALS)));

    assertThat(text).contains("\"of\" : \"normals\"");
    assertThat(MapJson.read(text.replaceFirst(",\\s*\"of\" : \"normals\"", "")).map())
        .isEqualTo(both);
    assertThatThrownBy(() -> MapJson.read(text.replace("normals", "mixtures")))
        .hasMessageContaining("mixtures");
  }

  @Test
  void namesWhatIsWrong() {
    String text = MapJson.write(learned(new Temperature(2)));

    assertThatThrownBy(() -> MapJson.read("{"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("this is no map: Unexpected end-of-input");
    assertThatThrownBy(() -> MapJson.read(text.replace("\"map\"", "\"mop\"")))
        .hasMessage("this is no map: 'map' is missing");
    assertThatThrownBy(() -> MapJson.read(text.replace("\"temperature\" : 2.0", "\"t\" : 2.0")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("temperature");
    assertThatThrownBy(() -> MapJson.read(text.replace(": 2.0", ": -2.0")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("temperature must be");
    assertThatThrownBy(() -> MapJson.read(text.replace("\"temperature\",", "\"warmth\",")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("warmth");
    assertThatThrownBy(() -> MapJson.read(text.replace("2026-01-01T00:00:00Z", "January")))
        .hasMessage("'from' and 'to' must be instants");
  }

  @ParameterizedTest
  @CsvSource({"format, 1, 1.9", "size, 2, 2.7", "labels, 1234, 1234.5", "format, 1, '\"1\"'"})
  void refusesWhatIsNoWholeNumber(String field, String whole, String other) {
    String before = "\"" + field + "\" : ";
    String text = MapJson.write(learned(new ClassShift(1, 0.25)));
    String broken = text.replaceFirst(before + whole, before + other);

    assertThat(broken).isNotEqualTo(text);
    assertThatThrownBy(() -> MapJson.read(broken))
        .hasMessage("this is no map: '" + field + "' must be a whole number, got " + other);
  }

  @Test
  void refusesAnIndexThatIsNoWholeNumber() {
    String text = MapJson.write(learned(new ClassShift(1, 0.25)));

    assertThatThrownBy(() -> MapJson.read(text.replace("\"index\" : 1", "\"index\" : 0.6")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("this is no map: ");
  }

  /** A null in the place of a map would stop what applies it, and not before a prediction comes. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "{\"kind\": \"isotonic\", \"curve\": null}",
        "{\"kind\": \"chain\", \"maps\": [null]}",
        "{\"kind\": \"vector-scaling\", \"scales\": [1, null], \"offsets\": [0, 0]}",
        "{\"kind\": \"dirichlet\", \"weights\": [null, [1, 0]], \"offsets\": [0, 0]}",
        "{\"kind\": \"by-segment\", \"attribute\": \"a\", \"maps\": {\"b\": null}, \"others\": {\"kind\": \"chain\", \"maps\": []}}",
        "{\"kind\": \"by-segment\", \"attribute\": \"a\", \"maps\": {}, \"others\": null}",
        "{\"kind\": \"chain\", \"maps\": [{\"kind\": \"isotonic\", \"curve\": null}]}"
      })
  void refusesANull(String map) {
    String text = MapJson.write(learned(new Temperature(2)));
    String withNull = text.substring(0, text.indexOf("\"map\"")) + "\"map\": " + map + "}";

    assertThatThrownBy(() -> MapJson.read(withNull))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("this is no map: ");
  }
}
