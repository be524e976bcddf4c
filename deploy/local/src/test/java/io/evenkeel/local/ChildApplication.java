package io.evenkeel.local;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The application in a process of its own, so that it can be killed. */
public final class ChildApplication implements AutoCloseable {
  private final Process process;

  private ChildApplication(Process process) {
    this.process = process;
  }

  static ChildApplication start(Map<String, String> settings, Path log) throws IOException {
    List<String> options = List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
    return start(launcher(options), System.getenv(), settings, log);
  }

  /** The command of the application with the classes of this process, up to its arguments. */
  public static List<String> launcher(List<String> options) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", classPath(), "io.evenkeel.app.Main"));
    return command;
  }

  /**
   * Starts it by a command of its own.
   *
   * @param launcher the command up to the arguments of the application
   * @param environment all variables that it sees
   */
  public static ChildApplication start(
      List<String> launcher,
      Map<String, String> environment,
      Map<String, String> settings,
      Path log)
      throws IOException {
    List<String> command = new ArrayList<>(launcher);
    command.add("run");
    settings.forEach((path, value) -> command.addAll(List.of("-D", path + "=" + value)));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().keySet().retainAll(environment.keySet());
    builder.environment().putAll(environment);
    return new ChildApplication(builder.start());
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  public long pid() {
    return process.pid();
  }

  /** Waits until it has ended; its exit code. */
  public int exitCode() throws InterruptedException {
    return process.waitFor();
  }

  /** Under Surefire the class path of the process itself is a jar that only names the real one. */
  public static String classPath() {
    String own = System.getProperty("java.class.path");
    return System.getProperty("surefire.test.class.path", own);
  }

  /** As kill -9 does: nothing is flushed, nobody is told. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
