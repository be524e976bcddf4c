package io.evenkeel.app.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.evenkeel.app.config.Settings.Place;
import io.evenkeel.app.config.Values.Given;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Mutable, for one use: reads a YAML file as texts by place, each with its line. Levels may be
 * written as nested maps or with dots, {@code window.size: 1d}; a list becomes a text with commas.
 */
final class YamlFile {
  /*
   * Tokens are read, not a tree: a tree knows no lines. Of YAML there is no more than maps, lists
   * of scalars and scalars; aliases and several documents are refused, because the parser would
   * hand on their names and drop the rest.
   */
  private final String name;
  private final YAMLParser parser;
  private final Map<Place, Given> given = new LinkedHashMap<>();

  private YamlFile(String name, YAMLParser parser) {
    this.name = name;
    this.parser = parser;
  }

  /**
   * What the text gives, by place. A model that is listed without settings is a place with an empty
   * path.
   *
   * @param name of the file, for messages; empty for a text whose lines nobody knows
   * @throws ConfigException if the text is no YAML, or gives a setting twice
   */
  static Map<Place, Given> read(String name, String text) {
    try (YAMLParser parser = new YAMLFactory().createParser(text)) {
      YamlFile file = new YamlFile(name, parser);
      file.document();
      return file.given;
    } catch (JsonProcessingException e) {
      YamlProblem problem = YamlProblem.of(e);
      String line = problem.line() == 0 ? "" : ", line " + problem.line();
      throw new ConfigException(name + line, "this is not YAML: " + problem.words());
    } catch (IOException e) {
      throw new UncheckedIOException("reading from a string", e);
    }
  }

  private void document() throws IOException {
    JsonToken first = parser.nextToken();
    if (first == null || first == JsonToken.VALUE_NULL) {
      return;
    }
    if (first != JsonToken.START_OBJECT) {
      throw new ConfigException(origin(), "holds no settings; write 'name: value' lines");
    }
    object("", "");
    if (parser.nextToken() != null) {
      throw new ConfigException(origin(), "starts a second document; keep one in a file");
    }
  }

  private void object(String scope, String path) throws IOException {
    String origin = origin();
    boolean empty = true;
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      empty = false;
      String key = parser.currentName();
      String fieldOrigin = origin();
      parser.nextToken();
      if (scope.isEmpty() && path.equals("models")) {
        model(Settings.MODELS + key + ".", fieldOrigin);
      } else {
        value(scope, path.isEmpty() ? key : path + "." + key, fieldOrigin);
      }
    }
    if (empty) {
      nothing(scope, path, origin);
    }
  }

  private void model(String scope, String origin) throws IOException {
    if (scope.equals(Settings.MODELS + ".")) {
      throw new ConfigException(scope, "names no model; write models.NAME").at(scope, origin);
    }
    given.put(new Place(scope, ""), new Given(scope, "", origin));
    if (parser.currentToken() == JsonToken.START_OBJECT) {
      object(scope, "");
    } else {
      onlyNothing(scope.substring(0, scope.length() - 1), origin);
    }
  }

  private void onlyNothing(String path, String origin) {
    if (parser.currentToken() != JsonToken.VALUE_NULL) {
      throw new ConfigException(path, "is no map; write its settings below it").at(path, origin);
    }
  }

  private void value(String scope, String path, String origin) throws IOException {
    boolean top = scope.isEmpty() && (path.equals("models") || path.equals("defaults"));
    if (top && parser.currentToken() != JsonToken.START_OBJECT) {
      onlyNothing(path, origin);
      return;
    }
    switch (parser.currentToken()) {
      case START_OBJECT -> {
        boolean shared = top && path.equals("defaults");
        object(shared ? Settings.DEFAULTS : scope, shared ? "" : path);
      }
      case START_ARRAY -> put(scope, path, SettingType.writeList(items(scope + path)), origin);
      case VALUE_NULL -> nothing(scope, path, origin);
      default -> put(scope, path, scalar(scope + path), origin);
    }
  }

  private List<String> items(String path) throws IOException {
    List<String> items = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (!parser.currentToken().isScalarValue() || parser.currentToken() == JsonToken.VALUE_NULL) {
        throw new ConfigException(path, "holds something else than texts in its list")
            .at(path, origin());
      }
      items.add(scalar(path));
    }
    return items;
  }

  private String scalar(String path) throws IOException {
    if (parser.isCurrentAlias()) {
      throw new ConfigException(path, "is an alias of YAML; write its value out")
          .at(path, origin());
    }
    return parser.getText();
  }

  private void put(String scope, String path, String text, String origin) {
    Place place = scope.isEmpty() ? Settings.place(path) : new Place(scope, path);
    Given former = given.put(place, new Given(place.toString(), text, origin));
    if (former != null) {
      throw new ConfigException(
              place.toString(),
              "is given twice"
                  + (name.isEmpty() ? "" : ", first in " + former.origin())
                  + "; keep one")
          .at(place.toString(), origin);
    }
  }

  /** A section without settings says nothing; a setting without a value is a mistake. */
  private void nothing(String scope, String path, String origin) {
    boolean top = path.isEmpty() || path.equals("models");
    if (!top && !Settings.isSection(scope, path)) {
      throw new ConfigException(scope + path, "has no value; give one or remove the line")
          .at(scope + path, origin);
    }
  }

  private String origin() {
    return name.isEmpty() ? "" : name + ", line " + parser.currentTokenLocation().getLineNr();
  }
}
