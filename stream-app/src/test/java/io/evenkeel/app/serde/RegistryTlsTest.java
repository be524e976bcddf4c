package io.evenkeel.app.serde;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.Map;
import org.apache.avro.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegistryTlsTest {

  private static final String PASSWORD = "changeit";
  private static final Schema INT = Schema.create(Schema.Type.INT);

  @TempDir Path folder;
  private String store;
  private FakeRegistry registry;

  @BeforeEach
  void start() throws Exception {
    store = folder.resolve("localhost.p12").toString();
    makeCertificate(store);
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

  private static void makeCertificate(String store) throws Exception {
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "localhost",
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=dns:localhost",
                "-keyalg",
                "EC",
                "-storetype",
                "PKCS12",
                "-keystore",
                store,
                "-storepass",
                PASSWORD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(keytool.waitFor()).isZero();
  }
}
