package io.evenkeel.app.status;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** What is sent back. Its tag and its packed form are made once, when they are first asked for. */
final class HttpResponse {
  /** Below this, packing saves nothing. */
  private static final int WORTH_PACKING = 1024;

  private static final String PLAIN = "text/plain; charset=utf-8";
  private static final int TAG_LENGTH = 16;

  private final int code;
  private final String type;
  private final byte[] body;
  private @Nullable String tag;
  private byte @Nullable [] packed;

  /**
   * An answer.
   *
   * @param code status code
   * @param type media type
   * @param body the content, which must not change from here on
   */
  HttpResponse(int code, String type, byte[] body) {
    this.code = code;
    this.type = type;
    this.body = body;
  }

  /** The status code. */
  int code() {
    return code;
  }

  /** The media type. */
  String type() {
    return type;
  }

  /** The content. */
  byte[] body() {
    return body;
  }

  /** Plain text. */
  static HttpResponse text(int code, String text) {
    return new HttpResponse(code, PLAIN, text.getBytes(StandardCharsets.UTF_8));
  }

  /** JSON, all well. */
  static HttpResponse json(JsonNode content) {
    return json(200, content);
  }

  /** An error that says what to do, as JSON. */
  static HttpResponse error(int code, String problem, String remedy) {
    return json(code, Json.object().put("error", problem).put("action", remedy));
  }

  /** JSON with a status code. */
  static HttpResponse json(int code, JsonNode content) {
    return new HttpResponse(code, "application/json", Json.bytes(content));
  }

  /** A tag that is the same for the same content, on every instance. */
  synchronized String tag() {
    if (tag == null) {
      try {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(body);
        tag = '"' + HexFormat.of().formatHex(hash, 0, TAG_LENGTH) + '"';
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every Java has SHA-256", e);
      }
    }
    return tag;
  }

  /** Whether it is shorter by much when packed. */
  boolean isWorthPacking() {
    return body.length >= WORTH_PACKING;
  }

  /** The content, packed by gzip. */
  synchronized byte[] packed() {
    if (packed == null) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
        gzip.write(body);
      } catch (IOException e) {
        throw new UncheckedIOException("writing to memory", e);
      }
      packed = bytes.toByteArray();
    }
    return packed;
  }
}
