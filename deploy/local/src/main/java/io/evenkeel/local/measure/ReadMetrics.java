package io.evenkeel.local.measure;

import io.evenkeel.app.runtime.Application;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** The metrics of an application, as Prometheus reads them. */
final class ReadMetrics {
  private ReadMetrics() {}

  /** A metric of all its labels together; 0 while there is none. */
  static double of(Application application, String name) {
    return of(application.status(), name);
  }

  /** The same of the application at an address. */
  static double of(URI status, String name) {
    try (InputStream metrics = status.resolve("/metrics").toURL().openStream()) {
      return new String(metrics.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> line.startsWith(name))
          .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
          .sum();
    } catch (IOException e) {
      return 0;
    }
  }
}
