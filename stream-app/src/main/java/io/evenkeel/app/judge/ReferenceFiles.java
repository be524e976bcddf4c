package io.evenkeel.app.judge;

import io.evenkeel.app.codec.LabelCodec;
import io.evenkeel.app.codec.PredictionCodec;
import io.evenkeel.app.codec.Privacy;
import io.evenkeel.app.codec.RecordWriter;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ConfigException;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.dataset.Dataset;
import io.evenkeel.app.dataset.LabelColumns;
import io.evenkeel.app.dataset.RowFaults;
import io.evenkeel.app.dataset.UnusableRowException;
import io.evenkeel.app.replay.Case;
import io.evenkeel.core.moments.BottomK;
import io.evenkeel.schemas.Label;
import io.evenkeel.schemas.Prediction;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cases of the dataset files that windows are compared with, read when the application starts.
 * Of many a sample is kept, the same in every instance.
 */
final class ReferenceFiles {
  private static final Logger LOGGER = LoggerFactory.getLogger(ReferenceFiles.class);

  /** Of so many cases shares are known to half a percent. */
  static final int MOST_CASES = 10_000;

  /** Those of each model of each file. */
  private final Map<Path, Map<String, Sample>> files = new HashMap<>();

  /** The models without cases in the file that their settings name; threads share it. */
  private final Set<String> missing = ConcurrentHashMap.newKeySet();

  /**
   * Cases of a model.
   *
   * @param cases drawn from all of the file
   * @param checksum equal for the same cases, and almost surely not otherwise
   * @param classes their names, in the order of the probabilities; empty if they have none
   */
  record Sample(List<Case> cases, String checksum, List<String> classes) {
    private static final Sample NONE = of(List.of(), List.of());

    static Sample of(List<Case> cases, List<String> classes) {
      CRC32C sum = new CRC32C();
      RecordWriter predictions = writer(Prediction.class);
      RecordWriter labels = writer(Label.class);
      for (Case one : cases) {
        sum.update(predictions.write(PredictionCodec.encode(one.prediction())));
        one.labels().forEach(label -> sum.update(labels.write(LabelCodec.encode(label))));
      }
      return new Sample(cases, Long.toHexString(sum.getValue()), classes);
    }

    private static RecordWriter writer(Class<? extends SpecificRecord> type) {
      SpecificData model = SpecificData.getForClass(type);
      return new RecordWriter(new byte[0], model, model.getSchema(type));
    }
  }

  /** Rows that cannot be used: mutable. Of a large file it keeps what is wrong with the first. */
  private static final class Unusable implements Consumer<UnusableRowException> {
    private long rows;
    private String first = "";
    private String reason = "";

    @Override
    public void accept(UnusableRowException row) {
      if (rows++ == 0) {
        first = String.valueOf(row.getMessage());
        reason = row.reason();
      }
    }
  }

  private final Privacy privacy;

  private ReferenceFiles(Privacy privacy) {
    this.privacy = privacy;
  }

  /**
   * Reads the files that the settings of models name.
   *
   * @throws ConfigException if one cannot be used
   */
  static ReferenceFiles read(AppConfig config) {
    ReferenceFiles all = empty(config);
    all.read("defaults", "", config.defaults());
    new TreeMap<>(config.models())
        .forEach((model, settings) -> all.read("models." + model, model, settings));
    return all;
  }

  /**
   * Reads the file that the settings of one model name.
   *
   * @throws ConfigException if it cannot be used
   */
  static ReferenceFiles read(AppConfig config, String model) {
    ReferenceFiles one = empty(config);
    boolean isOwn = config.models().containsKey(model);
    one.read(isOwn ? "models." + model : "defaults", model, config.model(model));
    return one;
  }

  private static ReferenceFiles empty(AppConfig config) {
    return new ReferenceFiles(
        new Privacy(config.privacy().key(), config.privacy().hash(), config.privacy().drop()));
  }

  private void read(String scope, String model, ModelSettings settings) {
    settings
        .drift()
        .file()
        .ifPresent(
            file -> {
              try {
                if (!files.containsKey(file)) {
                  files.put(file, samples(file, settings.profile().seed()));
                }
                checkOrder(settings.classes(), of(file, model));
              } catch (IllegalArgumentException e) {
                throw new ConfigException(
                    scope + ".drift.reference",
                    settings.drift().reference(),
                    "cannot be used: "
                        + e.getMessage()
                        + "; give a dataset file as deploy/datasets/README.md describes it, with its"
                        + " CSV files in the same folder");
              }
            });
  }

  /** Probabilities and labels of the file are known by their place alone. */
  private static void checkOrder(List<String> classes, @Nullable Sample sample) {
    if (sample != null
        && !classes.equals(sample.classes)
        && classes.size() == sample.classes.size()
        && classes.containsAll(sample.classes)) {
      throw new IllegalArgumentException(
          "its classes are in the order "
              + sample.classes
              + ", those of the settings in the order "
              + classes
              + ": list its columns and classes in that order");
    }
  }

  private Map<String, Sample> samples(Path file, long seed) {
    Dataset dataset = Dataset.read(file);
    Map<String, Sample> byModel = new HashMap<>();
    for (int i = 0; i < dataset.models().size(); i++) {
      BottomK<Case> drawn = new BottomK<>(MOST_CASES, seed);
      Unusable unusable = new Unusable();
      Path folder = Objects.requireNonNullElse(file.toAbsolutePath().getParent(), file);
      try (Stream<Case> rows = dataset.cases(i, folder, RowFaults.ofRows(unusable))) {
        rows.forEach(row -> drawn.add(row.prediction().id(), kept(row)));
      }
      String model = dataset.models().get(i).model();
      if (drawn.size() == 0) {
        throw new IllegalArgumentException(
            "no row of the model '"
                + model
                + "' is a prediction that can be used"
                + (unusable.rows == 0 ? "" : ", the first because: " + unusable.first));
      }
      LabelColumns label = dataset.models().get(i).label();
      Sample sample = Sample.of(drawn.items(), label == null ? List.of() : label.classes());
      LOGGER.info(
          "event=drift-reference file={} model={} cases={} unusable={} checksum={} first-problem={}",
          file,
          model,
          sample.cases().size(),
          unusable.rows,
          sample.checksum(),
          unusable.reason);
      byModel.put(model, sample);
    }
    return byModel;
  }

  /** Segments of predictions that were read have the same names. */
  private Case kept(Case row) {
    return new Case(privacy.keep(row.prediction()), row.labels());
  }

  /**
   * The cases of a model; of a file of one model those, whatever its name; none of a model that a
   * file of several does not have, of which a line of the log warns once.
   */
  Sample sample(Path file, String model) {
    Sample found = of(file, model);
    if (found == null && missing.add(model)) {
      LOGGER.warn(
          "event=drift-reference-missing model={} file={} models={}",
          model,
          file,
          new TreeSet<>(files.getOrDefault(file, Map.of()).keySet()));
    }
    return found == null ? Sample.NONE : found;
  }

  private @Nullable Sample of(Path file, String model) {
    Map<String, Sample> byModel = files.getOrDefault(file, Map.of());
    return byModel.size() == 1 ? byModel.values().iterator().next() : byModel.get(model);
  }
}
