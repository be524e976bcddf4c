package io.evenkeel.local.registry;

import java.nio.file.Path;
import java.time.Duration;

/** A program that starts a registry in the given directory and then waits to be killed. */
final class RegistryHolder {

  private RegistryHolder() {}

  public static void main(String[] arguments) throws Exception {
    try (ApicurioRegistry registry = ApicurioRegistry.start(Path.of(arguments[0]))) {
      registry.awaitReady(Duration.ofMinutes(1));
      System.out.println(ProcessHandle.current().children().findFirst().orElseThrow().pid());
      Thread.currentThread().join();
    }
  }
}
