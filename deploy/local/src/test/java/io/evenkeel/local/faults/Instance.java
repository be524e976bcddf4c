package io.evenkeel.local.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.evenkeel.local.ChildApplication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An instance of the application that is started again when it ends, as a supervisor does. */
final class Instance implements AutoCloseable {
  /** What is done while it is down. */
  @FunctionalInterface
  interface Meanwhile {
    void run() throws IOException, InterruptedException;
  }

  private static final String HEAP = "256m";
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final Map<String, String> settings;
  private final Path folder;
  private final Path log;
  private final List<Integer> exits = new ArrayList<>();
  private @Nullable ChildApplication process;

  /**
   * One that does not run yet.
   *
   * @param folder of its state
   */
  Instance(Map<String, String> settings, Path folder, Path log) throws IOException {
    this.settings = new HashMap<>(settings);
    this.settings.put("kafka.state.dir", folder.toString());
    this.folder = folder;
    this.log = log;
    Files.createDirectories(folder);
  }

  Path folder() {
    return folder;
  }

  synchronized boolean runs() {
    return process != null;
  }

  synchronized void start() throws IOException {
    start(HEAP);
  }

  private void start(String heap) throws IOException {
    List<String> options = List.of("-Xmx" + heap, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
    process =
        ChildApplication.start(ChildApplication.launcher(options), System.getenv(), settings, log);
  }

  /** Starts it again if it has ended by itself. */
  synchronized void keep() throws IOException, InterruptedException {
    if (process != null && !process.isAlive()) {
      exits.add(process.exitCode());
      start(HEAP);
    }
  }

  /** The exit codes with which it ended by itself. */
  synchronized List<Integer> exits() {
    return List.copyOf(exits);
  }

  /** Kills it, or asks it to end, and starts it again after something was done. */
  synchronized void restart(boolean kill, Meanwhile meanwhile)
      throws IOException, InterruptedException {
    restart(kill, HEAP, meanwhile);
  }

  synchronized void restart(boolean kill, String heap, Meanwhile meanwhile)
      throws IOException, InterruptedException {
    end(kill);
    meanwhile.run();
    start(heap);
  }

  synchronized void end(boolean kill) throws InterruptedException {
    ChildApplication ending = process;
    process = null;
    if (ending != null && kill) {
      ending.kill();
    } else if (ending != null) {
      ending.close();
    }
  }

  /** It stands still until something was done. */
  synchronized void pause(Meanwhile meanwhile) throws IOException, InterruptedException {
    keep();
    if (process == null) {
      return;
    }
    Signals.stop(process.pid());
    try {
      meanwhile.run();
    } finally {
      Signals.resume(process.pid());
    }
  }

  /** Starts it once although it should not start; its exit code and all that it said. */
  synchronized String refusal() throws IOException, InterruptedException {
    end(true);
    long said = Files.size(log);
    start(HEAP);
    ChildApplication refusing = Objects.requireNonNull(process);
    Instant deadline = Instant.now().plus(PATIENCE);
    while (refusing.isAlive() && Instant.now().isBefore(deadline)) {
      Thread.sleep(100);
    }
    String code = refusing.isAlive() ? "nothing, it runs" : Integer.toString(refusing.exitCode());
    end(true);
    byte[] all = Files.readAllBytes(log);
    return code + " " + new String(all, (int) said, all.length - (int) said, UTF_8);
  }

  @Override
  public synchronized void close() {
    try {
      end(true);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
