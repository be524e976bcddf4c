package io.evenkeel.app.dataset;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.evenkeel.app.replay.Case;
import io.evenkeel.app.replay.CaseSource;
import io.evenkeel.core.prediction.Categorical;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

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
    try (Stream<Case> cases = source.cases()) {
      Iterator<Case> rest = cases.iterator();
      if (!rest.hasNext()) {
        throw new IllegalArgumentException("there is no case to write");
      }
      Case first = rest.next();
      Files.createDirectories(folder);
      List<String> parameters = table(folder.resolve(DATA), first, rest);
      Files.writeString(
          folder.resolve(DATASET),
          MAPPER.writeValueAsString(description(about, first, parameters, settings)));
    }
  }

  /** Writes the table, and returns which of its columns hold the parameters. */
  private static List<String> table(Path file, Case first, Iterator<Case> rest) throws IOException {
    try (Writer writer =
        new OutputStreamWriter(
            new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.UTF_8)) {
      CaseTable table = new CaseTable(writer);
      table.add(first);
      while (rest.hasNext()) {
        table.add(rest.next());
      }
      return table.parameters();
    }
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
}
