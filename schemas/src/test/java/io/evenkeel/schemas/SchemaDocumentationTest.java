package io.evenkeel.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SchemaDocumentationTest {

  @ParameterizedTest
  @MethodSource("io.evenkeel.schemas.Records#all")
  void everyRecordEnumAndFieldIsDocumentedInSentences(Schema record) {
    List<String> undocumented = new ArrayList<>();
    visit(record, new HashSet<>(), undocumented);

    assertThat(undocumented).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("io.evenkeel.schemas.Records#all")
  void everyDefaultIsAValueOfItsField(Schema record) {
    for (Schema.Field field : record.getFields()) {
      if (field.hasDefaultValue()) {
        Object value = GenericData.get().getDefaultValue(field);
        assertThat(GenericData.get().validate(field.schema(), value)).as(field.name()).isTrue();
      }
    }
  }

  private static void visit(Schema schema, Set<String> seen, List<String> undocumented) {
    switch (schema.getType()) {
      case RECORD -> {
        if (seen.add(schema.getFullName())) {
          check(schema.getFullName(), schema.getDoc(), undocumented);
          for (Schema.Field field : schema.getFields()) {
            check(schema.getFullName() + "." + field.name(), field.doc(), undocumented);
            visit(field.schema(), seen, undocumented);
          }
        }
      }
      case ENUM -> check(schema.getFullName(), schema.getDoc(), undocumented);
      case ARRAY -> visit(schema.getElementType(), seen, undocumented);
      case MAP -> visit(schema.getValueType(), seen, undocumented);
      case UNION -> schema.getTypes().forEach(type -> visit(type, seen, undocumented));
      default -> {
        // a primitive type says nothing of itself
      }
    }
  }

  private static void check(String name, String doc, List<String> undocumented) {
    if (doc == null || !doc.endsWith(".")) {
      undocumented.add(name);
    }
  }
}
