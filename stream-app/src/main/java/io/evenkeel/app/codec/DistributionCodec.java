package io.evenkeel.app.codec;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.schemas.Distribution;
import io.evenkeel.schemas.MultivariateNormal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Between the Avro record of a distribution and core's. */
final class DistributionCodec {

  private DistributionCodec() {}

  static PredictiveDistribution read(Distribution record, double tolerance) {
    try {
      return decode(record, tolerance);
    } catch (IllegalArgumentException e) {
      throw new RejectedEventException(
          Reason.INVALID_DISTRIBUTION, "distribution: " + e.getMessage(), e);
    }
  }

  static PredictiveDistribution decode(Distribution record, double tolerance) {
    long kinds =
        Stream.of(
                record.getCategorical(),
                record.getNormal(),
                record.getMultivariateNormal(),
                record.getLaplace(),
                record.getMixture(),
                record.getEnsemble(),
                record.getQuantiles(),
                record.getPoisson(),
                record.getNegativeBinomial(),
                record.getCounts())
            .filter(Objects::nonNull)
            .count();
    if (kinds != 1) {
      throw new IllegalArgumentException(
          "exactly one kind that this version knows must be set, got " + kinds);
    }
    if (record.getCategorical() != null) {
      return Categorical.of(tolerance, doubles(record.getCategorical()));
    }
    if (record.getNormal() != null) {
      return Normal.of(record.getNormal().getMean(), record.getNormal().getStandardDeviation());
    }
    if (record.getMultivariateNormal() != null) {
      return decode(record.getMultivariateNormal());
    }
    if (record.getLaplace() != null) {
      return new Laplace(record.getLaplace().getLocation(), record.getLaplace().getScale());
    }
    return decodeComposite(record, tolerance);
  }

  private static PredictiveDistribution decodeComposite(Distribution record, double tolerance) {
    if (record.getMixture() != null) {
      return MixtureCodec.decode(record.getMixture());
    }
    if (record.getEnsemble() != null) {
      return decode(record.getEnsemble());
    }
    Counts counts = CountsCodec.decode(record, tolerance);
    if (counts != null) {
      return counts;
    }
    return Quantiles.of(
        doubles(record.getQuantiles().getLevels()), doubles(record.getQuantiles().getValues()));
  }

  private static Ensemble decode(io.evenkeel.schemas.Ensemble record) {
    double[] members = doubles(record.getMembers());
    int d = record.getDimension();
    if (d < 1 || members.length % d != 0) {
      throw new IllegalArgumentException(
          "members of "
              + d
              + " numbers each cannot be made of "
              + members.length
              + ": dimension must be at least 1 and divide them");
    }
    return Ensemble.of(rows(members, d));
  }

  private static double[][] rows(double[] numbers, int d) {
    double[][] rows = new double[numbers.length / d][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = Arrays.copyOfRange(numbers, i * d, (i + 1) * d);
    }
    return rows;
  }

  private static Normal decode(MultivariateNormal record) {
    double[] mean = doubles(record.getMean());
    double[] covariance = doubles(record.getCovariance());
    int d = mean.length;
    long full = (long) d * d;
    if (covariance.length == d) {
      return Normal.diagonal(mean, covariance);
    }
    if (covariance.length != full) {
      throw new IllegalArgumentException(
          "covariance of "
              + d
              + " numbers needs "
              + d
              + " or "
              + full
              + " entries, got "
              + covariance.length);
    }
    return Normal.full(mean, rows(covariance, d));
  }

  static Distribution encode(PredictiveDistribution distribution) {
    Distribution.Builder record = Distribution.newBuilder();
    if (distribution instanceof Categorical categorical) {
      List<Double> p = new ArrayList<>(categorical.classes());
      for (int k = 0; k < categorical.classes(); k++) {
        p.add(categorical.probability(k));
      }
      return record.setCategorical(p).build();
    }
    if (distribution instanceof Normal normal) {
      return normal.dimension() > 1
          ? record.setMultivariateNormal(encode(normal)).build()
          : record
              .setNormal(
                  new io.evenkeel.schemas.Normal(normal.mean(0), Math.sqrt(normal.variance(0))))
              .build();
    }
    if (distribution instanceof Laplace laplace) {
      return record
          .setLaplace(new io.evenkeel.schemas.Laplace(laplace.location(), laplace.scale()))
          .build();
    }
    if (distribution instanceof Mixture mixture) {
      return record.setMixture(MixtureCodec.encode(mixture)).build();
    }
    if (distribution instanceof Ensemble ensemble) {
      return record.setEnsemble(encode(ensemble)).build();
    }
    if (distribution instanceof Quantiles quantiles) {
      return record.setQuantiles(encode(quantiles)).build();
    }
    if (distribution instanceof Counts counts) {
      CountsCodec.encode(counts, record);
      return record.build();
    }
    throw new IllegalArgumentException("no event can carry a " + distribution);
  }

  private static io.evenkeel.schemas.Ensemble encode(Ensemble ensemble) {
    List<Double> members = new ArrayList<>(ensemble.size() * ensemble.dimension());
    for (int k = 0; k < ensemble.size(); k++) {
      for (int i = 0; i < ensemble.dimension(); i++) {
        members.add(ensemble.member(k).get(i));
      }
    }
    return new io.evenkeel.schemas.Ensemble(members, ensemble.dimension());
  }

  private static io.evenkeel.schemas.Quantiles encode(Quantiles quantiles) {
    List<Double> levels = new ArrayList<>(quantiles.size());
    List<Double> values = new ArrayList<>(quantiles.size());
    for (int k = 0; k < quantiles.size(); k++) {
      levels.add(quantiles.level(k));
      values.add(quantiles.value(k));
    }
    return new io.evenkeel.schemas.Quantiles(levels, values);
  }

  private static MultivariateNormal encode(Normal normal) {
    int d = normal.dimension();
    List<Double> mean = new ArrayList<>(d);
    List<Double> covariance = new ArrayList<>(normal.isDiagonal() ? d : d * d);
    for (int i = 0; i < d; i++) {
      mean.add(normal.mean(i));
      if (normal.isDiagonal()) {
        covariance.add(normal.variance(i));
        continue;
      }
      for (int j = 0; j < d; j++) {
        covariance.add(normal.covariance(i, j));
      }
    }
    return new MultivariateNormal(mean, covariance);
  }

  static double[] doubles(Collection<Double> numbers) {
    // A stream costs more than the numbers of a usual distribution.
    double[] array = new double[numbers.size()];
    int i = 0;
    for (double number : numbers) {
      array[i++] = number;
    }
    return array;
  }
}
