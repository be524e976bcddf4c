package io.evenkeel.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kafka.sasl.jaas.config",
        "kafka.ssl.key.password",
        "privacy.key",
        "kafka.ssl.keystore.password",
        "kafka.ssl.truststore.password",
        "kafka.ssl.keystore.key",
        "kafka.producer.ssl.keystore.key",
        "kafka.sasl.oauthbearer.client.credentials.client.secret",
        "serde.properties.basic.auth.user.info",
        "serde.properties.schema.registry.basic.auth.user.info",
        "serde.properties.bearer.auth.token",
        "serde.properties.apicurio.registry.auth.client-secret",
        "serde.properties.clientSecret",
        "serde.properties.azure.api.key",
        "serde.properties.PASSWD",
        "serde.properties.rule.executors._default_.param.private.key",
      })
  void hidesWhatIsSecretByName(String path) {
    assertThat(Secrets.mask(path, "s3cret")).isEqualTo("[hidden]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kafka.bootstrap.servers",
        "kafka.key.serializer",
        "kafka.ssl.keystore.location",
        "kafka.ssl.truststore.type",
        "serde.properties.schema.registry.url",
        "models.churn.window.size",
        "kafka.partition.assignment.strategy",
      })
  void showsWhatIsNot(String path) {
    assertThat(Secrets.mask(path, "plain")).isEqualTo("plain");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http://user:s3cret@registry:8081 | http://[hidden]@registry:8081",
        "http://a:s3@b@host/x,https://c:s3@host2 | http://[hidden]@host/x,https://[hidden]@host2",
        "http://registry:8081/a@b | http://registry:8081/a@b",
        "-----BEGIN PRIVATE KEY----- s3 | [hidden]",
        "org.apache.kafka.PlainLoginModule required user=\"s3\"; | [hidden]",
      })
  void hidesWhatIsSecretByItsValue(String value, String shown) {
    assertThat(Secrets.mask("any", value)).isEqualTo(shown);
  }

  @Test
  void neverShowsSecretsInTheTextOfAConfiguration() {
    AppConfig config =
        AppConfig.of(
            Map.of(
                "kafka.sasl.jaas.config", "s3cret",
                "kafka.bootstrap.servers", "broker:9092",
                "serde.properties.basic.auth.user.info", "user:s3cret",
                "serde.properties.schema.registry.url", "http://user:s3cret@registry"));

    assertThat(config.kafka()).containsEntry("sasl.jaas.config", "s3cret");
    assertThat(config.toString())
        .doesNotContain("s3cret")
        .contains("bootstrap.servers=broker:9092", "sasl.jaas.config=[hidden]", "@registry");
    assertThat(config.serde().toString()).doesNotContain("s3cret").contains("@registry");
  }

  @Test
  void neverShowsSecretsInMessages() {
    Map<String, String> settings = Map.of("pasword", "s3cret", "kafka.password", "s3cret");

    assertThatThrownBy(() -> AppConfig.of(settings)).hasMessageNotContaining("s3cret");
    assertThat(new ConfigException("kafka.password", "s3cret", "is wrong"))
        .hasMessage("kafka.password = '[hidden]': is wrong");
  }
}
