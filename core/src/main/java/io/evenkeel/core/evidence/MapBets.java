package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.sequential.RestartedEProcess;
import java.nio.DoubleBuffer;
import java.util.Optional;

/**
 * What the candidates of some kinds have won on panes that they had not learned from: mutable. The
 * evidence that they pay, and the weights by which one of them is used.
 */
final class MapBets {
  /** Before so many panes it is not known how much they differ, and one wins so many nats. */
  static final int EARLY = 5;

  private static final double MOST_EARLY = 2;
  private static final double SHARED = 0.01;

  private final MapCandidates maps;
  private final FixedShare bet;
  private final FixedShare use;
  private RestartedEProcess process = RestartedEProcess.mixture(1);

  /** A map of a kind. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Place(int kind, double... map) {}

  /** Nothing is won yet. */
  MapBets(MapCandidates maps) {
    this.maps = maps;
    this.bet = new FixedShare(SHARED, maps.bets());
    this.use = new FixedShare(SHARED, maps.uses());
  }

  int length() {
    return 2 + bet.length() + use.length() + maps.length();
  }

  void read(DoubleBuffer state) {
    process = RestartedEProcess.resumed((long) state.get(), new double[] {state.get()}, 1);
    bet.read(state);
    use.read(state);
    maps.read(state);
  }

  void write(DoubleBuffer state) {
    state.put((double) process.steps()).put(process.logProcesses());
    bet.write(state);
    use.write(state);
    maps.write(state);
  }

  /** The largest number of doubles of a map. */
  int parameters() {
    return maps.parameters();
  }

  /** The number of doubles of a map of a kind. */
  int parameters(int kind) {
    return maps.kinds().get(kind).parameters();
  }

  /** Whether all sums of a pane are finite. */
  boolean isFinite(Sketch pane) {
    return maps.isFinite(pane);
  }

  /** Multiplies the ratio of a pane, moves the weights, and learns from it. */
  void add(double labels, Sketch pane) {
    double[] tempered = new double[bet.length()];
    double[] won = new double[use.length()];
    int bets = 0;
    int uses = 1;
    double dependence = maps.designEffect();
    for (LearnedMaps kind : maps.kinds()) {
      for (int i = 0; i < kind.size(); i++) {
        double nats = kind.won(i, pane);
        tempered[bets++] = nats / Math.max(dependence, kind.designEffect(i));
        if (i < MapCandidates.USED) {
          won[uses++] = nats;
        }
      }
    }
    double largest = panes() < EARLY ? MOST_EARLY : Double.POSITIVE_INFINITY;
    process.multiply(Math.min(largest, bet.logFactor(tempered)));
    bet.add(tempered);
    use.add(won);
    // Before the first pane nothing is known of the map.
    if (panes() > 1) {
      maps.kinds().forEach(kind -> kind.spread(pane));
    }
    maps.add(labels, pane);
  }

  /** log of the e-value that proves that the candidates pay; 0 before the first pane. */
  double logEValue() {
    return process.logValue();
  }

  /** The weight of the predictions as they are among all that may be used, in [0, 1]. */
  double weightOfNone() {
    return use.weight(0);
  }

  /** The number of panes. */
  long panes() {
    return process.steps();
  }

  /** The number of labels of all panes. */
  double labels() {
    return maps.labels();
  }

  /** The map of the heaviest candidate; none if it favours the predictions as they are. */
  Optional<Place> best() {
    int heaviest = heaviest();
    return maps.kinds()
        .get(heaviest / MapCandidates.USED)
        .candidate(heaviest % MapCandidates.USED)
        .best()
        .map(map -> new Place(heaviest / MapCandidates.USED, map));
  }

  /** Which of the candidates that are used has the most weight. */
  private int heaviest() {
    int heaviest = 0;
    for (int i = 1; i < use.length() - 1; i++) {
      heaviest = use.weight(1 + i) > use.weight(1 + heaviest) ? i : heaviest;
    }
    return heaviest;
  }

  /** Of the kind of a map, the candidate with the memory of the heaviest one. */
  private MapCandidate asHeaviest(Place place) {
    return maps.kinds().get(place.kind).candidate(heaviest() % MapCandidates.USED);
  }

  /** The evidence for a map of the labels that the heaviest candidate has learned from. */
  double evidence(Place place) {
    return asHeaviest(place).evidence(place.map);
  }

  /** A map by these labels. */
  MapProof.Used used(Place place) {
    return asHeaviest(place).used(place.map);
  }

  /** The log-ratio of a map on a pane, or a bound from below. */
  double logRatio(Place place, Sketch pane) {
    return maps.kinds().get(place.kind).logRatio(place.map, pane);
  }
}
