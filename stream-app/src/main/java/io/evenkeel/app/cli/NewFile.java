package io.evenkeel.app.cli;

import io.evenkeel.app.config.FileProblem;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * A file that is written beside its place, and put there once it is complete: after an error, what
 * was there before is still there.
 */
final class NewFile {
  /** What writes its text. */
  @FunctionalInterface
  interface Content {
    void write(Writer to) throws IOException;
  }

  private NewFile() {}

  /**
   * Checks that a folder is there for a file that is written after long work, and that what is read
   * is not written over.
   *
   * @param option that names it, for messages
   * @param inputs the files that the command reads
   * @throws IllegalArgumentException if there is no folder, or the file is one of them
   */
  static void check(String option, Path file, List<Path> inputs) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null && !Files.isDirectory(folder)) {
      throw unwritable(option, file, new NoSuchFileException(folder.toString()));
    }
    for (Path input : inputs) {
      if (Files.exists(input) && Files.exists(file) && Files.isSameFile(input, file)) {
        throw new IllegalArgumentException(
            option + ": " + file + " is read by this command; name another file");
      }
    }
  }

  /**
   * Writes a file, packed by gzip if its name ends in .gz.
   *
   * @param option that names it, for messages
   * @throws IllegalArgumentException if there can be no such file; the message says why
   */
  static void write(String option, Path file, Content content) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      // A pipe or a terminal: nothing can take its place.
      try (Writer writer = open(option, file, file)) {
        content.write(writer);
      }
      return;
    }
    // What a link leads to is replaced, not the link.
    Path place = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
    Path part =
        place.resolveSibling(place.getFileName() + "." + ProcessHandle.current().pid() + ".part");
    try {
      try (Writer writer = open(option, file, part)) {
        content.write(writer);
      }
      put(option, file, part, place);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private static Writer open(String option, Path file, Path part) throws IOException {
    try {
      return file.toString().endsWith(".gz") ? packed(part) : Files.newBufferedWriter(part);
    } catch (FileSystemException e) {
      throw unwritable(option, file, e);
    }
  }

  /** Like the other, it refuses what has no UTF-8. */
  private static Writer packed(Path part) throws IOException {
    OutputStream bytes = new GZIPOutputStream(Files.newOutputStream(part));
    return new BufferedWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8.newEncoder()));
  }

  private static void put(String option, Path file, Path part, Path place) throws IOException {
    try {
      Files.move(part, place, StandardCopyOption.REPLACE_EXISTING);
    } catch (FileSystemException e) {
      throw unwritable(option, file, e);
    }
  }

  /** Says in a sentence why there can be no such file. */
  static IllegalArgumentException unwritable(String option, Path path, FileSystemException e) {
    return new IllegalArgumentException(
        option + ": " + path + " cannot be written: " + FileProblem.of(e), e);
  }
}
