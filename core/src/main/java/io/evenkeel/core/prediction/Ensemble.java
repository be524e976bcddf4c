package io.evenkeel.core.prediction;

import io.evenkeel.core.internal.Checks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An ensemble of n &ge; 1 samples of the target: the distribution that gives each member the
 * probability 1/n. Members may be equal, and one is enough.
 *
 * <p>It has no density: the only targets that it holds possible are its members. As a forecast of a
 * continuous quantity it is therefore never calibrated in the strict sense, and the less so the
 * fewer members it has; what may hold is that its members and the target could change places.
 */
public final class Ensemble implements Composite {
  private final List<RealVector> members;

  /** Made when first asked for, as most ensembles are not; threads may each make an equal one. */
  private @Nullable Mixture mixture;

  private Ensemble(List<RealVector> members) {
    this.members = members;
  }

  /**
   * The ensemble of samples of one real number, held in ascending order.
   *
   * @param members n &ge; 1 finite numbers
   */
  public static Ensemble of(double... members) {
    Checks.atLeast("number of members", members.length, 1);
    return new Ensemble(
        Arrays.stream(members).sorted().mapToObj(y -> new RealVector(new double[] {y})).toList());
  }

  /**
   * The ensemble of samples of d real numbers, in the order given; of one, in ascending order.
   *
   * @param members n &ge; 1 rows of d &ge; 1 finite numbers
   */
  public static Ensemble of(double[][] members) {
    Checks.atLeast("number of members", members.length, 1);
    for (double[] member : members) {
      Checks.sameLength("the first member", members[0].length, "each other", member.length);
    }
    return members[0].length == 1
        ? of(Arrays.stream(members).mapToDouble(member -> member[0]).toArray())
        : new Ensemble(Arrays.stream(members).map(RealVector::new).toList());
  }

  /**
   * What a target is judged against: of an ensemble, its members together with the target. Given
   * these n + 1 values each of them is the target with the same chance, if members and target could
   * change places, so that the ensemble of all of them is calibrated in the strict sense, for every
   * n and with ties. Any other prediction is judged as it is.
   */
  public static PredictiveDistribution judged(PredictiveDistribution p, Target y) {
    if (!(p instanceof Ensemble ensemble)) {
      return p;
    }
    List<RealVector> all = new ArrayList<>(ensemble.members);
    all.add((RealVector) y);
    if (ensemble.dimension() == 1) {
      all.sort(Comparator.comparingDouble(member -> member.get(0)));
    }
    return new Ensemble(all);
  }

  /** The number of members n. */
  public int size() {
    return members.size();
  }

  /** The number of coordinates d. */
  public int dimension() {
    return members.get(0).dimension();
  }

  /** Member i, 0-based. */
  public RealVector member(int i) {
    return members.get(i);
  }

  /** Coordinate i of all members, in ascending order. */
  public double[] sorted(int i) {
    double[] values = new double[members.size()];
    for (int k = 0; k < values.length; k++) {
      values[k] = members.get(k).get(i);
    }
    if (dimension() > 1) {
      Arrays.sort(values);
    }
    return values;
  }

  /** The mixture of one point mass for each member. */
  @Override
  public Mixture mixture() {
    Mixture known = mixture;
    if (known == null) {
      double[] weights = new double[members.size()];
      Arrays.fill(weights, 1.0 / weights.length);
      known = Mixture.of(weights, members.stream().map(Normal::point).toList());
      mixture = known;
    }
    return known;
  }

  @Override
  public TargetSpace space() {
    return TargetSpace.reals(dimension());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Ensemble that && members.equals(that.members);
  }

  @Override
  public int hashCode() {
    return members.hashCode();
  }

  @Override
  public String toString() {
    return "Ensemble" + members;
  }
}
