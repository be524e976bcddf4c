package io.evenkeel.app;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Keys with certificates that they signed themselves, as Kafka's properties of TLS. */
public final class TestCertificates {
  /** Of every store. */
  public static final String PASSWORD = "changeit";

  private TestCertificates() {}

  /** Makes a store for a host and gives the properties that show its certificate. */
  public static Map<String, String> make(Path store, String host) {
    try {
      Process keytool =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                  "-genkeypair",
                  "-alias",
                  host,
                  "-dname",
                  "CN=" + host,
                  "-ext",
                  "SAN=dns:" + host,
                  "-keyalg",
                  "EC",
                  "-storetype",
                  "PKCS12",
                  "-keystore",
                  store.toString(),
                  "-storepass",
                  PASSWORD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (keytool.waitFor() != 0) {
        throw new AssertionError("keytool failed");
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
    return properties("keystore", store.toString());
  }

  /** The properties that trust the certificate which the others show. */
  public static Map<String, String> trust(Map<String, String> shown) {
    return properties("truststore", shown.getOrDefault("ssl.keystore.location", ""));
  }

  /** The properties that show one certificate and trust another. */
  public static Map<String, String> both(Map<String, String> shown, Map<String, String> trusted) {
    Map<String, String> both = new HashMap<>(shown);
    both.putAll(trust(trusted));
    return both;
  }

  private static Map<String, String> properties(String kind, String location) {
    String prefix = "ssl." + kind + ".";
    return Map.of(
        prefix + "location", location, prefix + "password", PASSWORD, prefix + "type", "PKCS12");
  }
}
