package io.evenkeel.local;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The application in a process of its own, so that it can be killed. */
final class ChildApplication implements AutoCloseable {
  private final Process process;

  private ChildApplication(Process process) {
    this.process = process;
  }

  static ChildApplication start(Map<String, String> settings, Path log) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return start(
        List.of(java, "-Xmx512m", "-cp", classPath(), "io.evenkeel.app.Main"),
        System.getenv(),
        settings,
        log);
  }

  /**
   * Starts it by a command of its own.
   *
   * @param launcher the command up to the arguments of the application
   * @param environment all variables that it sees
   */
  static ChildApplication start(
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

  boolean isAlive() {
    return process.isAlive();
  }

  /** Under Surefire the class path of the process itself is a jar that only names the real one. */
  private static String classPath() {
    String own = System.getProperty("java.class.path");
    return System.getProperty("surefire.test.class.path", own);
  }

  /** As kill -9 does: nothing is flushed, nobody is told. */
  void kill() throws InterruptedException {
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
