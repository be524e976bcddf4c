package io.evenkeel.app.oncall;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.evenkeel.app.serde.JsonSerializer;
import io.evenkeel.app.state.PlainText;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.wording.Numbers;
import io.evenkeel.app.wording.Times;
import io.evenkeel.schemas.PublishedMap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Published maps as lines that people or programs read. */
public final class MapTable {
  private static final String ROW = "%-20s  %-12s  %-30s  %s  %s%n";
  private static final ObjectMapper JSON = new ObjectMapper();

  private MapTable() {}

  /** Maps, a line each under a heading, in their order. */
  public static String of(List<PublishedMap> maps) {
    if (maps.isEmpty()) {
      return "No published maps.%n".formatted();
    }
    int width = maps.stream().mapToInt(map -> shortKey(map).length()).max().orElseThrow();
    return ROW.formatted(
            "DECIDED", "LATER LABELS", "GAIN, NATS PER LABEL (95 %)", padded("KEY", width), "MAP")
        + maps.stream().map(map -> row(map, width)).collect(Collectors.joining());
  }

  private static String row(PublishedMap published, int width) {
    return ROW.formatted(
        Times.minute(published.getUpdatedAt()),
        String.format(Locale.ROOT, "%,d", published.getLaterLabels()),
        gain(published),
        padded(shortKey(published), width),
        PlainText.of(published.getWords()));
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }

  /** As {@code explain --map} takes it: without the parts at its end that are empty. */
  private static String shortKey(PublishedMap published) {
    return PlainText.of(shortKey(series(published)));
  }

  private static String shortKey(SeriesKey series) {
    if (!series.segment().isEmpty()) {
      return series.key();
    }
    return series.version().isEmpty()
        ? series.key().substring(0, series.key().length() - 2)
        : series.modelKey();
  }

  private static SeriesKey series(PublishedMap published) {
    return new SeriesKey(published.getModel(), published.getVersion(), published.getSegment());
  }

  private static String gain(PublishedMap published) {
    return gain(published.getGain(), published.getGainLower(), published.getGainUpper());
  }

  /** What a map saves, with its interval, if it has one. */
  public static String gain(@Nullable Double gain, @Nullable Double lower, @Nullable Double upper) {
    String interval =
        lower == null || upper == null ? "" : " (" + number(lower) + " to " + number(upper) + ")";
    return number(gain) + interval;
  }

  private static String number(@Nullable Double value) {
    if (value == null) {
      return "none yet";
    }
    // Of one label no interval has ends.
    return Double.isFinite(value) ? Numbers.plain(value) : value.toString();
  }

  /** The record as a line of JSON, without a break at its end. A map that is JSON is so in it. */
  public static String json(PublishedMap published) {
    try {
      byte[] bytes =
          Objects.requireNonNull(new JsonSerializer().serialize("recalibrations", published));
      ObjectNode json = (ObjectNode) JSON.readTree(bytes);
      String map = published.getMap();
      if (map != null) {
        json.set("map", read(map));
      }
      return json.toString();
    } catch (IOException e) {
      throw new UncheckedIOException("bytes in memory can always be read", e);
    }
  }

  /** Others may write to the topic, too. */
  private static JsonNode read(String map) {
    try {
      return JSON.readTree(map);
    } catch (JacksonException e) {
      return TextNode.valueOf(map);
    }
  }
}
