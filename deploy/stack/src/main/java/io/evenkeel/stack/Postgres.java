package io.evenkeel.stack;

import io.evenkeel.local.ChildProcess;
import io.evenkeel.local.Loopback;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A PostgreSQL server on loopback with an empty database, from the programs on this machine.
 *
 * <p>They refuse to run as root; where this process is root they run as the user postgres.
 */
public final class Postgres implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String ROOT = "root";
  private static final String SYSTEM_USER = "postgres";
  private static final String USER = "evenkeel";

  private final ChildProcess server;
  private final String address;

  private Postgres(ChildProcess server, String address) {
    this.server = server;
    this.address = address;
  }

  /**
   * Makes a database and returns when it can be connected to.
   *
   * @param directory of its files, which the user postgres must be able to reach; created when
   *     absent
   * @throws IllegalStateException if it does not start
   */
  public static Postgres start(Path directory) throws InterruptedException {
    try {
      Files.createDirectories(directory);
      List<String> identity = identity(directory);
      initialise(directory, identity);
      String address = Loopback.freeAddresses(1).get(0);
      String port = address.substring(address.indexOf(':') + 1);
      ChildProcess server =
          ChildProcess.start(
              "database postgres",
              Programs.command(
                  "postgres",
                  identity,
                  "-D",
                  data(directory),
                  "-h",
                  "127.0.0.1",
                  "-p",
                  port,
                  "-k",
                  ""),
              Map.of(),
              directory);
      List<String> ready = Programs.command("pg_isready", List.of(), "-h", "127.0.0.1", "-p", port);
      server.await("accept connections", () -> run(ready) == 0, PATIENCE);
      return new Postgres(server, address);
    } catch (IOException e) {
      throw new IllegalStateException("PostgreSQL does not start in " + directory + ": " + e, e);
    }
  }

  /** The database for JDBC. */
  public String url() {
    return "jdbc:postgresql://" + address + "/postgres";
  }

  /** The user who owns it, and needs no password. */
  public String user() {
    return USER;
  }

  /** Ends the server, with whatever still is connected to it. */
  @Override
  public void close() {
    server.close();
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

  private static void initialise(Path directory, List<String> identity)
      throws InterruptedException {
    List<String> command =
        Programs.command(
            "initdb",
            identity,
            "--pgdata=" + data(directory),
            "--username=" + USER,
            "--auth=trust",
            "--encoding=UTF8",
            "--no-sync");
    int code = run(command);
    if (code != 0) {
      throw new IllegalStateException(
          "initdb ended with exit code "
              + code
              + "; can the user "
              + SYSTEM_USER
              + " reach "
              + directory
              + "?");
    }
  }

  private static String data(Path directory) {
    return directory.resolve("data").toString();
  }

  private static int run(List<String> command) throws InterruptedException {
    try {
      return new ProcessBuilder(command)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      throw new IllegalStateException(command.get(0) + " cannot be run: " + e, e);
    }
  }
}
