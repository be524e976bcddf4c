package io.evenkeel.app.recalibrate;

import com.fasterxml.jackson.annotation.JacksonInject;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.OptBoolean;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.InjectableValues;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.EnumFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.BetaCalibration;
import io.evenkeel.core.recalibration.ClassShift;
import io.evenkeel.core.recalibration.DirichletCalibration;
import io.evenkeel.core.recalibration.IsotonicCalibration;
import io.evenkeel.core.recalibration.LocationScale;
import io.evenkeel.core.recalibration.MapChain;
import io.evenkeel.core.recalibration.NormalRegression;
import io.evenkeel.core.recalibration.QuantileMap;
import io.evenkeel.core.recalibration.RecalibrationMap;
import io.evenkeel.core.recalibration.SegmentMap;
import io.evenkeel.core.recalibration.Temperature;
import io.evenkeel.core.recalibration.TopClassShift;
import io.evenkeel.core.recalibration.VectorScaling;
import io.evenkeel.core.score.Interval;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * The JSON form of a map, which any language can apply; described in {@code
 * deploy/docs/recalibration.md}. Fields may be added; a change of meaning raises the format.
 */
public final class MapJson {
  private static final int FORMAT = 1;

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .addMixIn(RecalibrationMap.class, Kinds.class)
          .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
          .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
          .injectableValues(
              new InjectableValues.Std()
                  .addValue(NormalRegression.Of.class, NormalRegression.Of.BOTH))
          .addMixIn(QuantileMap.class, QuantileMapFields.class)
          .addMixIn(NormalRegression.class, RegressionFields.class)
          .addMixIn(ClassShift.class, ShiftFields.class)
          .addMixIn(TopClassShift.class, ShiftFields.class)
          .build();

  /** The names of the kinds. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Temperature.class, name = "temperature"),
    @JsonSubTypes.Type(value = ClassShift.class, name = "class-shift"),
    @JsonSubTypes.Type(value = TopClassShift.class, name = "top-class-shift"),
    @JsonSubTypes.Type(value = VectorScaling.class, name = "vector-scaling"),
    @JsonSubTypes.Type(value = DirichletCalibration.class, name = "dirichlet"),
    @JsonSubTypes.Type(value = BetaCalibration.class, name = "beta"),
    @JsonSubTypes.Type(value = IsotonicCalibration.class, name = "isotonic"),
    @JsonSubTypes.Type(value = LocationScale.class, name = "location-scale"),
    @JsonSubTypes.Type(value = NormalRegression.class, name = "normal-regression"),
    @JsonSubTypes.Type(value = QuantileMap.class, name = "quantile-map"),
    @JsonSubTypes.Type(value = SegmentMap.class, name = "by-segment"),
    @JsonSubTypes.Type(value = MapChain.class, name = "chain")
  })
  private interface Kinds {}

  /** The fields of what is no record. */
  private abstract static class QuantileMapFields {
    @JsonCreator
    @SuppressWarnings("UnusedVariable") // it stands for the factory of the map
    QuantileMapFields(
        @JsonProperty("levels") List<Double> levels, @JsonProperty("shares") List<Double> shares) {}

    @JsonProperty("levels")
    abstract List<Double> levels();

    @JsonProperty("shares")
    abstract List<Double> shares();
  }

  /** Maps of earlier versions do not say what they are of. */
  private abstract static class RegressionFields {
    @JsonCreator
    @SuppressWarnings("UnusedVariable") // it stands for the constructor of the map
    RegressionFields(
        @JsonProperty("a") double a,
        @JsonProperty("b") double b,
        @JsonProperty("c") double c,
        @JsonProperty("d") double d,
        @JacksonInject(useInput = OptBoolean.TRUE) @JsonProperty("of") NormalRegression.Of of) {}
  }

  /** A field whose name is two words. */
  private interface ShiftFields {
    @JsonProperty("log_odds")
    double logOdds();
  }

  private MapJson() {}

  /** The map as text, with a line break at its end. */
  public static String write(LearnedMap learned) {
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("format", FORMAT);
    json.put("model", learned.model());
    json.putObject("space")
        .put("kind", learned.space().kind().name().toLowerCase(Locale.ROOT))
        .put("size", learned.space().size());
    if (!learned.classes().isEmpty()) {
      learned.classes().forEach(json.putArray("classes")::add);
    }
    json.put("labels", learned.labels())
        .put("from", learned.from().toString())
        .put("to", learned.to().toString());
    json.putObject("gain")
        .put("mean", learned.gain())
        .put("lower", learned.interval().lower())
        .put("upper", learned.interval().upper());
    json.put("words", learned.map().describe());
    json.set("map", tree(learned.map()));
    try {
      return MAPPER.writeValueAsString(json) + "\n";
    } catch (JacksonException e) {
      throw new IllegalStateException("a tree can always be written", e);
    }
  }

  /** What stands under {@code map}: the kind and the parameters. */
  public static JsonNode tree(RecalibrationMap map) {
    return MAPPER.valueToTree(map);
  }

  /**
   * The map of a text.
   *
   * @throws IllegalArgumentException if it breaks the format; the message says where
   */
  public static LearnedMap read(String text) {
    try {
      JsonNode json = MAPPER.readTree(text);
      if (json.isNull()) {
        throw new IllegalArgumentException("it holds null: no map is in force");
      }
      int format = whole(json, "format");
      if (format != FORMAT) {
        throw new IllegalArgumentException(
            "'format' must be " + FORMAT + ", which this version reads, got " + format);
      }
      JsonNode space = field(json, "space");
      JsonNode gain = field(json, "gain");
      return new LearnedMap(
          field(json, "model").asText(),
          new TargetSpace(
              TargetSpace.Kind.valueOf(field(space, "kind").asText().toUpperCase(Locale.ROOT)),
              whole(space, "size")),
          classes(json),
          whole(json, "labels"),
          Instant.parse(field(json, "from").asText()),
          Instant.parse(field(json, "to").asText()),
          field(gain, "mean").asDouble(),
          new Interval(field(gain, "lower").asDouble(), field(gain, "upper").asDouble()),
          MAPPER.treeToValue(field(json, "map"), RecalibrationMap.class));
    } catch (JacksonException e) {
      throw new IllegalArgumentException("this is no map: " + e.getOriginalMessage(), e);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("'from' and 'to' must be instants", e);
    }
  }

  /** Maps of earlier versions, and of classes without names, do not have them. */
  private static List<String> classes(JsonNode json) {
    return StreamSupport.stream(json.path("classes").spliterator(), false)
        .map(JsonNode::asText)
        .toList();
  }

  private static int whole(JsonNode json, String name) {
    JsonNode field = field(json, name);
    if (!field.isNumber() || !field.canConvertToExactIntegral() || !field.canConvertToInt()) {
      throw new IllegalArgumentException(
          "this is no map: '" + name + "' must be a whole number, got " + field);
    }
    return field.intValue();
  }

  private static JsonNode field(JsonNode json, String name) {
    @Nullable JsonNode field = json.get(name);
    if (field == null || field.isNull()) {
      throw new IllegalArgumentException("this is no map: '" + name + "' is missing");
    }
    return field;
  }
}
