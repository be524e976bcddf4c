package io.evenkeel.core.score;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.internal.IsotonicRegression;
import io.evenkeel.core.score.CorpDecomposition.Score;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A reliability diagram without bins: the frequency of an event by isotonic regression on its
 * predicted probability, and the scores that it takes apart. The bands are of consistency: events
 * are redrawn R times from the predictions, which are kept, and the regression is fitted to each.
 * The events that came are one more such draw if the predictions are calibrated, so that each of
 * these numbers lies in its band with a probability of at least the level, whatever n.
 *
 * <p>Source: Dimitriadis, Gneiting and Jordan 2021, doi:10.1073/pnas.2016191118.
 *
 * @param points of the curve, ascending in p: both ends of each pool of the regression, and about a
 *     hundred predictions between the smallest and the largest
 * @param level of the bands
 * @param brier the parts of the Brier score
 * @param logLoss the parts of the log loss
 */
public record CorpDiagram(List<Point> points, double level, Parts brier, Parts logLoss) {
  private static final int BETWEEN = 100;

  /**
   * A point of the curve.
   *
   * @param p the predicted probability
   * @param frequency what it is recalibrated to
   * @param band where the frequency lies if the predictions are calibrated
   */
  public record Point(double p, double frequency, Interval band) {}

  /**
   * The parts of a score, both biased upwards but the uncertainty, and where they lie if the
   * predictions are calibrated.
   *
   * @param of the events that came
   * @param miscalibration the range of the miscalibration
   * @param discrimination the range of the discrimination
   */
  public record Parts(CorpDecomposition of, Interval miscalibration, Interval discrimination) {}

  /** Copies the list. */
  public CorpDiagram {
    points = List.copyOf(points);
  }

  /**
   * The diagram of n predictions of an event. O(n (R + log n)) time, O(n + 100 R) memory.
   *
   * @param p n &ge; 1 probabilities of the event
   * @param came whether it came
   * @param replicates R, large enough that R + 1 &ge; 2 / (1 − level)
   * @param level of the bands, in (0, 1)
   * @throws IllegalArgumentException if one of p is no probability
   */
  public static CorpDiagram of(
      double[] p, boolean[] came, int replicates, double level, UniformRandomProvider random) {
    Checks.sameLength("p", p.length, "came", came.length);
    Checks.probabilities("p", p);
    ConsistencyResampling.checkReplicates(replicates, level);
    CorpLevels levels = new CorpLevels(p);
    CorpLevels.Fit seen = levels.fit(came);
    int[] drawn = drawn(levels.size(), seen.pools());
    double[][] frequencies = new double[drawn.length][replicates];
    CorpDecomposition[] brier = new CorpDecomposition[replicates];
    CorpDecomposition[] logLoss = new CorpDecomposition[replicates];
    boolean[] redrawn = new boolean[p.length];
    for (int r = 0; r < replicates; r++) {
      for (int i = 0; i < p.length; i++) {
        redrawn[i] = random.nextDouble() < p[i];
      }
      CorpLevels.Fit fit = levels.fit(redrawn);
      for (int k = 0; k < drawn.length; k++) {
        frequencies[k][r] = fit.at(drawn[k]);
      }
      brier[r] = fit.parts(Score.BRIER);
      logLoss[r] = fit.parts(Score.LOG_LOSS);
    }
    List<Point> points = new ArrayList<>();
    for (int k = 0; k < drawn.length; k++) {
      Interval band = ConsistencyResampling.band(frequencies[k], level);
      points.add(new Point(levels.p(drawn[k]), seen.at(drawn[k]), band));
    }
    return new CorpDiagram(
        points,
        level,
        parts(seen.parts(Score.BRIER), brier, level),
        parts(seen.parts(Score.LOG_LOSS), logLoss, level));
  }

  /** The levels that are drawn. */
  private static int[] drawn(int levels, IsotonicRegression pools) {
    NavigableSet<Integer> drawn = new TreeSet<>();
    for (int pool = 0; pool < pools.pools(); pool++) {
      drawn.add(pools.start(pool));
      drawn.add(pools.end(pool) - 1);
    }
    for (int k = 0; k <= BETWEEN; k++) {
      drawn.add((int) ((levels - 1L) * k / BETWEEN));
    }
    return drawn.stream().mapToInt(Integer::intValue).toArray();
  }

  private static Parts parts(CorpDecomposition of, CorpDecomposition[] redrawn, double level) {
    double[] miscalibration = new double[redrawn.length];
    double[] discrimination = new double[redrawn.length];
    for (int r = 0; r < redrawn.length; r++) {
      miscalibration[r] = redrawn[r].miscalibration();
      discrimination[r] = redrawn[r].discrimination();
    }
    return new Parts(
        of,
        ConsistencyResampling.band(miscalibration, level),
        ConsistencyResampling.band(discrimination, level));
  }
}
