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
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx512m", "-cp", classPath(), "io.evenkeel.app.Main", "run"));
    settings.forEach((path, value) -> command.addAll(List.of("-D", path + "=" + value)));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    return new ChildApplication(process);
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
