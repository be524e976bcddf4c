package io.evenkeel.core.score;

import io.evenkeel.core.internal.Checks;
import java.util.List;
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
   * The histogram of n ensembles. O(nK).
   *
   * @param members of each ensemble its K &ge; 1 members
   * @param targets n numbers
   * @param level of the band, in (0, 1)
   * @param random the source of ranks among equals; drawn from only there
   */
  public static UniformHistogram of(
      List<double[]> members, double[] targets, double level, UniformRandomProvider random) {
    Checks.sameLength("members", members.size(), "targets", targets.length);
    int size =
        Checks.atLeast("number of members", members.isEmpty() ? 0 : members.get(0).length, 1);
    long[] counts = new long[size + 1];
    for (int i = 0; i < targets.length; i++) {
      Checks.sameLength("ensemble " + i, members.get(i).length, "ensemble 0", size);
      counts[rank(members.get(i), targets[i], random)]++;
    }
    return UniformHistogram.of(counts, level);
  }

  private static int rank(double[] members, double y, UniformRandomProvider random) {
    int below = 0;
    int equal = 0;
    for (double member : members) {
      Checks.finite("a member", member);
      below += member < y ? 1 : 0;
      equal += member == y ? 1 : 0;
    }
    return equal == 0 ? below : below + random.nextInt(equal + 1);
  }
}
