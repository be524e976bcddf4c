package io.evenkeel.core.score;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.RealVector;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The histogram of the ranks of targets among the members of the ensembles that predict them, from
 * 0 (below all of K members) to K (above all). If target and members are exchangeable, every rank
 * is equally likely; among equal numbers the rank is drawn at random. Quantiles at equally spaced
 * levels 1/(K + 1), …, K/(K + 1) serve as members too.
 *
 * <p>Source: Hamill 2001, doi:10.1175/1520-0493(2001)129&lt;0550:IORHFV&gt;2.0.CO;2.
 */
public final class RankHistogram {

  private RankHistogram() {}

  /**
   * The histogram of n &ge; 1 ensembles of one real number. O(nK).
   *
   * @param sample predictions that are ensembles of the same size
   * @param level of the band, in (0, 1)
   * @param random the source of ranks among equals; drawn from only there
   */
  public static UniformHistogram of(
      Observations sample, double level, UniformRandomProvider random) {
    Checks.atLeast("number of ensembles", sample.size(), 1);
    int size = ensemble(sample, 0).size();
    long[] counts = new long[size + 1];
    for (int i = 0; i < sample.size(); i++) {
      Ensemble p = ensemble(sample, i);
      Checks.sameLength("ensemble " + i, p.size(), "ensemble 0", size);
      counts[rank(p, ((RealVector) sample.target(i)).get(0), random)]++;
    }
    return UniformHistogram.of(counts, level);
  }

  private static Ensemble ensemble(Observations sample, int i) {
    if (sample.prediction(i) instanceof Ensemble p && p.dimension() == 1) {
      return p;
    }
    throw new IllegalArgumentException(
        "a rank histogram needs ensembles of one real number, got " + sample.prediction(i));
  }

  private static int rank(Ensemble p, double y, UniformRandomProvider random) {
    int below = 0;
    int equal = 0;
    for (int k = 0; k < p.size(); k++) {
      double member = p.member(k).get(0);
      below += member < y ? 1 : 0;
      equal += member == y ? 1 : 0;
    }
    return equal == 0 ? below : below + random.nextInt(equal + 1);
  }
}
