package io.evenkeel.app.serde;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.avro.Schema;

/** Finds schemas with a record that contains itself. */
final class Recursion {
  /** Records on the way from the schema to the type that is looked at. */
  private final Set<String> open = new HashSet<>();

  /** Records that are known to be without. */
  private final Set<String> done = new HashSet<>();

  private Recursion() {}

  /** Whether a record of the schema contains itself; linear in the size of the schema. */
  static boolean in(Schema schema) {
    return new Recursion().isIn(schema);
  }

  private boolean isIn(Schema type) {
    return switch (type.getType()) {
      case RECORD -> isInRecord(type);
      case UNION -> type.getTypes().stream().anyMatch(this::isIn);
      case ARRAY -> isIn(type.getElementType());
      case MAP -> isIn(type.getValueType());
      default -> false;
    };
  }

  private boolean isInRecord(Schema type) {
    String name = type.getFullName();
    if (done.contains(name)) {
      return false;
    }
    if (!open.add(name)) {
      return true;
    }
    List<Schema.Field> fields = type.getFields();
    if (fields.stream().map(Schema.Field::schema).anyMatch(this::isIn)) {
      return true;
    }
    open.remove(name);
    done.add(name);
    return false;
  }
}
