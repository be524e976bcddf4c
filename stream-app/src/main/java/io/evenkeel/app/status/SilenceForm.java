package io.evenkeel.app.status;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.evenkeel.app.config.Durations;
import io.evenkeel.app.state.PlainText;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a person asks for who silences an alert.
 *
 * @param alert fingerprint of the alert
 * @param end when the silence ends
 * @param by who wants it, by that person's own word: 1 to 100 characters
 * @param comment why: at most 500 characters
 */
record SilenceForm(String alert, Instant end, String by, String comment) {
  /** Longer ones are for the command line: what is never looked at again is best not begun here. */
  static final Duration LONGEST = Duration.ofDays(30);

  private static final int LONGEST_NAME = 100;
  private static final int LONGEST_COMMENT = 500;
  private static final String ALERT = "alert";
  private static final String FOR = "for";
  private static final String END = "ends_at";
  private static final String BY = "created_by";
  private static final String COMMENT = "comment";
  private static final List<String> FIELDS = List.of(ALERT, FOR, END, BY, COMMENT);

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /**
   * The form that the bytes hold.
   *
   * @param now wall-clock time, from which {@code for} counts
   * @throws IllegalArgumentException if they hold anything else; the message says what
   */
  static SilenceForm of(byte[] json, Instant now) {
    JsonNode form = read(json);
    for (Iterator<String> names = form.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!FIELDS.contains(name)) {
        throw new IllegalArgumentException("there is a field that is none of " + FIELDS);
      }
    }
    String alert = text(form, ALERT, LONGEST_NAME);
    String by = text(form, BY, LONGEST_NAME);
    String comment = text(form, COMMENT, LONGEST_COMMENT);
    if (alert == null || by == null) {
      throw new IllegalArgumentException(
          (alert == null ? ALERT : BY) + " is missing or empty; the alert and a name are needed");
    }
    return new SilenceForm(alert, end(form, now), by, comment == null ? "" : comment);
  }

  private static JsonNode read(byte[] json) {
    try {
      JsonNode form = MAPPER.readTree(json);
      if (form.isObject()) {
        return form;
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("the body is no JSON", e);
    }
    throw new IllegalArgumentException("the body is no JSON object");
  }

  private static Instant end(JsonNode form, Instant now) {
    String time = text(form, FOR, LONGEST_NAME);
    String end = text(form, END, LONGEST_NAME);
    if ((time == null) == (end == null)) {
      throw new IllegalArgumentException("give either " + FOR + " or " + END);
    }
    Instant until = time == null ? instant(end) : now.plus(Durations.parse(time));
    if (!until.isAfter(now) || until.isAfter(now.plus(LONGEST))) {
      throw new IllegalArgumentException(
          "the end must be later than now, and not later than in "
              + Durations.text(LONGEST)
              + "; 'evenkeel silence add' takes any");
    }
    return until;
  }

  private static Instant instant(@Nullable String text) {
    try {
      return Instant.parse(String.valueOf(text));
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(END + " is no time: write it as 2026-01-31T09:00:00Z", e);
    }
  }

  /** A text of the form without spaces around it; null if it is missing or blank. */
  private static @Nullable String text(JsonNode form, String name, int longest) {
    JsonNode value = form.path(name);
    if (value.isMissingNode() || value.isNull()) {
      return null;
    }
    if (!value.isTextual()) {
      throw new IllegalArgumentException(name + " is no text");
    }
    String text = value.textValue().strip();
    if (text.length() > longest) {
      throw new IllegalArgumentException(name + " has more than " + longest + " characters");
    }
    if (!PlainText.is(text)) {
      throw new IllegalArgumentException(name + " holds a line break or another control character");
    }
    return text.isEmpty() ? null : text;
  }
}
