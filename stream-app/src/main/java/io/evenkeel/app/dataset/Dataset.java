package io.evenkeel.app.dataset;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.deser.std.StdDelegatingDeserializer;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.StdConverter;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ConfigException;
import io.evenkeel.app.config.ConfigReader;
import io.evenkeel.app.config.Durations;
import io.evenkeel.app.config.FileProblem;
import io.evenkeel.app.config.YamlProblem;
import io.evenkeel.app.replay.Case;
import io.evenkeel.app.replay.CaseSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A dataset file: where the predictions and labels of one or more models are found in files.
 *
 * @param about what the data is, where it comes from and under which licence
 * @param models the models, at least one, each with a name of its own
 */
public record Dataset(String about, List<ModelData> models) {
  private static final YAMLMapper MAPPER =
      YAMLMapper.builder(
              YAMLFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
          .propertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
          .addModule(
              new SimpleModule()
                  .addDeserializer(Duration.class, fromText(Durations::parse))
                  .addDeserializer(Instant.class, fromText(Dataset::instant)))
          .build();

  private static final JsonNode EMPTY = MAPPER.createObjectNode();

  /** Checks that there are models and that their names differ. */
  public Dataset(@Nullable String about, @Nullable List<ModelData> models) {
    this.about = about == null ? "" : about;
    this.models =
        List.copyOf(DatasetChecks.require("models", models, "a list with one entry per model"));
    DatasetChecks.check(!this.models.isEmpty(), "models must have at least one entry");
    Set<String> names = new HashSet<>();
    for (ModelData model : this.models) {
      DatasetChecks.check(
          names.add(model.model()), "two entries have the model '" + model.model() + "'");
    }
  }

  /**
   * The dataset that the file describes.
   *
   * @throws IllegalArgumentException if it breaks the format; the message names file and path
   */
  public static Dataset read(Path file) {
    String text;
    try {
      text = Files.readString(file);
    } catch (IOException e) {
      throw new IllegalArgumentException(file + ": cannot be read: " + FileProblem.of(e), e);
    }
    try {
      // In two steps, so that a mistake of form is not reported as one of content.
      return of(MAPPER.readTree(text), file);
    } catch (JacksonException e) {
      YamlProblem problem = YamlProblem.of(e);
      throw new IllegalArgumentException(
          file + ": line " + problem.line() + ": this is not YAML: " + problem.words(), e);
    }
  }

  /** The dataset with the content of a dataset file, whichever way that was made. */
  static Dataset of(JsonNode content, Path file) {
    if (content.isArray()) {
      throw new IllegalArgumentException(
          file
              + ": this is a list and no dataset file; if it is a table, write one object in each"
              + " line and name it .jsonl");
    }
    try {
      return MAPPER.treeToValue(content.isObject() ? content : EMPTY, Dataset.class);
    } catch (JsonMappingException e) {
      throw new IllegalArgumentException(file + ": " + path(e) + problem(e), e);
    } catch (JacksonException e) {
      throw new IllegalArgumentException(file + ": " + e.getOriginalMessage(), e);
    }
  }

  /**
   * The cases of all models, merged by time. Reading them throws an {@link
   * IllegalArgumentException} that names file and row where a file does not hold what this says.
   *
   * @param folder where the files are
   */
  public CaseSource cases(Path folder) {
    return cases(folder, unmatched -> {});
  }

  /**
   * The same.
   *
   * @param unmatched takes the labels of another file that no prediction has, each time that the
   *     cases are closed
   */
  public CaseSource cases(Path folder, Consumer<UnmatchedLabels> unmatched) {
    List<CaseSource> sources = new ArrayList<>();
    for (int i = 0; i < models.size(); i++) {
      ModelData model = models.get(i);
      String path = "models[" + i + "]";
      sources.add(() -> CaseReader.open(model, path, folder, unmatched));
    }
    return CaseSource.merge(sources);
  }

  /**
   * The cases of one model, in the order of its file, which need not be that of time; to be closed
   * after use. Rows of all its versions share an outcome, as they are judged together.
   *
   * @param index of the model, 0-based
   * @param folder where the files are
   * @param faults takes what is said of the rows that are left out
   */
  public Stream<Case> cases(int index, Path folder, RowFaults faults) {
    return cases(index, folder, UnaryOperator.identity(), faults);
  }

  /**
   * The same, each case changed.
   *
   * @param change makes another case of each; a row whose case it refuses by an {@link
   *     IllegalArgumentException} cannot be used
   */
  public Stream<Case> cases(int index, Path folder, UnaryOperator<Case> change, RowFaults faults) {
    return CaseReader.inOrderOfFile(
        models.get(index), "models[" + index + "]", folder, change, faults);
  }

  /**
   * The settings of all models as the application's configuration takes them: texts by path, such
   * as {@code models.churn.window.size} to {@code 1d}.
   *
   * @throws ConfigException if they hold what a file of settings must not
   */
  public Map<String, String> settings() {
    return ConfigReader.texts(settingsYaml());
  }

  /**
   * What is wrong with segments that settings name: a sentence for each attribute that no row has,
   * so that nothing would ever be monitored by it.
   *
   * @param settings these or others, for the models of this dataset
   */
  public List<String> unknownSegments(AppConfig settings) {
    Set<String> known =
        models.stream()
            .flatMap(model -> model.segments().keySet().stream())
            .collect(Collectors.toSet());
    List<String> sentences = new ArrayList<>();
    for (ModelData model : models) {
      settings.model(model.model()).segments().stream()
          .flatMap(combination -> Arrays.stream(combination.split("\\+")))
          .distinct()
          .filter(attribute -> !known.contains(attribute))
          .forEach(attribute -> sentences.add(unknown(attribute, model)));
    }
    return sentences;
  }

  private static String unknown(String attribute, ModelData model) {
    Set<String> has = model.segments().keySet();
    return "models."
        + model.model()
        + ".segments: no row has the attribute '"
        + attribute
        + "', so nothing is monitored by it; "
        + (has.isEmpty() ? "the rows have no attributes" : "the attributes are " + has)
        + ". Correct the name, or add it to 'segments' of the model (of a table: --segment)";
  }

  /** The settings of all models as YAML for the application's configuration file. */
  public String settingsYaml() {
    ObjectNode all = MAPPER.createObjectNode();
    ObjectNode byName = all.putObject("models");
    models.forEach(model -> byName.set(model.model(), model.settings()));
    try {
      return MAPPER.writeValueAsString(all);
    } catch (JacksonException e) {
      throw new IllegalStateException("a tree can always be written", e);
    }
  }

  private static <T> StdDelegatingDeserializer<T> fromText(Function<String, T> parser) {
    return new StdDelegatingDeserializer<>(
        new StdConverter<String, T>() {
          @Override
          public T convert(String text) {
            return parser.apply(text);
          }
        });
  }

  private static Instant instant(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "'" + text + "' is no instant: write it as 2026-01-31T12:00:00Z", e);
    }
  }

  private static String path(JsonMappingException e) {
    StringBuilder path = new StringBuilder();
    for (JsonMappingException.Reference step : e.getPath()) {
      if (step.getFieldName() == null) {
        path.append('[').append(step.getIndex()).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(step.getFieldName());
      }
    }
    return path.isEmpty() ? "" : path + ": ";
  }

  private static String problem(JsonMappingException e) {
    if (e instanceof UnrecognizedPropertyException unknown) {
      return "unknown key; the keys here are " + unknown.getKnownPropertyIds();
    }
    if (e.getCause() instanceof IllegalArgumentException cause) {
      return String.valueOf(cause.getMessage());
    }
    return e instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null
        ? "expected " + words(mismatch.getTargetType())
        : String.valueOf(e.getOriginalMessage());
  }

  private static String words(Class<?> type) {
    if (type.isEnum()) {
      return "one of "
          + Arrays.asList(MAPPER.convertValue(type.getEnumConstants(), String[].class));
    }
    if (Number.class.isAssignableFrom(type)) {
      return type == Double.class ? "a number" : "a whole number";
    }
    if (type == Boolean.class) {
      return "true or false";
    }
    return type == String.class ? "a text" : "a map";
  }
}
