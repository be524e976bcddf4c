package io.evenkeel.app.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Says in words why a file cannot be read or written. */
public final class FileProblem {
  private FileProblem() {}

  /** The reason, such as "there is no such file", to follow a colon. */
  public static String of(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "there is no such file or folder";
    }
    if (e instanceof AccessDeniedException) {
      return "the user of this program has no right to";
    }
    if (e instanceof NotDirectoryException) {
      return "it is no folder";
    }
    if (e instanceof FileAlreadyExistsException) {
      return "a file of this name is in the way";
    }
    if (e instanceof CharacterCodingException) {
      return "it is not UTF-8; convert it, such as by 'iconv -f latin1 -t utf-8'";
    }
    String text = e instanceof FileSystemException file ? file.getReason() : e.getMessage();
    return text == null || text.isBlank() ? e.getClass().getSimpleName() : text;
  }
}
