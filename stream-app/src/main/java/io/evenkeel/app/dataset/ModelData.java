package io.evenkeel.app.dataset;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One model of a dataset. A template is text in which {@code {column}} stands for the row's value.
 *
 * @param model name of the model
 * @param version template of its version
 * @param file in the data folder, read as {@link Table#open} says
 * @param sorted whether the rows are in the order of their times; if not, they are sorted in memory
 * @param where the rows to take: for each column its allowed values
 * @param id template of the prediction ids, which must be unique over all models
 * @param time when a prediction was made
 * @param distribution the columns of the predictive distribution
 * @param label where its label is; null when there are none
 * @param cluster template of the id of the outcome, if several rows are about the same one; null
 *     when none are
 * @param weight column of the weights of rows with a cluster; when null, 1 / (rows of the cluster)
 * @param segments templates of the segment attributes
 * @param features columns of numeric features; a blank one is missing, as is one such as NaN or NA
 * @param settings of the model, with the keys of the application's configuration; those without
 *     names of classes get the names that the label has
 */
public record ModelData(
    String model,
    String version,
    String file,
    Boolean sorted,
    Map<String, List<String>> where,
    String id,
    TimeColumn time,
    DistributionColumns distribution,
    @Nullable LabelColumns label,
    @Nullable String cluster,
    @Nullable String weight,
    Map<String, String> segments,
    List<String> features,
    ObjectNode settings) {
  private static final String CLASSES = "classes";

  /** Checks that what has no default is there. */
  public ModelData(
      @Nullable String model,
      @Nullable String version,
      @Nullable String file,
      @Nullable Boolean sorted,
      @Nullable Map<String, List<String>> where,
      @Nullable String id,
      @Nullable TimeColumn time,
      @Nullable DistributionColumns distribution,
      @Nullable LabelColumns label,
      @Nullable String cluster,
      @Nullable String weight,
      @Nullable Map<String, String> segments,
      @Nullable List<String> features,
      @Nullable ObjectNode settings) {
    this.model = DatasetChecks.require("model", model, "the name of the model");
    this.version = Objects.requireNonNullElse(version, "");
    this.file = DatasetChecks.require("file", file, "a file in the data folder");
    this.sorted = Objects.requireNonNullElse(sorted, true);
    this.where = new TreeMap<>(Objects.requireNonNullElse(where, Map.of()));
    this.id = DatasetChecks.require("id", id, "the template of the prediction ids, such as '{id}'");
    this.time = DatasetChecks.require("time", time, "when a prediction was made");
    this.distribution =
        DatasetChecks.require("distribution", distribution, "the predictive distribution");
    this.label = label;
    this.cluster = cluster;
    this.weight = weight;
    this.segments = new TreeMap<>(Objects.requireNonNullElse(segments, Map.of()));
    this.features = List.copyOf(Objects.requireNonNullElse(features, List.of()));
    this.settings =
        named(
            Objects.requireNonNullElseGet(settings, JsonNodeFactory.instance::objectNode),
            label == null ? List.of() : label.classes());
    DatasetChecks.check(!this.model.isEmpty(), "'model' must not be empty");
    DatasetChecks.check(
        cluster != null || weight == null, "'weight' needs 'cluster', the outcome of a row");
    int classes = this.distribution.classes();
    DatasetChecks.check(
        label == null || label.classes().isEmpty() || label.classes().size() == classes,
        "the label must have as many 'classes' as the distribution, which has " + classes);
  }

  /** Texts that are their own indices are no names. */
  private static ObjectNode named(ObjectNode settings, List<String> texts) {
    boolean areNames =
        texts.stream().noneMatch(String::isBlank)
            && texts.stream().distinct().count() == texts.size()
            && IntStream.range(0, texts.size())
                .anyMatch(k -> !texts.get(k).equals(Integer.toString(k)));
    if (!areNames || settings.has(CLASSES)) {
      return settings;
    }
    ObjectNode named = settings.deepCopy();
    texts.forEach(named.putArray(CLASSES)::add);
    return named;
  }
}
