package io.evenkeel.core.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class OptimalTransportTest {

  @Test
  void carriesTheOnlyPossibleWay() {
    assertThat(
            OptimalTransport.cost(
                new double[] {1}, new double[] {0.25, 0.75}, new double[][] {{2, 4}}))
        .isCloseTo(3.5, within(1e-15));
  }

  @Test
  void takesBackWhatTurnsOutDear() {
    // The first supply must leave the demand that is nearest to it to the second.
    double[][] cost = {{0, 1}, {0, 9}};

    assertThat(OptimalTransport.cost(new double[] {0.5, 0.5}, new double[] {0.5, 0.5}, cost))
        .isCloseTo(0.5, within(1e-15));
  }

  /** On the line the cheapest way for a convex cost is to match quantiles. */
  @RepeatedTest(20)
  void matchesQuantilesOnTheLine(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    int m = 1 + random.nextInt(7);
    int n = 1 + random.nextInt(7);
    double[] x = random.doubles(m).sorted().toArray();
    double[] y = random.doubles(n).sorted().toArray();
    double[] supply = shares(random, m);
    double[] demand = shares(random, n);
    double[][] cost = new double[m][n];
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) {
        cost[i][j] = Math.pow(x[i] - y[j], 2);
      }
    }

    double expected = 0;
    double[] left = supply.clone();
    double[] wanted = demand.clone();
    for (int i = 0, j = 0; i < m && j < n; ) {
      double amount = Math.min(left[i], wanted[j]);
      expected += amount * cost[i][j];
      left[i] -= amount;
      wanted[j] -= amount;
      if (left[i] <= wanted[j]) {
        i++;
      } else {
        j++;
      }
    }
    assertThat(OptimalTransport.cost(supply, demand, cost)).isCloseTo(expected, within(1e-13));
  }

  @RepeatedTest(20)
  void findsTheBestAssignment(RepetitionInfo repetition) {
    Random random = new Random(100 + repetition.getCurrentRepetition());
    int n = 5;
    double[][] cost = new double[n][];
    for (int i = 0; i < n; i++) {
      cost[i] = random.doubles(n).toArray();
    }
    double[] share = new double[n];
    Arrays.fill(share, 1.0 / n);

    double best = cheapest(cost, new boolean[n], 0) / n;

    assertThat(OptimalTransport.cost(share, share, cost)).isCloseTo(best, within(1e-14));
  }

  private static double cheapest(double[][] cost, boolean[] taken, int row) {
    if (row == cost.length) {
      return 0;
    }
    double best = Double.POSITIVE_INFINITY;
    for (int j = 0; j < taken.length; j++) {
      if (!taken[j]) {
        taken[j] = true;
        best = Math.min(best, cost[row][j] + cheapest(cost, taken, row + 1));
        taken[j] = false;
      }
    }
    return best;
  }

  private static double[] shares(Random random, int n) {
    double[] shares = random.doubles(n).toArray();
    double sum = Arrays.stream(shares).sum();
    return Arrays.stream(shares).map(share -> share / sum).toArray();
  }
}
