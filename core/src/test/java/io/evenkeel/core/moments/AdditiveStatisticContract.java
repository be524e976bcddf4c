package io.evenkeel.core.moments;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.simulation.Observation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The law of an additive statistic. */
abstract class AdditiveStatisticContract {
  /** Rounding of a few hundred additions of numbers of order one. */
  private static final double ROUNDING = 1e-12;

  private static final int OFFSET = 3;

  abstract AdditiveStatistic statistic();

  abstract List<Observation> observations();

  @Test
  void mergingPartsGivesTheWhole() {
    List<Observation> all = observations();
    double[] merged = sums(all.subList(0, all.size() / 3));
    double[] rest = sums(all.subList(all.size() / 3, all.size()));
    for (int i = 0; i < merged.length; i++) {
      merged[i] += rest[i];
    }

    assertClose(merged, sums(all));
  }

  @Test
  void doesNotDependOnOrder() {
    List<Observation> shuffled = new ArrayList<>(observations());
    Collections.shuffle(shuffled, new Random(5));

    assertClose(sums(shuffled), sums(observations()));
  }

  @Test
  void returnsToTheStartWhenObservationsAreTakenBack() {
    double[] block = sums(observations());
    var accumulator = statistic().accumulator(block, OFFSET);
    observations().forEach(o -> accumulator.add(o.prediction(), o.target(), -1));

    assertClose(block, new double[block.length]);
  }

  @Test
  void writesToItsOwnStretchOnly() {
    double[] block = sums(observations());

    assertThat(block[OFFSET - 1]).isZero();
    assertThat(block[block.length - 1]).isZero();
    assertThat(block[OFFSET]).isEqualTo(firstSum());
  }

  /** What the first sum must be: the number of observations unless a statistic says otherwise. */
  double firstSum() {
    return observations().size();
  }

  private double[] sums(List<Observation> observations) {
    AdditiveStatistic statistic = statistic();
    double[] block = new double[OFFSET + statistic.length() + 1];
    var accumulator = statistic.accumulator(block, OFFSET);
    observations.forEach(o -> accumulator.add(o.prediction(), o.target(), 1));
    return block;
  }

  private static void assertClose(double[] actual, double[] expected) {
    assertThat(actual).hasSameSizeAs(expected);
    for (int i = 0; i < actual.length; i++) {
      double scale = Math.max(1, Math.abs(expected[i]));
      assertThat(Math.abs(actual[i] - expected[i]) / scale).as("sum %d", i).isLessThan(ROUNDING);
    }
  }
}
