package io.evenkeel.app.judge;

import io.evenkeel.app.codec.BinaryForm;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ConfigException;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.dataset.Dataset;
import io.evenkeel.app.dataset.UnusableRowException;
import io.evenkeel.app.replay.Case;
import io.evenkeel.core.moments.BottomK;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cases of the dataset files that windows are compared with, read when the application starts.
 * Of many a sample is kept, the same in every instance.
 */
final class ReferenceFiles {
  private static final Logger LOGGER = LoggerFactory.getLogger(ReferenceFiles.class);

  /** Of so many cases shares are known to half a percent. */
  private static final int MOST_CASES = 10_000;

  /** The cases of each model of each file. */
  private final Map<Path, Map<String, List<Case>>> files = new HashMap<>();

  private ReferenceFiles() {}

  /**
   * Reads the files that the settings of models name.
   *
   * @throws ConfigException if one cannot be used
   */
  static ReferenceFiles read(AppConfig config) {
    ReferenceFiles all = new ReferenceFiles();
    all.read("defaults", config.defaults());
    new TreeMap<>(config.models())
        .forEach((model, settings) -> all.read("models." + model, settings));
    return all;
  }

  private void read(String scope, ModelSettings settings) {
    settings
        .drift()
        .file()
        .filter(file -> !files.containsKey(file))
        .ifPresent(
            file -> {
              try {
                files.put(file, cases(file, settings.profile().seed()));
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

  private static Map<String, List<Case>> cases(Path file, long seed) {
    Dataset dataset = Dataset.read(file);
    Map<String, List<Case>> byModel = new HashMap<>();
    for (int i = 0; i < dataset.models().size(); i++) {
      BottomK<Case> sample = new BottomK<>(MOST_CASES, seed);
      List<UnusableRowException> unusable = new ArrayList<>();
      Path folder = Objects.requireNonNullElse(file.toAbsolutePath().getParent(), file);
      try (Stream<Case> rows = dataset.cases(i, folder, unusable::add)) {
        rows.forEach(row -> sample.add(row.prediction().id(), row));
      }
      String model = dataset.models().get(i).model();
      if (sample.size() == 0) {
        throw new IllegalArgumentException(
            "no row of the model '" + model + "' is a prediction that can be used");
      }
      LOGGER.info(
          "event=drift-reference file={} model={} cases={} unusable={} checksum={}",
          file,
          model,
          sample.size(),
          unusable.size(),
          checksum(sample.items()));
      byModel.put(model, sample.items());
    }
    return byModel;
  }

  /** Equal in instances that compare with the same cases. */
  private static String checksum(List<Case> cases) {
    CRC32C sum = new CRC32C();
    for (Case one : cases) {
      sum.update(BinaryForm.bytes(one.prediction().distribution()));
      String rest = new TreeMap<>(one.prediction().features()) + " " + one.labels();
      sum.update(rest.getBytes(StandardCharsets.UTF_8));
    }
    return Long.toHexString(sum.getValue());
  }

  /** The cases of a model; of a file of one model those, whatever its name. */
  List<Case> cases(Path file, String model) {
    Map<String, List<Case>> byModel = files.getOrDefault(file, Map.of());
    return byModel.size() == 1
        ? byModel.values().iterator().next()
        : byModel.getOrDefault(model, List.of());
  }
}
