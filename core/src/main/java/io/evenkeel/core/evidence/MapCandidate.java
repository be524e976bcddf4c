package io.evenkeel.core.evidence;

import io.evenkeel.core.recalibration.RecalibrationFamily;
import io.evenkeel.core.recalibration.RecalibrationGrid;
import java.nio.DoubleBuffer;
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

  /** What it costs that a family is chosen among those of one parameter, nats. */
  private final double[] choice;

  private double labels;

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
    this.choice =
        all.stream()
            .mapToLong(one -> all.stream().filter(k -> k.parameter() == one.parameter()).count())
            .mapToDouble(Math::log)
            .toArray();
  }

  /** The number of doubles of its state. */
  int length() {
    return 1 + sums.length;
  }

  void read(DoubleBuffer state) {
    labels = state.get();
    state.get(sums);
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
  }

  /** The number of labels, those of older panes counting less. */
  double labels() {
    return labels;
  }

  /** The map; none if labels favour the predictions as they are. */
  Optional<Place> best() {
    Place best = null;
    double most = 0;
    for (int k = 0; k < grid.families().size(); k++) {
      RecalibrationFamily family = grid.families().get(k);
      double[] penalised = penalised(family);
      for (int member : family.members()) {
        if (penalised[member] - choice[k] > most) {
          RecalibrationFamily.Peak peak = family.peak(family.displacementOf(member), penalised);
          most = penalised[member] - choice[k];
          best = new Place(k, peak.displacement());
        }
      }
    }
    return Optional.ofNullable(best);
  }

  /** The sums of a family, less what the prior takes. */
  private double[] penalised(RecalibrationFamily family) {
    double[] penalised = new double[sums.length];
    for (int member : family.members()) {
      penalised[member] = sums[member] - prior(family, family.displacementOf(member));
    }
    return penalised;
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
    return family.chord(place.displacement, sums)
        - prior(family, place.displacement)
        - choice[place.family];
  }

  /** What the labels say that a map saves, in nats: at its peak. */
  double likelihood(Place place) {
    return grid.families().get(place.family).chord(place.displacement, sums);
  }
}
