package io.evenkeel.app.dataset;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A file with an object of JSON in each line. What is nested has a path for a name: {@code
 * model.name} for a field of an object, {@code probabilities.0} for an item of an array. The
 * columns are the names that the first {@value #LOOKED_AT} lines have; a row without one of them,
 * or with null, has nothing there. NaN and Infinity, which are no JSON but what Python writes, are
 * texts.
 */
final class JsonLinesFile implements Table {
  private static final int LOOKED_AT = 1000;
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final String name;
  private final BufferedReader reader;
  private final List<String> first;
  private final List<String> names;
  private final Columns columns;

  private JsonLinesFile(
      String name, BufferedReader reader, List<String> first, List<String> names) {
    this.name = name;
    this.reader = reader;
    this.first = first;
    this.names = names;
    this.columns = new Columns(name, names);
  }

  /** Opens a file. */
  @SuppressWarnings("resource") // closed with what is returned, or here when there is nothing
  static JsonLinesFile open(Path file, String name) throws IOException {
    InputStream bytes = Table.unpacked(file);
    try {
      BufferedReader reader = new BufferedReader(Utf8.text(bytes));
      List<String> first = new ArrayList<>();
      Set<String> names = new LinkedHashSet<>();
      String line = reader.readLine();
      while (line != null) {
        first.add(line);
        JsonNode json = parse(line);
        if (json != null) {
          visit("", json, (path, value) -> names.add(path));
        }
        line = first.size() < LOOKED_AT ? reader.readLine() : null;
      }
      return new JsonLinesFile(name, reader, first, List.copyOf(names));
    } catch (CharacterCodingException e) {
      bytes.close();
      throw Utf8.refused(file, name, e);
    } catch (IOException e) {
      bytes.close();
      throw e;
    }
  }

  @Override
  public Columns columns() {
    return columns;
  }

  @Override
  public Stream<Row> rows(Consumer<UnusableRowException> unusable) {
    Map<String, Integer> positions = new HashMap<>();
    names.forEach(column -> positions.put(column, positions.size()));
    long[] number = {0};
    Stream<String> rest =
        Stream.generate(this::next).takeWhile(Optional::isPresent).flatMap(Optional::stream);
    return Stream.concat(first.stream(), rest)
        .filter(line -> !line.isBlank())
        .map(line -> row(line, ++number[0], positions, unusable))
        .filter(Objects::nonNull);
  }

  private Optional<String> next() {
    try {
      return Optional.ofNullable(reader.readLine());
    } catch (CharacterCodingException e) {
      throw Utf8.refused(name, e);
    } catch (IOException e) {
      throw new UncheckedIOException(name + " cannot be read", e);
    }
  }

  private @Nullable Row row(
      String line,
      long number,
      Map<String, Integer> positions,
      Consumer<UnusableRowException> unusable) {
    JsonNode json = parse(line);
    if (json == null) {
      String reason = "the line is no object of JSON";
      unusable.accept(
          new UnusableRowException(reason, columns.place(number) + ": " + reason, null));
      return null;
    }
    String[] cells = new String[names.size()];
    Arrays.fill(cells, "");
    visit(
        "",
        json,
        (path, value) -> {
          Integer position = positions.get(path);
          if (position != null) {
            cells[position] = value;
          }
        });
    return new Row(number, Arrays.asList(cells));
  }

  /** The object in a line; null if there is none. */
  private static @Nullable JsonNode parse(String line) {
    try {
      JsonNode json = MAPPER.readTree(line);
      return json.isObject() ? json : null;
    } catch (JsonProcessingException e) {
      return null;
    }
  }

  /** Passes on all simple values with their paths; null is an empty one. */
  private static void visit(String path, JsonNode json, BiConsumer<String, String> to) {
    if (json.isObject()) {
      json.properties().forEach(entry -> visit(path, entry.getKey(), entry.getValue(), to));
    } else if (json.isArray()) {
      for (int i = 0; i < json.size(); i++) {
        visit(path, Integer.toString(i), json.get(i), to);
      }
    } else {
      to.accept(path, text(json));
    }
  }

  private static String text(JsonNode value) {
    if (value.isFloatingPointNumber() && Double.isFinite(value.doubleValue())) {
      return PlainNumber.of(value.doubleValue());
    }
    return value.isNull() ? "" : value.asText();
  }

  private static void visit(
      String path, String step, JsonNode json, BiConsumer<String, String> to) {
    visit(path.isEmpty() ? step : path + "." + step, json, to);
  }

  @Override
  public void close() {
    try {
      reader.close();
    } catch (IOException e) {
      throw new UncheckedIOException(name + " cannot be closed", e);
    }
  }
}
