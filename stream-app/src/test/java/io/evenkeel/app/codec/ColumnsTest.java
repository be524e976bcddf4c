package io.evenkeel.app.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ColumnsTest {
  private static final Schema INNER =
      SchemaBuilder.record("Inner").fields().requiredDouble("x").optionalString("y").endRecord();
  private static final Schema OUTER =
      SchemaBuilder.record("Outer")
          .fields()
          .requiredString("name")
          .name("group")
          .type(Schema.createUnion(Schema.create(Schema.Type.NULL), INNER))
          .withDefault(null)
          .name("numbers")
          .type(Schema.createArray(Schema.create(Schema.Type.DOUBLE)))
          .noDefault()
          .endRecord();

  @Test
  void putsTheNameOfAGroupBeforeThoseOfItsFields() {
    assertThat(Columns.of(OUTER).keySet()).containsExactly("name", "group_x", "group_y", "numbers");
  }

  @Test
  void givesTheValuesOfFieldsAndOfThoseOfGroups() {
    GenericRecord inner = new GenericRecordBuilder(INNER).set("x", 0.5).build();

    assertThat(Columns.of(outer(inner)))
        .containsEntry("name", "a")
        .containsEntry("group_x", 0.5)
        .containsEntry("group_y", null)
        .containsEntry("numbers", List.of(1.0, 2.0))
        .hasSize(4);
  }

  @Test
  void keepsTheColumnsOfAGroupThatIsNotThere() {
    assertThat(Columns.of(outer(null)))
        .containsEntry("group_x", null)
        .containsEntry("group_y", null)
        .containsOnlyKeys(Columns.of(OUTER).keySet());
  }

  private static GenericRecord outer(@Nullable GenericRecord inner) {
    return new GenericRecordBuilder(OUTER)
        .set("name", "a")
        .set("group", inner)
        .set("numbers", List.of(1.0, 2.0))
        .build();
  }
}
