package io.evenkeel.app.dataset;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** How tables that are texts are written. */
final class Utf8 {
  private Utf8() {}

  /**
   * The text of a file, without a byte order mark. Spreadsheets put one before the first name, and
   * before its quotes.
   *
   * @throws CharacterCodingException if it does not begin as UTF-8; so does reading on
   */
  static Reader text(InputStream bytes) throws IOException {
    // A decoder reports what is no UTF-8; a charset would put question marks in its place.
    PushbackReader text =
        new PushbackReader(new InputStreamReader(bytes, StandardCharsets.UTF_8.newDecoder()));
    int mark = text.read();
    if (mark >= 0 && mark != '\uFEFF') {
      text.unread(mark);
    }
    return text;
  }

  /** Says what a file is written in instead, as far as its first byte says it. */
  static IllegalArgumentException refused(Path file, String name, CharacterCodingException e)
      throws IOException {
    try (InputStream bytes = Table.unpacked(file)) {
      return refused(name, bytes.read(), e);
    }
  }

  /** Says that a file that begins as UTF-8 goes on as something else. */
  static IllegalArgumentException refused(String name, CharacterCodingException e) {
    return refused(name, -1, e);
  }

  /** gzip begins with 1F 8B, UTF-16 with the byte order mark FE FF or FF FE. */
  private static IllegalArgumentException refused(
      String name, int firstByte, CharacterCodingException e) {
    String what =
        switch (firstByte) {
          case 0x1F -> "the file is not UTF-8 but packed by gzip: name it " + name + ".gz";
          case 0xFE, 0xFF ->
              "the file is UTF-16; convert it to UTF-8, such as by 'iconv -f utf-16 -t utf-8'";
          default ->
              "the file is not UTF-8; write it as that, such as by 'iconv -f latin1 -t utf-8'";
        };
    return new IllegalArgumentException(name + ": " + what, e);
  }
}
