package io.evenkeel.app.serde;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificData;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/** Records of generated classes with random values in every field. */
final class RandomRecords {
  private final UniformRandomProvider random;
  private final SpecificData model;

  RandomRecords(UniformRandomProvider random, Schema schema) {
    this.random = random;
    this.model = SpecificData.getForSchema(schema);
  }

  IndexedRecord record(Schema schema) {
    IndexedRecord record = (IndexedRecord) model.newRecord(null, schema);
    schema.getFields().forEach(field -> record.put(field.pos(), value(field.schema())));
    return record;
  }

  private @Nullable Object value(Schema schema) {
    return switch (schema.getType()) {
      case RECORD -> record(schema);
      case UNION -> branch(schema.getTypes());
      case ARRAY -> items(schema.getElementType());
      case MAP -> map(schema.getValueType());
      case ENUM ->
          model.createEnum(
              schema.getEnumSymbols().get(random.nextInt(schema.getEnumSymbols().size())), schema);
      case STRING -> "text \"" + random.nextInt(1000) + "\" ü\n";
      case BOOLEAN -> random.nextBoolean();
      case INT -> random.nextInt();
      case LONG ->
          schema.getLogicalType() instanceof LogicalTypes.TimestampMillis
              ? (Object) Instant.ofEpochMilli(random.nextLong(4_000_000_000_000L))
              : (Object) random.nextLong();
      case DOUBLE -> number();
      default -> null;
    };
  }

  /** Beside texts, a number that is not finite would be taken for one. */
  private @Nullable Object branch(List<Schema> types) {
    Object value = value(types.get(random.nextInt(types.size())));
    boolean text = types.stream().anyMatch(type -> type.getType() == Schema.Type.STRING);
    return text && value instanceof Double number && !Double.isFinite(number) ? 0.5 : value;
  }

  private List<@Nullable Object> items(Schema schema) {
    return IntStream.range(0, random.nextInt(4))
        .<@Nullable Object>mapToObj(i -> value(schema))
        .toList();
  }

  private Map<String, @Nullable Object> map(Schema schema) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    IntStream.range(0, random.nextInt(4)).forEach(i -> map.put("key " + i, value(schema)));
    return map;
  }

  private double number() {
    return switch (random.nextInt(8)) {
      case 0 -> Double.NaN;
      case 1 -> Double.NEGATIVE_INFINITY;
      case 2 -> Math.rint(random.nextDouble() * 10);
      case 3 -> -0.0;
      case 4 -> Double.MIN_VALUE;
      default -> (random.nextDouble() - 0.5) * 1e20;
    };
  }
}
