package io.evenkeel.app.dataset;

import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.app.replay.Case;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.CountLaw;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;

/**
 * Writes cases as rows of a CSV file: id, time, the parameters of the prediction, the last label
 * with its time, as milliseconds since 1970, and the values of segment attributes. Numbers are
 * written to the last digit. The predictions must be of one kind.
 */
public final class CaseTable {
  private final Writer writer;
  private final boolean withSegments;
  private final List<String> classColumns;
  private final List<String> classes;
  private List<String> attributes = List.of();
  private List<String> parameters = List.of();

  /** A table whose rows go to a writer, which stays open; without segment attributes. */
  CaseTable(Writer writer) {
    this.writer = writer;
    this.withSegments = false;
    this.classColumns = List.of();
    this.classes = List.of();
  }

  /**
   * A table of recalibrated rows, which go to a writer that stays open. Columns of classes and
   * labels are named as those of the source, and the segment attributes of the first row have a
   * column each.
   */
  public CaseTable(Writer writer, ModelData source) {
    List<String> columns = source.distribution().categorical();
    LabelColumns label = source.label();
    this.writer = writer;
    this.withSegments = true;
    this.classColumns = columns == null ? List.of() : columns;
    this.classes = label == null ? List.of() : label.classes();
  }

  /** The names of the columns of the parameters; empty before the first row. */
  public List<String> parameters() {
    return parameters;
  }

  /**
   * Adds a row; before the first one, the header.
   *
   * @throws IllegalArgumentException if the prediction is of another kind than the first
   */
  public void add(Case one) throws IOException {
    List<String> names = names(one.prediction().distribution());
    if (parameters.isEmpty()) {
      parameters = names;
      if (withSegments) {
        attributes = one.prediction().segments().keySet().stream().sorted().toList();
      }
      List<Object> header =
          joined(List.of("id", "made_at"), parameters, List.of("target", "known_at"), attributes);
      DatasetChecks.check(
          header.stream().distinct().count() == header.size(),
          "two columns would have the same name: " + header);
      write(header);
    }
    DatasetChecks.check(
        parameters.equals(names),
        "all predictions must be alike, got " + parameters + ", " + names);
    write(row(one));
  }

  private void write(List<Object> row) throws IOException {
    writer.write(CSVFormat.RFC4180.format(row.toArray()));
    writer.write(CSVFormat.RFC4180.getRecordSeparator());
  }

  private List<String> names(PredictiveDistribution p) {
    if (p instanceof Categorical categorical) {
      return classColumns.isEmpty() ? numbered("p", categorical.classes()) : classColumns;
    }
    if (p instanceof Ensemble ensemble) {
      return numbered("m", ensemble.size());
    }
    if (p instanceof Quantiles quantiles) {
      return IntStream.range(0, quantiles.size())
          .mapToObj(k -> "q" + BigDecimal.valueOf(quantiles.level(k)).toPlainString())
          .toList();
    }
    if (p instanceof Counts counts) {
      return names(counts);
    }
    return p instanceof Laplace
        ? List.of("location", "scale")
        : List.of("mean", "standard_deviation");
  }

  private static List<String> names(Counts p) {
    Optional<CountLaw> law = p.law();
    if (law.isPresent()) {
      return law.get().isPoisson() ? List.of("mean") : List.of("mean", "size");
    }
    DatasetChecks.check(p.first() >= 0, "probabilities in columns are those of 0, 1, 2, …");
    return numbered("p", (int) Math.min(Integer.MAX_VALUE, p.last() + 1));
  }

  private static List<String> numbered(String name, int count) {
    return IntStream.range(0, count).mapToObj(k -> name + k).toList();
  }

  private static Stream<Double> values(PredictiveDistribution p) {
    if (p instanceof Categorical categorical) {
      return IntStream.range(0, categorical.classes()).mapToObj(categorical::probability);
    }
    if (p instanceof Ensemble ensemble) {
      return IntStream.range(0, ensemble.size()).mapToObj(k -> ensemble.member(k).get(0));
    }
    if (p instanceof Quantiles quantiles) {
      return IntStream.range(0, quantiles.size()).mapToObj(quantiles::value);
    }
    if (p instanceof Laplace laplace) {
      return Stream.of(laplace.location(), laplace.scale());
    }
    if (p instanceof Counts counts) {
      return values(counts);
    }
    Normal normal = (Normal) p;
    return Stream.of(normal.mean(0), Math.sqrt(normal.variance(0)));
  }

  private static Stream<Double> values(Counts p) {
    return p.law()
        .map(law -> law.isPoisson() ? Stream.of(law.mean()) : Stream.of(law.mean(), law.size()))
        .orElseGet(() -> IntStream.rangeClosed(0, (int) p.last()).mapToObj(k -> p.probability(k)));
  }

  private List<Object> row(Case one) {
    Object target = "";
    Object knownAt = "";
    for (LabelEvent label : one.labels()) {
      target = text(label.target());
      knownAt = label.knownAt();
    }
    return joined(
        List.of(one.prediction().id(), one.prediction().madeAt()),
        values(one.prediction().distribution()).toList(),
        List.of(target, knownAt),
        attributes.stream()
            .map(attribute -> one.prediction().segments().getOrDefault(attribute, ""))
            .toList());
  }

  private static List<Object> joined(List<?>... parts) {
    List<Object> row = new ArrayList<>();
    for (List<?> part : parts) {
      row.addAll(part);
    }
    return row;
  }

  private Object text(RawTarget target) {
    if (target instanceof RawTarget.Index index) {
      return classes.isEmpty() ? index.value() : classes.get(index.value());
    }
    return ((RawTarget.Real) target).value();
  }
}
