package io.evenkeel.app.codec;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;

/**
 * A record as databases, metrics and explanations have it, without groups: a field of a group has
 * the name of the group before its own, joined by {@value #DELIMITER}, as Kafka Connect's Flatten
 * makes it.
 */
public final class Columns {
  /** Between the name of a group and those of its fields. */
  public static final String DELIMITER = "_";

  private Columns() {}

  /** The types of the columns by name, in order of the schema; those of a group may be null. */
  public static Map<String, Schema> of(Schema schema) {
    Map<String, Schema> columns = new LinkedHashMap<>();
    for (Schema.Field field : schema.getFields()) {
      Schema type = notNull(field.schema());
      if (type.getType() == Schema.Type.RECORD) {
        of(type).forEach((name, inner) -> columns.put(join(field, name), inner));
      } else {
        columns.put(field.name(), field.schema());
      }
    }
    return columns;
  }

  /** The values of the columns by name, in order of the schema; all of a group without a value. */
  public static Map<String, @Nullable Object> of(IndexedRecord record) {
    return of(record.getSchema(), record);
  }

  private static Map<String, @Nullable Object> of(Schema schema, @Nullable IndexedRecord record) {
    Map<String, @Nullable Object> columns = new LinkedHashMap<>();
    for (Schema.Field field : schema.getFields()) {
      Object value = record == null ? null : record.get(field.pos());
      Schema type = notNull(field.schema());
      if (type.getType() == Schema.Type.RECORD) {
        of(type, (IndexedRecord) value)
            .forEach((name, inner) -> columns.put(join(field, name), inner));
      } else {
        columns.put(field.name(), value);
      }
    }
    return columns;
  }

  private static String join(Schema.Field group, String name) {
    return group.name() + DELIMITER + name;
  }

  private static Schema notNull(Schema type) {
    return type.isUnion()
        ? type.getTypes().stream()
            .filter(branch -> branch.getType() != Schema.Type.NULL)
            .findFirst()
            .orElse(type)
        : type;
  }
}
