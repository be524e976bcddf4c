package io.evenkeel.core.score;

import io.evenkeel.core.internal.Checks;

/**
 * The mean score of probabilities of an event in parts: miscalibration − discrimination +
 * uncertainty. The predictions are recalibrated by isotonic regression, which needs no bins:
 *
 * <ul>
 *   <li>miscalibration: the score less that of the recalibrated predictions. Smaller is better;
 *   <li>discrimination: by how much the recalibrated predictions score better than the frequency of
 *       the event. Larger is better;
 *   <li>uncertainty: the score of predicting that frequency always.
 * </ul>
 *
 * <p>None is negative. The regression is fitted to the same events, so miscalibration and
 * discrimination are biased upwards; {@link CorpDiagram} says by how much. The score and its
 * miscalibration are infinite where an event of log-scored probability 0 came.
 *
 * <p>Source: Dimitriadis, Gneiting and Jordan 2021, doi:10.1073/pnas.2016191118.
 *
 * @param miscalibration MCB
 * @param discrimination DSC
 * @param uncertainty UNC
 */
public record CorpDecomposition(double miscalibration, double discrimination, double uncertainty) {

  /** What is decomposed. */
  public enum Score {
    /** (p − 1{event})². */
    BRIER,
    /** −log of the probability of what came, nats. */
    LOG_LOSS;

    /** The mean score of probability p where the event comes with a frequency. */
    double mean(double p, double frequency) {
      return switch (this) {
        case BRIER -> frequency * (1 - p) * (1 - p) + (1 - frequency) * p * p;
        case LOG_LOSS -> surprise(frequency, p) + surprise(1 - frequency, 1 - p);
      };
    }

    private static double surprise(double frequency, double p) {
      return frequency == 0 ? 0 : -frequency * Math.log(p);
    }
  }

  /**
   * The decomposition of a score. O(n log n).
   *
   * @param p n &ge; 1 probabilities of the event
   * @param came whether it came
   * @throws IllegalArgumentException if one of p is no probability
   */
  public static CorpDecomposition of(Score score, double[] p, boolean[] came) {
    Checks.sameLength("p", p.length, "came", came.length);
    Checks.probabilities("p", p);
    return new CorpLevels(p).fit(came).parts(score);
  }

  /** Miscalibration − discrimination + uncertainty: the mean score. */
  public double score() {
    return miscalibration - discrimination + uncertainty;
  }
}
