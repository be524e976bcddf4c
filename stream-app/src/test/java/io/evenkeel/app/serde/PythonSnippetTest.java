package io.evenkeel.app.serde;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.app.codec.RecordWriter;
import io.evenkeel.schemas.Distribution;
import io.evenkeel.schemas.Label;
import io.evenkeel.schemas.Prediction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/**
 * The Python code of schemas/README.md, by the bytes that {@code src/test/python/record.py} saw it
 * send.
 */
class PythonSnippetTest {
  private static final Path README =
      Path.of(Objects.requireNonNull(System.getProperty("evenkeel.root")), "schemas", "README.md");

  private final JsonNode recorded = recorded();

  private static JsonNode recorded() {
    try {
      return new ObjectMapper()
          .readTree(PythonSnippetTest.class.getResourceAsStream("/python-snippet.json"));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void isTheCodeThatWasRecorded() throws IOException {
    assertThat(Files.readString(README))
        .as("record it again with stream-app/src/test/python/record.py")
        .contains("```python\n" + recorded.get("code").asText() + "```");
  }

  @Test
  void sendsTheBytesThatJavaSends() {
    Prediction prediction =
        Prediction.newBuilder()
            .setPredictionId("order-4711")
            .setModel("churn")
            .setVersion("3")
            .setMadeAt(Instant.parse("2026-01-31T12:00:00Z"))
            .setSegments(Map.of("country", "DE"))
            .setDistribution(Distribution.newBuilder().setCategorical(List.of(0.8, 0.2)).build())
            .build();
    Label label =
        Label.newBuilder()
            .setPredictionId("order-4711")
            .setKnownAt(Instant.parse("2026-02-01T09:10:00Z"))
            .setTarget(1)
            .build();

    assertThat(bytes(prediction)).isEqualTo(recorded.at("/sent/evenkeel.predictions").asText());
    assertThat(bytes(label)).isEqualTo(recorded.at("/sent/evenkeel.labels").asText());
  }

  private static String bytes(SpecificRecord record) {
    SpecificData model = SpecificData.getForClass(record.getClass());
    return HexFormat.of()
        .formatHex(new RecordWriter(new byte[0], model, record.getSchema()).write(record));
  }
}
