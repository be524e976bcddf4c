package io.evenkeel.local.demo;

import io.evenkeel.app.config.AppConfig;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Consumer;

/**
 * What the demo shows around the application: where its output goes, and who watches it. Mutable;
 * by default there is nothing.
 */
public interface Surroundings extends AutoCloseable {

  /** The application by itself. */
  Surroundings NONE = new Surroundings() {};

  /**
   * All that is on the class path.
   *
   * @throws IllegalStateException if there is none
   */
  static Surroundings full() {
    return ServiceLoader.load(Surroundings.class)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "--full needs deploy/stack on the class path: run deploy/evenkeel demo --full"));
  }

  /** What the application is to know of it, by the names of settings. */
  default Map<String, String> settings() {
    return Map.of();
  }

  /**
   * Starts it. Whatever was started is to be closed, even if this fails.
   *
   * @param status where the application serves its page and metrics
   * @param folder of its files
   * @param say takes what the reader is to know, such as what this machine lacks
   */
  default void start(AppConfig config, URI status, Path folder, Consumer<String> say)
      throws InterruptedException {}

  /**
   * Shows what has become of the verdicts, and stays for as long as there is something to look at.
   *
   * @param verdicts how many are final
   * @param say takes what the reader is to know
   */
  default void show(int verdicts, Consumer<String> say) throws InterruptedException {}

  /** Ends all of it. */
  @Override
  default void close() {}
}
