package io.evenkeel.local.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A program that runs beside this one, with a log file. */
public final class ChildProcess implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(50);
  private static final int LOG_LINES_IN_ERRORS = 20;
  private static final int SECONDS_TO_END = 5;

  private final String name;
  private final Process process;
  private final Path log;

  private ChildProcess(String name, Process process, Path log) {
    this.name = name;
    this.process = process;
    this.log = log;
  }

  /**
   * Starts a program and returns at once.
   *
   * @param name what it is, for errors; its last word names the log
   * @param environment variables beside those of this process
   * @param directory where it runs and has its log; created when absent
   * @throws IllegalStateException if it cannot be run
   */
  public static ChildProcess start(
      String name, List<String> command, Map<String, String> environment, Path directory) {
    try {
      Files.createDirectories(directory);
      Path log = directory.resolve(name.substring(name.lastIndexOf(' ') + 1) + ".log");
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile());
      builder.environment().putAll(environment);
      return new ChildProcess(name, builder.start(), log);
    } catch (IOException e) {
      throw new IllegalStateException("the " + name + " cannot be started: " + e, e);
    }
  }

  /**
   * Waits until a request is answered with success.
   *
   * @throws IllegalStateException with the end of its log, if it ended or did not answer in time
   */
  public void awaitAnswer(HttpRequest request, Duration patience) throws InterruptedException {
    HttpClient client = HttpClient.newHttpClient();
    await("answer at " + request.uri(), () -> succeeds(client, request), patience);
  }

  /**
   * Waits until it does what it is there for.
   *
   * @param what it is to do, for errors
   * @param done asked again and again
   * @throws IllegalStateException with the end of its log, if it ended or did not in time
   */
  public void await(String what, Probe done, Duration patience) throws InterruptedException {
    Instant deadline = Instant.now().plus(patience);
    while (!done.succeeds()) {
      if (process.waitFor(POLL.toMillis(), TimeUnit.MILLISECONDS)) {
        throw failed("ended with exit code " + process.exitValue());
      }
      if (Instant.now().isAfter(deadline)) {
        throw failed("did not " + what + " within " + patience.toSeconds() + " s");
      }
    }
  }

  /** A question that may have to wait for its answer. */
  @FunctionalInterface
  public interface Probe {
    /** Whether it is so now. */
    boolean succeeds() throws InterruptedException;
  }

  /** Its number in the system. */
  public long pid() {
    return process.pid();
  }

  /** Processor time that it has used since its start; zero where the system does not say. */
  public Duration processorTime() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** Ends the program and returns when it has ended. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private static boolean succeeds(HttpClient client, HttpRequest request)
      throws InterruptedException {
    try {
      return client.send(request, BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException e) {
      return false;
    }
  }

  private IllegalStateException failed(String how) {
    List<String> lines;
    try {
      lines = Files.readAllLines(log, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<String> end = lines.subList(Math.max(0, lines.size() - LOG_LINES_IN_ERRORS), lines.size());
    return new IllegalStateException(
        "the " + name + " " + how + "; its log " + log + " ends with\n" + String.join("\n", end));
  }
}
