package io.evenkeel.app.judge;

import io.evenkeel.app.codec.LabelCodec;
import io.evenkeel.app.codec.PredictionCodec;
import io.evenkeel.app.codec.Privacy;
import io.evenkeel.app.codec.RecordWriter;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ConfigException;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.dataset.Dataset;
import io.evenkeel.app.dataset.RowFaults;
import io.evenkeel.app.dataset.UnusableRowException;
import io.evenkeel.app.replay.Case;
import io.evenkeel.core.moments.BottomK;
import io.evenkeel.schemas.Label;
import io.evenkeel.schemas.Prediction;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
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

  /** The models without cases in the file that their settings name. */
  private final Set<String> missing = new HashSet<>();

  /**
   * Cases of a model.
   *
   * @param cases drawn from all of the file
   * @param checksum equal for the same cases, and almost surely not otherwise
   */
  record Sample(List<Case> cases, String checksum) {
    private static final Sample NONE = of(List.of());

    static Sample of(List<Case> cases) {
      CRC32C sum = new CRC32C();
      RecordWriter predictions = writer(Prediction.class);
      RecordWriter labels = writer(Label.class);
      for (Case one : cases) {
        sum.update(predictions.write(PredictionCodec.encode(one.prediction())));
        one.labels().forEach(label -> sum.update(labels.write(LabelCodec.encode(label))));
      }
      return new Sample(cases, Long.toHexString(sum.getValue()));
    }

    private static RecordWriter writer(Class<? extends SpecificRecord> type) {
      SpecificData model = SpecificData.getForClass(type);
      return new RecordWriter(new byte[0], model, model.getSchema(type));
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
    all.read("defaults", config.defaults());
    new TreeMap<>(config.models())
        .forEach((model, settings) -> all.read("models." + model, settings));
    return all;
  }

  /**
   * Reads the file that the settings of one model name.
   *
   * @throws ConfigException if it cannot be used
   */
  static ReferenceFiles read(AppConfig config, String model) {
    ReferenceFiles one = empty(config);
    one.read(
        config.models().containsKey(model) ? "models." + model : "defaults", config.model(model));
    return one;
  }

  private static ReferenceFiles empty(AppConfig config) {
    return new ReferenceFiles(
        new Privacy(config.privacy().key(), config.privacy().hash(), config.privacy().drop()));
  }

  private void read(String scope, ModelSettings settings) {
    settings
        .drift()
        .file()
        .filter(file -> !files.containsKey(file))
        .ifPresent(
            file -> {
              try {
                files.put(file, samples(file, settings.profile().seed()));
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

  private Map<String, Sample> samples(Path file, long seed) {
    Dataset dataset = Dataset.read(file);
    Map<String, Sample> byModel = new HashMap<>();
    for (int i = 0; i < dataset.models().size(); i++) {
      BottomK<Case> drawn = new BottomK<>(MOST_CASES, seed);
      List<UnusableRowException> unusable = new ArrayList<>();
      Path folder = Objects.requireNonNullElse(file.toAbsolutePath().getParent(), file);
      try (Stream<Case> rows = dataset.cases(i, folder, RowFaults.ofRows(unusable::add))) {
        rows.forEach(row -> drawn.add(row.prediction().id(), kept(row)));
      }
      String model = dataset.models().get(i).model();
      if (drawn.size() == 0) {
        throw new IllegalArgumentException(
            "no row of the model '" + model + "' is a prediction that can be used");
      }
      Sample sample = Sample.of(drawn.items());
      LOGGER.info(
          "event=drift-reference file={} model={} cases={} unusable={} checksum={}",
          file,
          model,
          sample.cases().size(),
          unusable.size(),
          sample.checksum());
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
    Map<String, Sample> byModel = files.getOrDefault(file, Map.of());
    if (byModel.size() == 1) {
      return byModel.values().iterator().next();
    }
    Sample found = byModel.get(model);
    if (found == null && missing.add(model)) {
      LOGGER.warn(
          "event=drift-reference-missing model={} file={} models={}",
          model,
          file,
          new TreeSet<>(byModel.keySet()));
    }
    return found == null ? Sample.NONE : found;
  }
}
