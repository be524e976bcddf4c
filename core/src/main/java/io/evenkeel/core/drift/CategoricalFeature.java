package io.evenkeel.core.drift;

import io.evenkeel.core.hypothesis.TestResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A feature of few values: a cell for each, and the last one for all others. Its values are
 * compared by {@link ChiSquaredTest}.
 */
public final class CategoricalFeature implements Feature {
  /** The most values of a feature that is made from a sample. */
  static final int MOST = 10;

  /** How often they come there on average: values that come once each are numbers. */
  static final int LEAST_REPEATED = 5;

  private final String name;
  private final double[] values;
  private final double within;

  /**
   * A feature with the given values.
   *
   * @param values in strictly ascending order, at least one
   */
  public CategoricalFeature(String name, double... values) {
    this.name = name;
    this.values = Ascending.copy(name, values);
    this.within = PredictionCoordinate.named(name).map(PredictionCoordinate::digits).orElse(0.0);
  }

  @Override
  public String name() {
    return name;
  }

  /** A copy of the values that have a cell of their own. */
  public double[] values() {
    return values.clone();
  }

  @Override
  public int cells() {
    return values.length + 2;
  }

  @Override
  public int cell(double value) {
    if (Double.isNaN(value)) {
      return 0;
    }
    int found = Feature.search(values, value);
    return found >= 0 ? found + 1 : near(-1 - found, value);
  }

  /** Profiles of earlier versions have coordinates of predictions that are not rounded. */
  private int near(int above, double value) {
    if (above < values.length && values[above] - value < within) {
      return above + 1;
    }
    return above > 0 && value - values[above - 1] < within ? above : cells() - 1;
  }

  @Override
  public List<CellGroup> groups() {
    List<CellGroup> groups = new ArrayList<>();
    groups.add(CellGroup.missing());
    groups.add(CellGroup.present(cells()));
    for (int i = 0; i < values.length; i++) {
      groups.add(new CellGroup(CellGroup.Kind.CATEGORY, i + 1, i + 2, values[i]));
    }
    groups.add(new CellGroup(CellGroup.Kind.OTHER, cells() - 1, cells(), Double.NaN));
    return groups;
  }

  @Override
  public TestResult test(double[] reference, double[] window) {
    return ChiSquaredTest.test(Feature.present(reference), Feature.present(window));
  }

  @Override
  public Displacement displacement(double[] reference, double[] window) {
    double moved = Arrays.stream(Feature.losses(reference, window)).map(Math::abs).sum() / 2;
    return new Displacement(moved, 0);
  }
}
