package io.evenkeel.local.measure;

import io.evenkeel.local.process.ChildProcess;
import io.evenkeel.local.process.Lifeline;
import io.evenkeel.local.process.Loopback;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The application as a process of its own, with a limit to its heap, as it runs in the image. */
final class ChildMonitor implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Pattern PEAK = Pattern.compile("VmHWM:\\s+(\\d+) kB");
  private static final Pattern LIVE = Pattern.compile("Total +\\d+ +(\\d+)");

  private final ChildProcess process;
  private final URI status;

  private ChildMonitor(ChildProcess process, URI status) {
    this.process = process;
    this.status = status;
  }

  /**
   * Starts it and returns when it is ready.
   *
   * @param settings of the application, without its address
   * @param heap MiB
   * @param directory of its log
   */
  static ChildMonitor start(Map<String, String> settings, int heap, Path directory)
      throws InterruptedException {
    String address = freeAddress();
    List<String> command = new ArrayList<>();
    command.add(program("java"));
    // As deploy/docker/evenkeel has them, and as it sets the environment below.
    command.addAll(
        List.of(
            "-Xmx" + heap + "m",
            "-XX:+UseParallelGC",
            "-XX:NewRatio=3",
            "-XX:+ExitOnOutOfMemoryError",
            "-Djdk.nio.maxCachedBufferSize=262144"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Lifeline.class.getName(), "io.evenkeel.app.Main", "run"));
    settings.forEach((name, value) -> command.addAll(List.of("-D", name + "=" + value)));
    int port = address.lastIndexOf(':');
    command.addAll(List.of("-D", "http.host=" + address.substring(0, port)));
    command.addAll(List.of("-D", "http.port=" + address.substring(port + 1)));
    URI status = URI.create("http://" + address);
    ChildProcess process =
        ChildProcess.start(
            "application monitor", command, Map.of("MALLOC_ARENA_MAX", "2"), directory);
    try {
      process.awaitAnswer(
          HttpRequest.newBuilder(status.resolve("/health/ready")).build(), PATIENCE);
      return new ChildMonitor(process, status);
    } catch (InterruptedException | RuntimeException e) {
      process.close();
      throw e;
    }
  }

  private static String freeAddress() {
    try {
      return Loopback.freeAddresses(1).get(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String program(String name) {
    return Path.of(System.getProperty("java.home"), "bin", name).toString();
  }

  /**
   * Waits until it has done something.
   *
   * @throws IllegalStateException with the end of its log, if it ended or did not in time
   */
  void await(String what, ChildProcess.Probe done, Duration patience) throws InterruptedException {
    process.await(what, done, patience);
  }

  /** A metric of all its labels together; 0 while there is none. */
  double metric(String name) {
    return ReadMetrics.of(status, name);
  }

  /** The most bytes of memory that it has had from the system so far; Linux only. */
  long memory() {
    try {
      return 1024 * number(PEAK, Files.readString(Path.of("/proc/" + process.pid() + "/status")));
    } catch (IOException e) {
      throw new UncheckedIOException("the system does not tell the memory of a process", e);
    }
  }

  /** Bytes of the heap that a collection leaves, after it. */
  long heap() throws InterruptedException {
    try {
      Process histogram =
          new ProcessBuilder(program("jcmd"), "" + process.pid(), "GC.class_histogram")
              .redirectErrorStream(true)
              .start();
      String said = new String(histogram.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      histogram.waitFor();
      return number(LIVE, said);
    } catch (IOException e) {
      throw new UncheckedIOException("jcmd, a program of the JDK, cannot be run", e);
    }
  }

  private static long number(Pattern pattern, String text) {
    Matcher found = pattern.matcher(text);
    if (!found.find()) {
      throw new IllegalStateException("no '" + pattern + "' in: " + text);
    }
    return Long.parseLong(found.group(1));
  }

  /** Processor time that it has used since its start. */
  Duration processorTime() {
    return process.processorTime();
  }

  @Override
  public void close() {
    process.close();
  }
}
