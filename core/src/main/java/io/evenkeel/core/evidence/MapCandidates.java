package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.RecalibrationGrid;
import io.evenkeel.core.recalibration.RegressionSums;
import io.evenkeel.core.score.LabelNoise;
import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/**
 * The maps that a series may have, by kind and by how long panes count: mutable. The first kind is
 * that of one parameter.
 *
 * <ul>
 *   <li>Of two classes, lines in the log-odds with one parameter, lines with two, and isotonic
 *       curves, all from the bins of a reliability diagram ({@link LogOddsMaps}).
 *   <li>Of more classes, maps of one parameter ({@link GridMaps}), and isotonic curves of the most
 *       probable class.
 *   <li>Of one number, maps of one parameter, and shift and scale together ({@link PitMaps}).
 *   <li>Of several numbers, maps of one parameter.
 *   <li>Of ensembles of one number, maps of their ranks as of any other number, which prove a fault
 *       and are not used, and normal regressions ({@link RegressionMaps}), which are.
 * </ul>
 */
final class MapCandidates {
  static final int HALF_LIFE = 24;
  static final int SHORT_HALF_LIFE = 5;

  /** Of each kind so many candidates are used: those of the longer memories. */
  static final int USED = 2;

  /** What a pane counts after the next one, in relation to that one. */
  private static final double[] FADINGS = {
    1, Math.pow(0.5, 1.0 / HALF_LIFE), Math.pow(0.5, 1.0 / SHORT_HALF_LIFE)
  };

  /** The share of the weight that each kind has at first but that of one parameter. */
  private static final double RICHER = 0.15;

  private final List<LearnedMaps> kinds = new ArrayList<>();
  private final List<PaneMemories> memories = new ArrayList<>();

  private MapCandidates() {}

  /** Those of predictions that have a likelihood, or that their ranks are judged by. */
  static MapCandidates of(SketchPlan plan) {
    MapCandidates none = new MapCandidates();
    if (plan.space().equals(TargetSpace.classes(2))) {
      none.addOfTwoClasses(plan.labelNoise());
    } else {
      none.addOfOthers(plan);
    }
    return none;
  }

  /** Those of ensembles of one number: what becomes of one. */
  static MapCandidates ofEnsembles(SketchPlan plan) {
    MapCandidates none = new MapCandidates();
    PaneMemories sums =
        new PaneMemories(
            RegressionSums.LENGTH, RegressionMaps::sums, RegressionMaps::trust, FADINGS);
    none.memories.add(sums);
    none.kinds.add(new LearnedMaps(new RegressionMaps(plan.labelNoise()), sums, FADINGS.length));
    return none;
  }

  private void addOfTwoClasses(LabelNoise noise) {
    PaneMemories bins = memories(LogOddsMaps.SUMS, LogOddsMaps::sums, FADINGS);
    kinds.add(new LearnedMaps(new LineMaps(noise, false), bins, FADINGS.length));
    kinds.add(new LearnedMaps(new LineMaps(noise, true), bins, USED));
    kinds.add(new LearnedMaps(new IsotonicMaps(noise), bins, USED));
  }

  private void addOfOthers(SketchPlan plan) {
    RecalibrationGrid grid = plan.grid();
    GridMaps maps = new GridMaps(grid);
    PaneMemories ratios = memories(grid.size(), maps::sums, FADINGS);
    kinds.add(new LearnedMaps(maps, ratios, FADINGS.length));
    double[] fadings = Arrays.copyOf(FADINGS, USED);
    if (plan.space().kind() == TargetSpace.Kind.CLASSES) {
      PaneMemories bins = memories(LogOddsMaps.SUMS, LogOddsMaps::sums, fadings);
      kinds.add(new LearnedMaps(new IsotonicMaps(plan.labelNoise()), bins, USED));
    } else if (plan.space().size() == 1) {
      PaneMemories bins = memories(PitMaps.SUMS, PitMaps::sums, fadings);
      kinds.add(new LearnedMaps(new PitMaps(plan.labelNoise()), bins, USED));
    }
  }

  private PaneMemories memories(int size, Function<Sketch, double[]> sums, double... fadings) {
    PaneMemories made = new PaneMemories(size, sums, PaneMemories.FULLY, fadings);
    memories.add(made);
    return made;
  }

  /** The kinds of map. */
  List<LearnedMaps> kinds() {
    return kinds;
  }

  /** The largest number of doubles of a map. */
  int parameters() {
    return kinds.stream().mapToInt(LearnedMaps::parameters).max().orElseThrow();
  }

  /** The weights of all candidates at first, kind after kind: the longest memory has half of it. */
  double[] bets() {
    DoubleStream.Builder bets = DoubleStream.builder();
    for (LearnedMaps kind : kinds) {
      for (int i = 0; i < kind.size(); i++) {
        bets.add(share(kind) / 2 / (i == 0 ? 1 : kind.size() - 1));
      }
    }
    return bets.build().toArray();
  }

  /** The weights of those that are used, after that of no map. */
  double[] uses() {
    DoubleStream.Builder uses = DoubleStream.builder().add(0.5);
    for (LearnedMaps kind : kinds) {
      uses.add(share(kind) / 4).add(share(kind) / 4);
    }
    return uses.build().toArray();
  }

  private double share(LearnedMaps kind) {
    return kind == kinds.get(0) ? 1 - RICHER * (kinds.size() - 1) : RICHER;
  }

  /** Whether all sums of a pane are finite. */
  boolean isFinite(Sketch pane) {
    return memories.stream()
        .flatMapToDouble(memory -> Arrays.stream(memory.sums(pane)))
        .allMatch(Double::isFinite);
  }

  /**
   * By how much panes vary more than they should, at least 1: the mean over the kinds by their
   * weights. Each kind sees it in its own direction, and the one that sees least would win most.
   */
  double designEffect() {
    return kinds.stream().mapToDouble(kind -> share(kind) * kind.designEffect(0)).sum();
  }

  /** Learns from a pane. */
  void add(double labels, Sketch pane) {
    memories.forEach(memory -> memory.add(labels, pane));
  }

  /** The number of labels of all panes. */
  double labels() {
    return memories.get(0).get(0).labels();
  }

  int length() {
    return kinds.stream().mapToInt(LearnedMaps::length).sum()
        + memories.stream().mapToInt(PaneMemories::length).sum();
  }

  void read(DoubleBuffer state) {
    kinds.forEach(kind -> kind.read(state));
    memories.forEach(memory -> memory.read(state));
  }

  void write(DoubleBuffer state) {
    kinds.forEach(kind -> kind.write(state));
    memories.forEach(memory -> memory.write(state));
  }
}
