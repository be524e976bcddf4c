package io.evenkeel.app.codec;

import io.evenkeel.core.prediction.CountLaw;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.schemas.Distribution;
import io.evenkeel.schemas.NegativeBinomial;
import io.evenkeel.schemas.Poisson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Between the Avro records of distributions of counts and core's. */
final class CountsCodec {

  private CountsCodec() {}

  /** The distribution of a record; null if it is of another kind. */
  static @Nullable Counts decode(Distribution record, double tolerance) {
    if (record.getPoisson() != null) {
      return Counts.poisson(record.getPoisson().getMean());
    }
    if (record.getNegativeBinomial() != null) {
      NegativeBinomial law = record.getNegativeBinomial();
      return Counts.negativeBinomial(law.getMean(), law.getSize());
    }
    if (record.getCounts() != null) {
      io.evenkeel.schemas.Counts given = record.getCounts();
      double[] probabilities = DistributionCodec.doubles(given.getProbabilities());
      return Counts.of(tolerance, given.getFirst(), probabilities);
    }
    return null;
  }

  static void encode(Counts counts, Distribution.Builder record) {
    Optional<CountLaw> law = counts.law();
    if (law.isEmpty()) {
      record.setCounts(new io.evenkeel.schemas.Counts(counts.first(), probabilities(counts)));
    } else if (law.get().isPoisson()) {
      record.setPoisson(new Poisson(law.get().mean()));
    } else {
      record.setNegativeBinomial(new NegativeBinomial(law.get().mean(), law.get().size()));
    }
  }

  private static List<Double> probabilities(Counts counts) {
    List<Double> probabilities = new ArrayList<>(counts.size());
    for (int i = 0; i < counts.size(); i++) {
      probabilities.add(counts.probability((double) (counts.first() + i)));
    }
    return probabilities;
  }
}
