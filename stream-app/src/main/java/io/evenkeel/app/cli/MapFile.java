package io.evenkeel.app.cli;

import io.evenkeel.app.config.FileProblem;
import io.evenkeel.app.recalibrate.LearnedMap;
import io.evenkeel.app.recalibrate.MapJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file of a map, which the option {@code --map} names. */
final class MapFile {
  private MapFile() {}

  /**
   * The map.
   *
   * @throws IllegalArgumentException if there is none that can be read; the message names the file
   */
  static LearnedMap read(Path file) {
    try {
      return MapJson.read(Files.readString(file));
    } catch (IOException e) {
      throw new IllegalArgumentException(file + ": cannot be read: " + FileProblem.of(e), e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
    }
  }
}
