package io.evenkeel.core.papers;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Observations;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Histogram regression on the simplex: each axis is cut into equal intervals, and what falls into
 * the same interval on every axis is a cell.
 */
final class CellFrequencies {
  private final Observations sample;
  private final int intervals;
  private final Map<List<Integer>, Cell> cells = new HashMap<>();

  /** The sums of a cell. */
  private static final class Cell {
    private final double[] predicted;
    private final double[] came;
    private int n;

    Cell(int classes) {
      predicted = new double[classes];
      came = new double[classes];
    }

    /** Σ |came − predicted| over the classes. */
    double distance() {
      double sum = 0;
      for (int k = 0; k < came.length; k++) {
        sum += Math.abs(came[k] - predicted[k]);
      }
      return sum;
    }
  }

  CellFrequencies(Observations sample, int intervals) {
    this.sample = sample;
    this.intervals = intervals;
    for (int i = 0; i < sample.size(); i++) {
      Categorical p = prediction(i);
      Cell cell = cells.computeIfAbsent(key(p), any -> new Cell(p.classes()));
      cell.n++;
      cell.came[label(i)]++;
      for (int k = 0; k < p.classes(); k++) {
        cell.predicted[k] += p.probability(k);
      }
    }
  }

  private Categorical prediction(int i) {
    return (Categorical) sample.prediction(i);
  }

  private int label(int i) {
    return ((ClassLabel) sample.target(i)).index();
  }

  private List<Integer> key(Categorical p) {
    Integer[] key = new Integer[p.classes()];
    for (int k = 0; k < key.length; k++) {
      key[k] = Math.min(intervals - 1, (int) (intervals * p.probability(k)));
    }
    return List.of(key);
  }

  /** The expected calibration error in the L1 distance. */
  double ece() {
    return cells.values().stream().mapToDouble(Cell::distance).sum() / sample.size();
  }

  /** How often each class came in the cell of observation i, itself left out; empty if alone. */
  double[] givenOthers(int i) {
    Cell cell = cells.get(key(prediction(i)));
    if (cell == null || cell.n == 1) {
      return new double[0];
    }
    double[] frequencies = cell.came.clone();
    frequencies[label(i)]--;
    return Arrays.stream(frequencies).map(came -> came / (cell.n - 1)).toArray();
  }
}
