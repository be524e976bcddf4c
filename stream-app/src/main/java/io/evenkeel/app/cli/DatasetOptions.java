package io.evenkeel.app.cli;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.dataset.Dataset;
import io.evenkeel.app.dataset.LabelColumns;
import io.evenkeel.app.dataset.ModelData;
import io.evenkeel.app.dataset.TableColumns;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which dataset file, and where its data is; or which table, and what its columns are. */
final class DatasetOptions {
  @Parameters(
      paramLabel = "FILE",
      description =
          "Dataset file, such as deploy/datasets/fte_mlb.yaml; or a table (.csv, .jsonl, .parquet),"
              + " whose columns the options name.")
  @SuppressWarnings("NullAway.Init")
  private Path file;

  @Option(
      names = "--data",
      paramLabel = "FOLDER",
      description = "Where the files are that it names. Default: the folder of FILE.")
  private @Nullable Path data;

  @Option(
      names = "--probabilities",
      split = ",",
      paramLabel = "COLUMNS",
      description =
          "Of a table: the probabilities of the classes, such as 'p_*'; one column is that of class"
              + " 1 of two.")
  private List<String> probabilities = List.of();

  @Option(
      names = "--logits",
      split = ",",
      paramLabel = "COLUMNS",
      description =
          "Of a table: the logits of the classes, such as 'z_*'; one column has the log-odds of"
              + " class 1 of two.")
  private List<String> logits = List.of();

  @Option(
      names = "--normal",
      split = ",",
      paramLabel = "MEAN,SD",
      description = "Of a table: mean and standard deviation of a normal distribution.")
  private List<String> normal = List.of();

  @Option(
      names = "--members",
      split = ",",
      paramLabel = "COLUMNS",
      description = "Of a table: the members of an ensemble, such as 'm*'.")
  private List<String> members = List.of();

  @Option(
      names = "--quantiles",
      split = ",",
      paramLabel = "COLUMNS",
      description = "Of a table: quantiles, whose names hold their levels, such as 'q*' of q0.05.")
  private List<String> quantiles = List.of();

  @Option(
      names = "--poisson",
      defaultValue = "",
      paramLabel = "MEAN",
      description = "Of a table: the mean of a Poisson distribution of a count.")
  private String poisson = "";

  @Option(
      names = "--negative-binomial",
      split = ",",
      paramLabel = "MEAN,SIZE",
      description =
          "Of a table: mean and size of a negative binomial distribution of a count, of variance"
              + " mean + mean² / size.")
  private List<String> negativeBinomial = List.of();

  @Option(
      names = "--counts",
      split = ",",
      paramLabel = "COLUMNS",
      description =
          "Of a table: the probabilities of the counts 0, 1, 2 and so on, such as 'p*', in the"
              + " order of the columns.")
  private List<String> counts = List.of();

  @Option(names = "--label", defaultValue = "", description = "Of a table: the target.")
  private String label = "";

  @Option(
      names = "--classes",
      split = ",",
      paramLabel = "NAMES",
      description =
          "Of a table: how the label writes the classes, in the order of the probabilities. Default:"
              + " by index from 0, or as * stands for them in the names of the columns.")
  private List<String> classes = List.of();

  @Option(
      names = "--segment",
      split = ",",
      paramLabel = "COLUMNS",
      description = "Of a table: columns whose values are segments.")
  private List<String> segments = List.of();

  @Option(
      names = "--features",
      split = ",",
      paramLabel = "COLUMNS",
      description = "Of a table: columns of numeric features.")
  private List<String> features = List.of();

  @Option(
      names = "--time",
      defaultValue = "",
      paramLabel = "COLUMN",
      description = "Of a table: when predictions were made. Default: a second after each other.")
  private String time = "";

  @Option(
      names = "--id",
      defaultValue = "",
      paramLabel = "COLUMN",
      description = "Of a table: the ids of the predictions. Default: the number of the row.")
  private String id = "";

  @Option(
      names = "--cluster",
      defaultValue = "",
      paramLabel = "COLUMN",
      description =
          "Of a table: the outcome that several rows share, such as a match. Memory grows with the"
              + " number of outcomes. Default: each row has its own.")
  private String cluster = "";

  /**
   * Reads the dataset file, or what the options say of the table.
   *
   * @throws IllegalArgumentException if it is wrong
   */
  Dataset read() {
    if (!TableColumns.isTable(file)) {
      checkEnding();
      Dataset read = Dataset.read(file);
      refuse(
          ofTables(), "describe a table, and " + file + " is a dataset file, which names columns");
      return read;
    }
    refuse(
        data == null ? List.of() : List.of("--data"),
        "is for dataset files, and " + file + " is a table: give its path");
    return new TableColumns(
            probabilities,
            logits,
            normal,
            members,
            quantiles,
            poisson,
            negativeBinomial,
            counts,
            label,
            classes,
            segments,
            features,
            time,
            id,
            cluster)
        .of(file);
  }

  /** The options that were given and are for tables alone. */
  private List<String> ofTables() {
    Map<String, Boolean> given = new LinkedHashMap<>();
    given.put("--probabilities", !probabilities.isEmpty());
    given.put("--logits", !logits.isEmpty());
    given.put("--normal", !normal.isEmpty());
    given.put("--members", !members.isEmpty());
    given.put("--quantiles", !quantiles.isEmpty());
    given.put("--poisson", !poisson.isEmpty());
    given.put("--negative-binomial", !negativeBinomial.isEmpty());
    given.put("--counts", !counts.isEmpty());
    given.put("--label", !label.isEmpty());
    given.put("--classes", !classes.isEmpty());
    given.put("--segment", !segments.isEmpty());
    given.put("--features", !features.isEmpty());
    given.put("--time", !time.isEmpty());
    given.put("--id", !id.isEmpty());
    given.put("--cluster", !cluster.isEmpty());
    given.values().removeIf(isGiven -> !isGiven);
    return List.copyOf(given.keySet());
  }

  private static void refuse(List<String> options, String why) {
    if (!options.isEmpty()) {
      throw new IllegalArgumentException(String.join(", ", options) + " " + why);
    }
  }

  private void checkEnding() {
    if (!file.getFileName().toString().matches("(?i).*\\.(yaml|yml|json)")) {
      throw new IllegalArgumentException(
          file
              + ": the ending says neither that it is a table (.csv, .csv.gz, .jsonl, .jsonl.gz,"
              + " .ndjson, .ndjson.gz or .parquet) nor that it is a dataset file (.yaml, .yml or"
              + " .json). Tables are separated by commas, not by tabs or semicolons");
    }
  }

  /** Warns of segments that settings name and no row has. */
  static void warn(Dataset data, AppConfig settings, PrintWriter err) {
    data.unknownSegments(settings).forEach(sentence -> err.println("Warning: " + sentence));
    err.flush();
  }

  /** Whether rows have times of their own, or those that a dataset file gives them. */
  boolean hasTimes() {
    return !TableColumns.isTable(file) || !time.isEmpty();
  }

  /** The files that the cases of all models are read from, and the dataset file. */
  List<Path> inputs(Dataset dataset) {
    return dataset.models().stream().flatMap(model -> inputs(model).stream()).toList();
  }

  /** The files that the cases of a model are read from, and the dataset file. */
  List<Path> inputs(ModelData model) {
    List<Path> files = new ArrayList<>(List.of(file, folder().resolve(model.file())));
    LabelColumns label = model.label();
    if (label != null && label.file() != null) {
      files.add(folder().resolve(label.file()));
    }
    return files;
  }

  /** The folder of its files. */
  Path folder() {
    return data == null || TableColumns.isTable(file)
        ? Objects.requireNonNull(file.toAbsolutePath().getParent())
        : data;
  }
}
