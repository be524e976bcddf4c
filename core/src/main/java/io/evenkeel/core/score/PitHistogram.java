package io.evenkeel.core.score;

import io.evenkeel.core.internal.StandardNormal;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.RealVector;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The histogram of the randomised probability integral transform F(y−) + V (F(y) − F(y−)), V
 * uniform on [0, 1), where F(y−) is the probability below y. It is uniform on [0, 1] if the model
 * is calibrated, also where predictions have point masses that are hit, which without randomisation
 * would pile up in single cells. Of an ensemble the transform is that of the target's rank, as
 * defined by {@link NormalScore}.
 *
 * <p>Source: Czado, Gneiting and Held 2009, doi:10.1111/j.1541-0420.2009.01191.x.
 */
public final class PitHistogram {

  private PitHistogram() {}

  /**
   * The histogram of n observations of one real number. O(n).
   *
   * @param cells the number of cells of equal width, at least 1
   * @param level of the band, in (0, 1)
   * @param random the source of V; drawn from once per observation
   */
  public static UniformHistogram of(
      Observations sample, int cells, double level, UniformRandomProvider random) {
    Binning binning = Binning.equalWidth(cells);
    NormalScore score = new NormalScore();
    long[] counts = new long[cells];
    for (int i = 0; i < sample.size(); i++) {
      score.set(sample.prediction(i), (RealVector) sample.target(i));
      double below = StandardNormal.cdf(score.lower());
      double jump = StandardNormal.cdf(score.upper()) - below;
      counts[binning.bin(below + random.nextDouble() * jump)]++;
    }
    return UniformHistogram.of(counts, level);
  }
}
