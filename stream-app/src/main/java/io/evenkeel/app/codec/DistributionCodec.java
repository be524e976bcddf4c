package io.evenkeel.app.codec;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.schemas.Distribution;
import io.evenkeel.schemas.MultivariateNormal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** Between the Avro record of a distribution and core's. */
final class DistributionCodec {

  private DistributionCodec() {}

  static PredictiveDistribution decode(String id, Distribution record, double tolerance) {
    int kinds =
        (record.getCategorical() == null ? 0 : 1)
            + (record.getNormal() == null ? 0 : 1)
            + (record.getMultivariateNormal() == null ? 0 : 1);
    try {
      if (kinds != 1) {
        throw new IllegalArgumentException(
            "exactly one kind that this version knows must be set, got " + kinds);
      }
      return decode(record, tolerance);
    } catch (IllegalArgumentException e) {
      throw new RejectedEventException(
          Reason.INVALID_DISTRIBUTION, "prediction " + id + ": distribution: " + e.getMessage(), e);
    }
  }

  private static PredictiveDistribution decode(Distribution record, double tolerance) {
    if (record.getCategorical() != null) {
      return Categorical.of(tolerance, doubles(record.getCategorical()));
    }
    if (record.getNormal() != null) {
      return Normal.of(record.getNormal().getMean(), record.getNormal().getStandardDeviation());
    }
    return decode(record.getMultivariateNormal());
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
    double[][] rows = new double[d][];
    for (int i = 0; i < d; i++) {
      rows[i] = Arrays.copyOfRange(covariance, i * d, (i + 1) * d);
    }
    return Normal.full(mean, rows);
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
    if (!(distribution instanceof Normal normal)) {
      throw new IllegalArgumentException("no event can carry a " + distribution);
    }
    if (normal.dimension() == 1) {
      return record
          .setNormal(new io.evenkeel.schemas.Normal(normal.mean(0), Math.sqrt(normal.variance(0))))
          .build();
    }
    return record.setMultivariateNormal(encode(normal)).build();
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
    return numbers.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
