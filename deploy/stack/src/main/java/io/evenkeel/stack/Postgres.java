package io.evenkeel.stack;

import io.evenkeel.local.process.ChildProcess;
import io.evenkeel.local.process.Loopback;
import io.evenkeel.local.process.TemporaryFolder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A PostgreSQL server on loopback with an empty database, in a temporary folder, from the programs
 * on this machine.
 *
 * <p>They refuse to run as root; where this process is root they run as the user postgres.
 */
public final class Postgres implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String ROOT = "root";
  private static final String SYSTEM_USER = "postgres";
  private static final String DATABASE = "postgres";
  private static final String OWNER = "evenkeel";

  private final TemporaryFolder folder;
  private final ChildProcess server;
  private final String address;

  private Postgres(TemporaryFolder folder, ChildProcess server, String address) {
    this.folder = folder;
    this.server = server;
    this.address = address;
  }

  /**
   * Makes a database and returns when it can be connected to.
   *
   * @throws IllegalStateException if it does not start
   */
  public static Postgres start() throws InterruptedException {
    TemporaryFolder folder = TemporaryFolder.create("evenkeel-postgres-");
    try {
      List<String> identity = identity(folder.path());
      initialise(folder, identity);
      String address = Loopback.freeAddresses(1).get(0);
      ChildProcess server = serve(folder, identity, address.substring(address.indexOf(':') + 1));
      return new Postgres(folder, server, address);
    } catch (IOException e) {
      folder.close();
      throw new IllegalStateException("PostgreSQL does not start: " + e, e);
    } catch (InterruptedException | RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  /** Where it is, as host:port. */
  public String address() {
    return address;
  }

  /** The name of the database. */
  public String database() {
    return DATABASE;
  }

  /** The database for JDBC. */
  public String url() {
    return "jdbc:postgresql://" + address + "/" + DATABASE;
  }

  /** The user who owns it. */
  public String user() {
    return OWNER;
  }

  /** The password of that user, no secret: only this machine reaches the server. */
  public String password() {
    return OWNER;
  }

  /**
   * Runs SQL as the user who owns the database.
   *
   * @param options of psql(1), such as {@code --csv}
   * @return what psql prints
   * @throws IllegalStateException with what it prints, if it fails
   */
  public String run(String sql, String... options) throws InterruptedException {
    return run(sql, Map.of(), options);
  }

  /**
   * Runs SQL that reads the environment.
   *
   * @param environment variables for {@code getenv} of psql(1)
   * @param options of psql(1), such as {@code --csv}
   * @return what psql prints
   * @throws IllegalStateException with what it prints, if it fails
   */
  public String run(String sql, Map<String, String> environment, String... options)
      throws InterruptedException {
    String target = "postgresql://" + user() + ":" + password() + "@" + address + "/" + DATABASE;
    List<String> command = Programs.command("psql", List.of(), options);
    command.addAll(List.of("--no-psqlrc", "-v", "ON_ERROR_STOP=1", "-d", target, "-f", "-"));
    return output(command, sql, environment);
  }

  /** Ends the server, with whatever still is connected to it. */
  @Override
  public void close() {
    server.close();
    folder.close();
  }

  private static List<String> identity(Path directory) throws IOException {
    if (!System.getProperty("user.name").equals(ROOT)) {
      return List.of();
    }
    Files.setOwner(
        directory,
        directory
            .getFileSystem()
            .getUserPrincipalLookupService()
            .lookupPrincipalByName(SYSTEM_USER));
    return List.of("--reuid", SYSTEM_USER, "--regid", SYSTEM_USER, "--clear-groups");
  }

  private static void initialise(TemporaryFolder folder, List<String> identity)
      throws IOException, InterruptedException {
    Path password = Files.createTempFile("evenkeel-", ".password");
    try {
      Files.writeString(password, OWNER);
      if (!identity.isEmpty()) {
        Files.setOwner(password, Files.getOwner(folder.path()));
      }
      output(
          Programs.command(
              "initdb",
              identity,
              "--pgdata=" + folder.resolve("data"),
              "--username=" + OWNER,
              "--pwfile=" + password,
              "--auth=scram-sha-256",
              "--encoding=UTF8",
              "--no-sync"));
    } finally {
      Files.delete(password);
    }
  }

  private static ChildProcess serve(TemporaryFolder folder, List<String> identity, String port)
      throws InterruptedException {
    List<String> command =
        new ArrayList<>(Programs.command("postgres", identity, "-k", "", "-h", "127.0.0.1"));
    command.addAll(List.of("-p", port, "-D", folder.resolve("data").toString()));
    ChildProcess server = ChildProcess.start("database postgres", command, Map.of(), folder.path());
    List<String> ready = Programs.command("pg_isready", List.of(), "-h", "127.0.0.1", "-p", port);
    try {
      server.await("accept connections", () -> succeeds(ready), PATIENCE);
    } catch (InterruptedException | RuntimeException e) {
      server.close();
      throw e;
    }
    return server;
  }

  private static boolean succeeds(List<String> command) throws InterruptedException {
    try {
      return start(command, Map.of()).waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static String output(List<String> command) throws InterruptedException {
    return output(command, "", Map.of());
  }

  private static String output(List<String> command, String input, Map<String, String> environment)
      throws InterruptedException {
    try {
      Process process = start(command, environment);
      try (OutputStream in = process.getOutputStream()) {
        in.write(input.getBytes(StandardCharsets.UTF_8));
      }
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException(String.join(" ", command) + " failed: " + output.strip());
      }
      return output;
    } catch (IOException e) {
      throw new IllegalStateException(command.get(0) + " cannot be run: " + e, e);
    }
  }

  private static Process start(List<String> command, Map<String, String> environment)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    return builder.start();
  }
}
