package io.evenkeel.app.dataset;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.app.replay.Case;
import io.evenkeel.app.replay.CaseSource;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.csv.CSVFormat;

/**
 * Writes the cases of one model as a CSV file with the dataset file that reads it back, number for
 * number. The predictions must have no segments and features and be of one kind, the labels not
 * corrected.
 */
public final class DatasetWriter {
  /** Name of the dataset file. */
  public static final String DATASET = "dataset.yaml";

  private static final String DATA = "cases.csv.gz";
  private static final YAMLMapper MAPPER = new YAMLMapper();

  private DatasetWriter() {}

  /**
   * Writes both files into the folder, which is made if it is not there; files of the same names
   * are replaced.
   *
   * @param folder where to
   * @param about what the data is
   * @param source at least one case
   * @param settings of the model, with the keys of the application's configuration
   * @throws IOException if they cannot be written
   */
  public static void write(Path folder, String about, CaseSource source, ObjectNode settings)
      throws IOException {
    Files.createDirectories(folder);
    try (Stream<Case> cases = source.cases();
        Writer writer =
            new OutputStreamWriter(
                new GZIPOutputStream(Files.newOutputStream(folder.resolve(DATA))),
                StandardCharsets.UTF_8)) {
      Iterator<Case> rest = cases.iterator();
      if (!rest.hasNext()) {
        throw new IllegalArgumentException("there is no case to write");
      }
      Case first = rest.next();
      List<String> parameters = parameterNames(first.prediction().distribution());
      write(writer, row("id", "made_at", parameters, "target", "known_at"));
      write(writer, row(first));
      while (rest.hasNext()) {
        write(writer, row(rest.next()));
      }
      Files.writeString(
          folder.resolve(DATASET),
          MAPPER.writeValueAsString(description(about, first, parameters, settings)));
    }
  }

  private static void write(Writer writer, List<Object> row) throws IOException {
    writer.write(CSVFormat.RFC4180.format(row.toArray()));
    writer.write(CSVFormat.RFC4180.getRecordSeparator());
  }

  private static ObjectNode description(
      String about, Case first, List<String> parameters, ObjectNode settings) {
    ObjectNode dataset = MAPPER.createObjectNode().put("about", about);
    ObjectNode model =
        dataset.putArray("models").addObject().put("model", first.prediction().model());
    model.put("version", first.prediction().version()).put("file", DATA).put("id", "{id}");
    model.putObject("time").put("column", "made_at").put("format", "epoch-millis");
    ObjectNode distribution = model.putObject("distribution");
    if (first.prediction().distribution() instanceof Categorical) {
      ArrayNode columns = distribution.putArray("categorical");
      parameters.forEach(columns::add);
    } else {
      distribution
          .putObject("normal")
          .put("mean", parameters.get(0))
          .put("standard-deviation", parameters.get(1));
    }
    ObjectNode label = model.putObject("label").put("column", "target");
    label.putObject("time").put("column", "known_at").put("format", "epoch-millis");
    model.set("settings", settings);
    return dataset;
  }

  private static List<String> parameterNames(PredictiveDistribution distribution) {
    return distribution instanceof Categorical categorical
        ? IntStream.range(0, categorical.classes()).mapToObj(k -> "p" + k).toList()
        : List.of("mean", "standard_deviation");
  }

  private static List<Object> row(Case one) {
    List<Object> parameters = new ArrayList<>();
    if (one.prediction().distribution() instanceof Categorical categorical) {
      for (int k = 0; k < categorical.classes(); k++) {
        parameters.add(categorical.probability(k));
      }
    } else {
      Normal normal = (Normal) one.prediction().distribution();
      parameters.add(normal.mean(0));
      parameters.add(Math.sqrt(normal.variance(0)));
    }
    Object target = "";
    Object knownAt = "";
    for (LabelEvent label : one.labels()) {
      target = text(label.target());
      knownAt = label.knownAt();
    }
    return row(one.prediction().id(), one.prediction().madeAt(), parameters, target, knownAt);
  }

  private static List<Object> row(
      Object id, Object madeAt, List<?> parameters, Object target, Object knownAt) {
    List<Object> row = new ArrayList<>(List.of(id, madeAt));
    row.addAll(parameters);
    row.add(target);
    row.add(knownAt);
    return row;
  }

  private static Object text(RawTarget target) {
    return target instanceof RawTarget.Index index
        ? index.value()
        : ((RawTarget.Real) target).value();
  }
}
