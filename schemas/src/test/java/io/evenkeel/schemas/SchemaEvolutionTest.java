package io.evenkeel.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Holds the schemas to their frozen versions, {@code history/<Record>.v<n>.avsc}, which are never
 * changed once released: a release that changes a schema adds the next one. Of the records of
 * topics, old and new must read each other; of internal ones, new must read old.
 *
 * <p>Version 1 of Verdict, Alert, PublishedMap and Comparison is not frozen yet: until the first
 * release their files follow today's schemas.
 */
class SchemaEvolutionTest {

  private static final Path HISTORY = Path.of("src/test/resources/history");

  @ParameterizedTest
  @MethodSource("frozen")
  void todayReadsAndIsReadByEveryFrozenVersion(Schema frozen) {
    Schema today = today(frozen.getName());

    assertReads(today, frozen);
    if (!Records.isInternal(today)) {
      assertReads(frozen, today);
    }
  }

  static List<Schema> frozen() {
    try (Stream<Path> files = Files.list(HISTORY)) {
      return files.sorted().map(SchemaEvolutionTest::parse).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void everyRecordOfATopicIsFrozen() {
    assertThat(frozen())
        .extracting(Schema::getName)
        .containsAll(Records.ofTopics().stream().map(Schema::getName).toList());
  }

  @Test
  void aKindOfDistributionCanBeAdded() {
    Schema today = today("Prediction");
    Schema tomorrow =
        edited(
            today,
            json ->
                json.replaceFirst(
                    "\\{\"name\":\"multivariate_normal\"",
                    "{\"name\":\"gamma\",\"type\":[\"null\",{\"type\":\"record\","
                        + "\"name\":\"Gamma\",\"fields\":[{\"name\":\"scale\","
                        + "\"type\":\"double\"}]}],\"default\":null},"
                        + "{\"name\":\"multivariate_normal\""));

    assertReads(tomorrow, today);
    assertReads(today, tomorrow);
  }

  @Test
  void aFindingCanBeAdded() {
    Schema today = today("Verdict");
    Schema tomorrow = edited(today, json -> json.replace("\"NO_DATA\",", "\"NO_DATA\",\"SHIFT\","));

    assertReads(tomorrow, today);
    assertReads(today, tomorrow);
  }

  @Test
  void aFieldWithoutADefaultWouldBeNoticed() {
    Schema today = today("Label");
    Schema tomorrow = edited(today, json -> json.replace(",\"default\":0", ""));
    Schema former =
        Schema.createRecord(
            "Label",
            null,
            today.getNamespace(),
            false,
            today.getFields().stream()
                .filter(field -> !field.name().equals("revision"))
                .map(field -> new Schema.Field(field, field.schema()))
                .toList());

    assertThat(compatibility(today, former)).isEqualTo(SchemaCompatibilityType.COMPATIBLE);
    assertThat(compatibility(tomorrow, former)).isEqualTo(SchemaCompatibilityType.INCOMPATIBLE);
  }

  private static void assertReads(Schema reader, Schema writer) {
    assertThat(
            SchemaCompatibility.checkReaderWriterCompatibility(reader, writer)
                .getResult()
                .getIncompatibilities())
        .as(
            "%s. Give new fields a default. Only if the frozen version was never released, copy"
                + " today's schema over it",
            reader.getFullName())
        .extracting(fault -> fault.getType() + " at " + fault.getLocation())
        .isEmpty();
  }

  private static SchemaCompatibilityType compatibility(Schema reader, Schema writer) {
    return SchemaCompatibility.checkReaderWriterCompatibility(reader, writer).getType();
  }

  private static Schema today(String name) {
    return Records.all().stream()
        .filter(record -> record.getName().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " was removed, but old events are kept"));
  }

  private static Schema edited(Schema schema, UnaryOperator<String> edit) {
    String json = schema.toString();
    String edited = edit.apply(json);
    assertThat(edited).isNotEqualTo(json);
    return new Schema.Parser().parse(edited);
  }

  private static Schema parse(Path file) {
    try {
      return new Schema.Parser().parse(file.toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
