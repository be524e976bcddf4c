package io.evenkeel.app.serde;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.evenkeel.app.TestCertificates;
import java.nio.file.Path;
import java.util.Map;
import org.apache.avro.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegistryTlsTest {

  private static final String PASSWORD = TestCertificates.PASSWORD;
  private static final Schema INT = Schema.create(Schema.Type.INT);

  @TempDir Path folder;
  private String store;
  private FakeRegistry registry;

  @BeforeEach
  void start() throws Exception {
    store = folder.resolve("localhost.p12").toString();
    TestCertificates.make(Path.of(store), "localhost");
    registry = FakeRegistry.startWithTls(store, PASSWORD);
  }

  @AfterEach
  void stop() {
    registry.close();
  }

  @Test
  void trustsTheCertificatesOfTheTrustStoreAndShowsItsOwn() {
    Map<String, Object> properties = registry.properties();
    for (String kind : new String[] {"truststore", "keystore"}) {
      properties.put("schema.registry.ssl." + kind + ".location", store);
      properties.put("schema.registry.ssl." + kind + ".password", PASSWORD);
      properties.put("schema.registry.ssl." + kind + ".type", "PKCS12");
    }

    assertThat(SchemaRegistry.of(properties).register("numbers", INT)).isEqualTo(1);
  }

  @Test
  void refusesACertificateOfAStrangerAtOnce() {
    assertThatExceptionOfType(RegistryException.class)
        .isThrownBy(() -> SchemaRegistry.of(registry.properties()).register("numbers", INT))
        .withMessageContainingAll(
            "subject numbers", registry.url(), "schema.registry.ssl.truststore");
  }
}
