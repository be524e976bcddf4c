package io.evenkeel.core.evidence;

import io.evenkeel.core.recalibration.RecalibrationFamily;
import io.evenkeel.core.recalibration.RecalibrationGrid;
import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The map of one parameter that labels favour most, learned pane after pane: mutable. It is drawn
 * to the identity as if by {@value #PRIOR} labels that say the predictions are right.
 */
final class MapCandidate {
  private static final double PRIOR = 20;

  private final RecalibrationGrid grid;
  private final double fading;
  private final double[] sums;

  /** The members of each family, and what the prior takes from each, nats. */
  private final int[][] members;

  private final double[][] priors;

  /** What it costs that a family is chosen among those of one parameter, nats. */
  private final double[] choices;

  private double labels;
  private Optional<Place> best = Optional.empty();

  /** A map of a family of the grid. */
  record Place(int family, double displacement) {}

  /**
   * Nothing is learned yet.
   *
   * @param fading what a pane counts after the next one, in relation to that one
   */
  MapCandidate(RecalibrationGrid grid, double fading) {
    this.grid = grid;
    this.fading = fading;
    this.sums = new double[grid.size()];
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

  /** The number of doubles of its state. */
  int length() {
    return 1 + sums.length;
  }

  void read(DoubleBuffer state) {
    labels = state.get();
    state.get(sums);
    best = find();
  }

  void write(DoubleBuffer state) {
    state.put(labels).put(sums);
  }

  /** Learns from a pane. */
  void add(double n, double... logRatios) {
    labels = fading * labels + n;
    for (int i = 0; i < sums.length; i++) {
      sums[i] = fading * sums[i] + logRatios[i];
    }
    best = find();
  }

  /** The number of labels, those of older panes counting less. */
  double labels() {
    return labels;
  }

  /** The map; none if labels favour the predictions as they are. */
  Optional<Place> best() {
    return best;
  }

  private Optional<Place> find() {
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
    return family < 0 ? Optional.empty() : Optional.of(new Place(family, peak(family, place)));
  }

  private double peak(int family, int place) {
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

  /** The evidence of the labels for a map, nats. */
  double evidence(Place place) {
    RecalibrationFamily family = grid.families().get(place.family);
    return likelihood(place) - prior(family, place.displacement) - choices[place.family];
  }

  /** The sum of log-ratios of a map. */
  double likelihood(Place place) {
    return grid.families().get(place.family).chord(place.displacement, sums);
  }
}
