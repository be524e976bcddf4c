package io.evenkeel.local;

import io.evenkeel.local.broker.EmbeddedKafka;
import io.evenkeel.local.process.Loopback;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialAlteration;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;

/**
 * A broker with two listeners by TLS, of which one asks for certificates and one for passwords, and
 * which denies all that is not allowed.
 */
final class SecureKafka implements AutoCloseable {
  /** The user with a certificate. */
  static final String CERTIFIED = "User:CN=shop";

  private static final List<String> NAMES = List.of("broker", "admin", "shop");
  private static final String PASSWORD = "changeit";
  private static final String LOGIN =
      "org.apache.kafka.common.security.scram.ScramLoginModule required%s;";

  private final Path directory;
  private final EmbeddedKafka kafka;
  private final List<String> addresses;

  private SecureKafka(Path directory, EmbeddedKafka kafka, List<String> addresses) {
    this.directory = directory;
    this.kafka = kafka;
    this.addresses = addresses;
  }

  /** Starts it in a folder, which keeps its data and the certificates. */
  static SecureKafka start(Path directory) throws Exception {
    makeCertificates(directory);
    List<String> addresses = Loopback.freeAddresses(3);
    String clients = "CERTIFICATES://" + addresses.get(0) + ",PASSWORDS://" + addresses.get(1);
    Map<String, String> settings = new HashMap<>(certificate(directory, "broker"));
    settings.put("listeners", clients + ",CONTROLLER://" + addresses.get(2));
    settings.put("advertised.listeners", clients);
    settings.put("controller.quorum.voters", "1@" + addresses.get(2));
    settings.put("inter.broker.listener.name", "CERTIFICATES");
    settings.put(
        "listener.security.protocol.map",
        "CERTIFICATES:SSL,PASSWORDS:SASL_SSL,CONTROLLER:PLAINTEXT");
    settings.put("listener.name.certificates.ssl.client.auth", "required");
    settings.put("sasl.enabled.mechanisms", "SCRAM-SHA-512");
    settings.put("listener.name.passwords.scram-sha-512.sasl.jaas.config", LOGIN.formatted(""));
    settings.put(
        "authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
    // Only the controller takes users without a name.
    settings.put("super.users", "User:CN=broker;User:CN=admin;User:ANONYMOUS");
    EmbeddedKafka kafka = EmbeddedKafka.start(directory.resolve("broker"), settings);
    return new SecureKafka(directory, kafka, addresses);
  }

  /** Client properties of a user who may do everything. */
  Properties administrator() {
    Properties properties = new Properties();
    properties.put("bootstrap.servers", addresses.get(0));
    properties.put("security.protocol", "SSL");
    properties.putAll(certificate(directory, "admin"));
    return properties;
  }

  /** The settings, and those of the user {@link #CERTIFIED}. */
  Map<String, String> certified(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("kafka.bootstrap.servers", addresses.get(0));
    all.put("kafka.security.protocol", "SSL");
    certificate(directory, "shop").forEach((key, value) -> all.put("kafka." + key, value));
    return all;
  }

  /** The settings, and those of a user with a password. */
  Map<String, String> named(String user, Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("kafka.bootstrap.servers", addresses.get(1));
    all.put("kafka.security.protocol", "SASL_SSL");
    all.put("kafka.sasl.mechanism", "SCRAM-SHA-512");
    all.put(
        "kafka.sasl.jaas.config",
        LOGIN.formatted(" username=\"" + user + "\" password=\"" + PASSWORD + "\""));
    store("truststore", directory.resolve("trusted.p12"))
        .forEach((key, value) -> all.put("kafka." + key, value));
    return all;
  }

  /** Makes the broker know users by a password. */
  static void register(Admin admin, List<String> users) throws Exception {
    List<UserScramCredentialAlteration> credentials = new ArrayList<>();
    for (String user : users) {
      credentials.add(
          new UserScramCredentialUpsertion(
              user, new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096), PASSWORD));
    }
    admin.alterUserScramCredentials(credentials).all().get();
  }

  private static void makeCertificates(Path directory)
      throws IOException, InterruptedException, GeneralSecurityException {
    List<Process> makers = new ArrayList<>();
    for (String name : NAMES) {
      makers.add(
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                  "-genkeypair",
                  "-alias",
                  name,
                  "-dname",
                  "CN=" + name,
                  "-ext",
                  "SAN=ip:127.0.0.1",
                  "-keyalg",
                  "EC",
                  "-storetype",
                  "PKCS12",
                  "-keystore",
                  directory.resolve(name + ".p12").toString(),
                  "-storepass",
                  PASSWORD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start());
    }
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    for (int i = 0; i < NAMES.size(); i++) {
      String name = NAMES.get(i);
      if (makers.get(i).waitFor() != 0) {
        throw new AssertionError("keytool failed for " + name);
      }
      KeyStore own =
          KeyStore.getInstance(directory.resolve(name + ".p12").toFile(), PASSWORD.toCharArray());
      trusted.setCertificateEntry(name, own.getCertificate(name));
    }
    try (OutputStream out = Files.newOutputStream(directory.resolve("trusted.p12"))) {
      trusted.store(out, PASSWORD.toCharArray());
    }
  }

  private static Map<String, String> certificate(Path directory, String name) {
    Map<String, String> properties =
        new HashMap<>(store("keystore", directory.resolve(name + ".p12")));
    properties.putAll(store("truststore", directory.resolve("trusted.p12")));
    return properties;
  }

  private static Map<String, String> store(String kind, Path file) {
    String prefix = "ssl." + kind + ".";
    return Map.of(
        prefix + "location",
        file.toString(),
        prefix + "password",
        PASSWORD,
        prefix + "type",
        "PKCS12");
  }

  @Override
  public void close() {
    kafka.close();
  }
}
