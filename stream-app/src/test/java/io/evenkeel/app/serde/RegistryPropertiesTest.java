package io.evenkeel.app.serde;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;
import org.junit.jupiter.api.Test;

class RegistryPropertiesTest {

  private static final String BASIC_ADA = "GET /schemas/ids/1 Basic YWRhOmzDtnZlbGFjZQ==";

  @Test
  void sendsBasicAuthentication() throws IOException {
    assertThat(request(Map.of("basic.auth.user.info", "ada:lövelace"))).isEqualTo(BASIC_ADA);
    assertThat(
            request(
                Map.of(
                    "schema.registry.basic.auth.credentials.source",
                    "USER_INFO",
                    "schema.registry.basic.auth.user.info",
                    new Password("ada:lövelace"))))
        .isEqualTo(BASIC_ADA);
  }

  @Test
  void takesTheUserFromTheUrl() throws IOException {
    try (FakeRegistry registry = FakeRegistry.start()) {
      String url = registry.url().replace("//", "//ada:l%C3%B6velace@");
      registry.answer(403, "");

      assertThatExceptionOfType(RegistryException.class)
          .isThrownBy(() -> SchemaRegistry.of(Map.of("schema.registry.url", url)).schemaOf(1))
          .withMessageContaining(registry.url())
          .withMessageNotContaining("velace");
      assertThat(registry.requests).containsExactly(BASIC_ADA);
    }
  }

  @Test
  void sendsBearerTokens() throws IOException {
    assertThat(request(Map.of("bearer.auth.token", "t0ken")))
        .isEqualTo("GET /schemas/ids/1 Bearer t0ken");
  }

  @Test
  void sendsNothingByDefault() throws IOException {
    assertThat(request(Map.of())).isEqualTo("GET /schemas/ids/1");
  }

  @Test
  void refusesWhatIsMissingOrUnknown() {
    assertRefused(Map.of(), "schema.registry.url is missing", "http://localhost:8081");
    assertRefused(Map.of("schema.registry.url", "localhost:8081"), "schema.registry.url must be");
    assertRefused(Map.of("schema.registry.url", "http://u:secret@"), "schema.registry.url must be");
    assertRefused(with("basic.auth.credentials.source", "USER_INFO"), "basic.auth.user.info");
    assertRefused(with("basic.auth.credentials.source", "SASL_INHERIT"), "SASL_INHERIT");
    assertRefused(with("bearer.auth.credentials.source", "OAUTHBEARER"), "OAUTHBEARER");
    assertRefused(with("schema.registry.timeout.ms", "soon"), "schema.registry.timeout.ms", "soon");
    assertRefused(with("schema.registry.timeout.ms", "0"), "schema.registry.timeout.ms");
    assertRefused(with("schema.registry.ssl.endpoint.identification.algorithm", ""), "host name");
    assertRefused(
        Map.of(
            "schema.registry.url",
            "http://h",
            "bearer.auth.token",
            "t",
            "basic.auth.user.info",
            "u:p"),
        "not with both");
  }

  private static Map<String, ?> with(String name, String value) {
    return Map.of("schema.registry.url", "http://localhost:1", name, value);
  }

  private static void assertRefused(Map<String, ?> properties, String... words) {
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> SchemaRegistry.of(properties))
        .withMessageContainingAll(words)
        .withMessageNotContaining("secret");
  }

  private static String request(Map<String, Object> more) throws IOException {
    try (FakeRegistry registry = FakeRegistry.start()) {
      Map<String, Object> properties = registry.properties();
      properties.putAll(more);
      int id = registry.add("numbers", "\"int\"");
      SchemaRegistry.of(properties).schemaOf(id);
      return registry.requests.get(0);
    }
  }
}
