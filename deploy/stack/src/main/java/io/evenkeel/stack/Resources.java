package io.evenkeel.stack;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files of deploy/connect and deploy/prometheus, which the build puts beside this class. */
final class Resources {
  private Resources() {}

  /**
   * The text of a file.
   *
   * @param name with its folder, such as {@code connect/tables.sql}
   */
  static String read(String name) {
    try (InputStream file = Resources.class.getResourceAsStream(name)) {
      if (file == null) {
        throw new IllegalArgumentException("no " + name + " on the class path");
      }
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + name, e);
    }
  }

  /** Copies a file into a folder, and returns where it is there. */
  static Path copy(String name, Path folder) throws IOException {
    Files.createDirectories(folder);
    return Files.writeString(folder.resolve(Path.of(name).getFileName()), read(name));
  }
}
