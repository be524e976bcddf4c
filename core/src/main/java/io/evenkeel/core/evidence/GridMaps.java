package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.recalibration.RecalibrationFamily;
import io.evenkeel.core.recalibration.RecalibrationFamily.Score;
import io.evenkeel.core.recalibration.RecalibrationGrid;
import io.evenkeel.core.recalibration.RecalibrationMap;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Maps of one parameter, from the log-ratios of a grid: the family, and the displacement in it.
 * Each is drawn to the identity as if by {@value #PRIOR} labels that say the predictions are right.
 *
 * <p>A target that its prediction held impossible stays so with each of these maps, and does not
 * speak for one.
 */
final class GridMaps implements MapLearner {
  private static final double PRIOR = 20;

  private final RecalibrationGrid grid;

  /** The members of each family, and what the prior takes from each, nats. */
  private final int[][] members;

  private final double[][] priors;

  /** What it costs that a family is chosen among those of one parameter, nats. */
  private final double[] choices;

  GridMaps(RecalibrationGrid grid) {
    this.grid = grid;
    List<RecalibrationFamily> all = grid.families();
    this.members = all.stream().map(RecalibrationFamily::members).toArray(int[][]::new);
    this.priors = new double[members.length][];
    this.choices = new double[members.length];
    for (int k = 0; k < members.length; k++) {
      RecalibrationFamily family = all.get(k);
      priors[k] =
          Arrays.stream(members[k])
              .mapToDouble(member -> prior(family, family.displacementOf(member)))
              .toArray();
      long alike = all.stream().filter(one -> one.parameter() == family.parameter()).count();
      choices[k] = Math.log((double) alike);
    }
  }

  /** The sums of log-ratios of a pane, of the targets that these maps can mend. */
  double[] sums(Sketch pane) {
    return grid.mendable(pane.logRatios(), pane.evidence().impossible());
  }

  @Override
  public int parameters() {
    return 2;
  }

  @Override
  public Optional<double[]> fit(double... sums) {
    int family = -1;
    int place = 0;
    double most = 0;
    for (int k = 0; k < members.length; k++) {
      for (int i = 0; i < members[k].length; i++) {
        double evidence = sums[members[k][i]] - priors[k][i] - choices[k];
        if (evidence > most) {
          most = evidence;
          family = k;
          place = i;
        }
      }
    }
    return family < 0
        ? Optional.empty()
        : Optional.of(new double[] {family, peak(family, place, sums)});
  }

  private double peak(int family, int place, double... sums) {
    double[] penalised = new double[sums.length];
    for (int i = 0; i < members[family].length; i++) {
      penalised[members[family][i]] = sums[members[family][i]] - priors[family][i];
    }
    RecalibrationFamily of = grid.families().get(family);
    return of.peak(of.displacementOf(members[family][place]), penalised).displacement();
  }

  /** What the labels of the prior lose by a displacement, nats. */
  private static double prior(RecalibrationFamily family, double displacement) {
    double information =
        switch (family.parameter()) {
          case TEMPERATURE, LOCATION -> 1;
          case SCALE -> 2;
          case CLASS_LOG_ODDS, TOP_CLASS_LOG_ODDS -> 0.2;
        };
    return PRIOR * information * displacement * displacement / 2;
  }

  @Override
  public double prior(double... map) {
    return prior(family(map), map[1]) + choices[direction(map)];
  }

  @Override
  public double logRatio(double[] map, double... sums) {
    return family(map).chord(map[1], sums);
  }

  @Override
  public double degrees(double... map) {
    return 1;
  }

  @Override
  public RecalibrationMap published(double[] map, double... sums) {
    RecalibrationFamily family = family(map);
    // What families have one parameter of are all maps.
    return (RecalibrationMap) family.recalibration(family.parameterAt(map[1]));
  }

  @Override
  public int directions() {
    return members.length;
  }

  @Override
  public int direction(double... map) {
    return (int) map[0];
  }

  private RecalibrationFamily family(double... map) {
    return grid.families().get(direction(map));
  }

  @Override
  public Score score(int direction, Optional<double[]> map, double... sums) {
    double at = map.filter(of -> direction(of) == direction).map(of -> of[1]).orElse(0.0);
    return grid.families().get(direction).score(at, sums);
  }
}
