package io.evenkeel.app.dataset;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where the predictive distribution of a row is found: exactly one of them. A row in which all its
 * columns are blank holds no prediction. In a list of columns {@code p1..p50} stands for fifty.
 *
 * @param categorical the columns of the class probabilities, in the order of the classes; their sum
 *     may differ from one as that of rounded ones does ({@link Categorical#toleranceOfRounded})
 * @param binary the column of the probability of class 1 of two
 * @param logits the columns of the logits of the classes, in their order; or one with the log-odds
 *     of class 1 of two
 * @param normal the columns of mean and standard deviation
 * @param laplace the columns of location and scale
 * @param ensemble the columns of at least two members of an ensemble
 * @param quantiles the columns of quantiles of at least two levels
 * @param poisson the column of the mean of a count
 * @param negativeBinomial the columns of mean and size of a count
 * @param counts the columns of the probabilities of 0, 1, 2, …; their sum may differ from one in
 *     the same way
 */
public record DistributionColumns(
    @Nullable List<String> categorical,
    @Nullable String binary,
    @Nullable List<String> logits,
    @Nullable NormalColumns normal,
    @Nullable LaplaceColumns laplace,
    @Nullable List<String> ensemble,
    @Nullable QuantileColumns quantiles,
    @Nullable String poisson,
    @Nullable NegativeBinomialColumns negativeBinomial,
    @Nullable List<String> counts) {

  /** So far beyond 0 or 1 rounding may put a probability: floats have seven digits. */
  private static final double ROUNDING = 1e-6;

  /**
   * The columns of a normal distribution.
   *
   * @param mean the column of the mean
   * @param standardDeviation the column of the standard deviation
   */
  public record NormalColumns(String mean, String standardDeviation) {
    /** Checks that both are there. */
    public NormalColumns(@Nullable String mean, @Nullable String standardDeviation) {
      this.mean = DatasetChecks.require("mean", mean, "the column of the mean");
      this.standardDeviation =
          DatasetChecks.require(
              "standard-deviation", standardDeviation, "the column of the standard deviation");
    }
  }

  /**
   * The columns of a Laplace distribution.
   *
   * @param location the column of the location
   * @param scale the column of the scale
   */
  public record LaplaceColumns(String location, String scale) {
    /** Checks that both are there. */
    public LaplaceColumns(@Nullable String location, @Nullable String scale) {
      this.location = DatasetChecks.require("location", location, "the column of the location");
      this.scale = DatasetChecks.require("scale", scale, "the column of the scale");
    }
  }

  /**
   * The columns of a negative binomial distribution with variance mean + mean² / size.
   *
   * @param mean the column of the mean
   * @param size the column of the size, the reciprocal of the dispersion
   */
  public record NegativeBinomialColumns(String mean, String size) {
    /** Checks that both are there. */
    public NegativeBinomialColumns(@Nullable String mean, @Nullable String size) {
      this.mean = DatasetChecks.require("mean", mean, "the column of the mean");
      this.size = DatasetChecks.require("size", size, "the column of the size");
    }
  }

  /** Checks that there is one kind, and the numbers of its columns. */
  public DistributionColumns {
    categorical = ColumnRange.expand(categorical);
    logits = ColumnRange.expand(logits);
    ensemble = ColumnRange.expand(ensemble);
    counts = ColumnRange.expand(counts);
    long kinds =
        Stream.of(
                categorical,
                binary,
                logits,
                normal,
                laplace,
                ensemble,
                quantiles,
                poisson,
                negativeBinomial,
                counts)
            .filter(Objects::nonNull)
            .count();
    DatasetChecks.check(
        kinds == 1,
        "exactly one of 'categorical', 'binary', 'logits', 'normal', 'laplace', 'ensemble',"
            + " 'quantiles', 'poisson', 'negative-binomial' and 'counts' is needed, got "
            + kinds);
    DatasetChecks.check(
        Stream.of(categorical, ensemble, counts).allMatch(list -> list == null || list.size() >= 2),
        "at least two columns are needed");
    DatasetChecks.check(logits == null || !logits.isEmpty(), "logits need at least one column");
  }

  /** The number of classes; 0 when the targets are numbers. */
  int classes() {
    if (categorical != null) {
      return categorical.size();
    }
    if (logits != null) {
      return Math.max(2, logits.size());
    }
    return binary == null ? 0 : 2;
  }

  /** The distribution of a row; null when it has none. */
  Function<Row, @Nullable PredictiveDistribution> in(Columns columns, String path) {
    if (categorical != null) {
      return reader(
          columns, path + ".categorical", categorical, p -> Categorical.ofRounded(clamped(p)));
    }
    if (binary != null) {
      return reader(columns, path + ".binary", List.of(binary), p -> ofTwo(clamped(p)[0]));
    }
    if (logits != null) {
      return reader(columns, path + ".logits", logits, DistributionColumns::softmax);
    }
    return ofNumbers(columns, path);
  }

  private Function<Row, @Nullable PredictiveDistribution> ofNumbers(Columns columns, String path) {
    if (normal != null) {
      List<String> parameters = List.of(normal.mean(), normal.standardDeviation());
      return reader(columns, path + ".normal", parameters, x -> Normal.of(x[0], x[1]));
    }
    if (laplace != null) {
      List<String> parameters = List.of(laplace.location(), laplace.scale());
      return reader(columns, path + ".laplace", parameters, x -> new Laplace(x[0], x[1]));
    }
    if (ensemble != null) {
      return reader(columns, path + ".ensemble", ensemble, Ensemble::of);
    }
    if (poisson != null) {
      return reader(columns, path + ".poisson", List.of(poisson), x -> Counts.poisson(x[0]));
    }
    if (negativeBinomial != null) {
      List<String> parameters = List.of(negativeBinomial.mean(), negativeBinomial.size());
      return reader(
          columns,
          path + ".negative-binomial",
          parameters,
          x -> Counts.negativeBinomial(x[0], x[1]));
    }
    if (counts != null) {
      return reader(columns, path + ".counts", counts, DistributionColumns::ofCounts);
    }
    SortedMap<Double, String> byLevel =
        Objects.requireNonNull(quantiles).in(columns, path + ".quantiles");
    double[] levels = byLevel.keySet().stream().mapToDouble(level -> level).toArray();
    List<String> names = new ArrayList<>(byLevel.values());
    return reader(columns, path + ".quantiles", names, x -> Quantiles.of(levels, x));
  }

  private static PredictiveDistribution ofCounts(double[] p) {
    return Counts.of(Categorical.toleranceOfRounded(p.length), 0, clamped(p));
  }

  /** The probabilities without what rounding has put beyond 0 and 1. */
  private static double[] clamped(double[] p) {
    return DoubleStream.of(p)
        .map(x -> x >= -ROUNDING && x <= 1 + ROUNDING ? Math.min(1, Math.max(0, x)) : x)
        .toArray();
  }

  private static PredictiveDistribution ofTwo(double ofClassOne) {
    if (!(ofClassOne >= 0 && ofClassOne <= 1)) {
      throw new IllegalArgumentException(
          "the probability of class 1 must lie in [0, 1], got " + ofClassOne);
    }
    return Categorical.of(1 - ofClassOne, ofClassOne);
  }

  /** One logit is that of class 1 beside class 0, whose logit is 0. */
  private static PredictiveDistribution softmax(double[] logits) {
    double[] all = logits.length == 1 ? new double[] {0, logits[0]} : logits;
    double largest = DoubleStream.of(all).max().orElseThrow();
    double[] weights = DoubleStream.of(all).map(logit -> Math.exp(logit - largest)).toArray();
    double sum = DoubleStream.of(weights).sum();
    return Categorical.of(DoubleStream.of(weights).map(weight -> weight / sum).toArray());
  }

  private static Function<Row, @Nullable PredictiveDistribution> reader(
      Columns columns,
      String path,
      List<String> names,
      Function<double[], PredictiveDistribution> of) {
    int[] indices = columns.indices(path, names);
    return row -> {
      double[] numbers = new double[indices.length];
      int blank = 0;
      for (int index : indices) {
        blank += row.get(index).isBlank() ? 1 : 0;
      }
      if (blank == indices.length) {
        return null;
      }
      for (int i = 0; i < indices.length; i++) {
        numbers[i] = columns.number(row, indices[i]);
      }
      try {
        return of.apply(numbers);
      } catch (IllegalArgumentException e) {
        throw columns.senseless(row, "the numbers are no distribution", e);
      }
    };
  }
}
