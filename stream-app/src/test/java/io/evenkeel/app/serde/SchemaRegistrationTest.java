package io.evenkeel.app.serde;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.TopicNames;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SchemaRegistrationTest {

  private static final TopicNames TOPICS =
      new TopicNames(
          "p",
          "l",
          "profiles",
          "series",
          "v",
          "m",
          "a",
          "r",
          "rp",
          "ch",
          "co",
          "s",
          "dead-letters");

  @Test
  void registersEverySchemaAndThenItsCompatibility() throws IOException {
    try (FakeRegistry registry = FakeRegistry.start()) {
      Map<String, Integer> ids = SchemaRegistration.register(registry.properties(), TOPICS);

      assertThat(ids)
          .isEqualTo(
              Map.of(
                  "p-value",
                  1,
                  "l-value",
                  2,
                  "v-value",
                  3,
                  "m-value",
                  4,
                  "a-value",
                  5,
                  "r-value",
                  6,
                  "rp-value",
                  1,
                  "ch-value",
                  1,
                  "co-value",
                  7,
                  "s-value",
                  8));
      assertThat(registry.requests)
          .startsWith("POST /subjects/p-value/versions", "PUT /config/p-value")
          .hasSize(20);
      assertThat(registry.schema(3)).contains("\"name\":\"Verdict\"");
    }
  }

  @Test
  void changesNothingTheSecondTime() throws IOException {
    try (FakeRegistry registry = FakeRegistry.start()) {
      Map<String, Integer> first = SchemaRegistration.register(registry.properties(), TOPICS);

      assertThat(SchemaRegistration.register(registry.properties(), TOPICS)).isEqualTo(first);
    }
  }
}
