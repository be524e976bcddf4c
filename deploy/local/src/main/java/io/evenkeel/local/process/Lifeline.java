package io.evenkeel.local.process;

import java.io.IOException;
import java.util.Arrays;

/**
 * Runs another main class for as long as standard input stays open.
 *
 * <p>The parent process holds the other end. When it dies, however it dies, the system closes that
 * end, and this process ends too: a {@code kill -9} of the parent leaves no orphan.
 */
public final class Lifeline {

  private Lifeline() {}

  /**
   * Runs the main class.
   *
   * @param arguments the name of the main class, then its own arguments
   * @throws ReflectiveOperationException if there is no such class or it fails
   */
  public static void main(String[] arguments) throws ReflectiveOperationException {
    Thread watch = new Thread(Lifeline::endWithParent, "lifeline");
    watch.setDaemon(true);
    watch.start();
    Class.forName(arguments[0])
        .getMethod("main", String[].class)
        .invoke(null, (Object) Arrays.copyOfRange(arguments, 1, arguments.length));
  }

  private static void endWithParent() {
    try {
      while (System.in.read() >= 0) {
        // The parent never writes; only the end of the stream matters.
      }
    } catch (IOException e) {
      // A broken pipe says the same as its end.
    }
    Runtime.getRuntime().halt(1);
  }
}
