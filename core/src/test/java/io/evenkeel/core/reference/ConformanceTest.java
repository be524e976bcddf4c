package io.evenkeel.core.reference;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every reference vector of the folder {@code evenkeel.vectors}, one test per file. A test whose
 * operation or inputs are not implemented is reported as skipped, and listed in the table that is
 * printed at the end.
 */
class ConformanceTest {
  private static final Path FOLDER = Path.of(System.getProperty("evenkeel.vectors", ""));
  private static final Map<String, Operation> OPERATIONS = Operations.all();
  private static final Report REPORT = new Report();

  @TestFactory
  List<DynamicTest> givesTheExpectedValues() throws IOException {
    Assumptions.assumeTrue(
        Files.isDirectory(FOLDER), () -> "no folder of vectors at '" + FOLDER + "'");
    try (Stream<Path> files = Files.list(FOLDER)) {
      List<DynamicTest> tests =
          files
              .filter(file -> file.toString().endsWith(".json"))
              .sorted()
              .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> run(file)))
              .toList();
      assertThat(tests).as("vector files in '%s'", FOLDER).isNotEmpty();
      return tests;
    }
  }

  @AfterAll
  static void printReport() {
    System.out.println("Reference vectors of '" + FOLDER + "'");
    System.out.println(Files.isDirectory(FOLDER) ? REPORT.table() : "skipped: no such folder");
  }

  private static void run(Path file) throws IOException {
    JsonNode vectors = read(file);
    String name = vectors.path("op").asText();
    JsonNode cases = vectors.path("cases");
    assertThat(name).as("operation of %s", file).isNotEmpty();
    assertThat(cases.isArray() && !cases.isEmpty()).as("%s has cases", file).isTrue();

    Report.Row row = REPORT.row(name);
    Operation operation = OPERATIONS.get(name);
    if (operation == null) {
      row.withoutHandler(cases.size());
    } else {
      cases.forEach(oneCase -> run(oneCase, operation, row));
    }

    assertThat(row.failures()).as("failures of %s", name).isEmpty();
    Assumptions.assumeTrue(row.gaps().isEmpty(), row::gaps);
  }

  private static JsonNode read(Path file) throws IOException {
    try {
      return new ObjectMapper().readTree(file.toFile());
    } catch (JsonProcessingException e) {
      throw new IOException(file + " is no JSON", e);
    }
  }

  private static void run(JsonNode oneCase, Operation operation, Report.Row row) {
    String name = oneCase.path("name").asText();
    try {
      JsonNode expected = oneCase.required("expected");
      Map<String, ?> actual = operation.apply(new Inputs(oneCase.required("inputs")));
      row.compared(name, Comparison.of(expected, oneCase.required("tolerance"), actual));
    } catch (NotImplemented e) {
      row.notImplemented(e);
    } catch (RuntimeException e) {
      row.failed(name, e);
    }
  }
}
