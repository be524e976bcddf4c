package io.evenkeel.core.prediction;

/**
 * Classes that have an order, such as ratings: a class is judged as its index, a whole number from
 * 0 to m − 1. A prediction that is off by one class is then nearer than one that is off by three.
 *
 * @param classes their number m, from 2 to {@value Counts#MOST_PROBABILITIES}
 */
public record OrderedClasses(int classes) implements TargetView {

  /** Checks the number. */
  public OrderedClasses {
    if (!(classes >= 2 && classes <= Counts.MOST_PROBABILITIES)) {
      throw new IllegalArgumentException(
          "from 2 to " + Counts.MOST_PROBABILITIES + " classes can be ordered, got " + classes);
    }
  }

  @Override
  public TargetSpace space() {
    return TargetSpace.classes(classes);
  }

  @Override
  public Counts in(PredictiveDistribution p) {
    if (!p.space().equals(space())) {
      throw new IllegalArgumentException(
          "the order is one of " + space() + ", the prediction of " + p.space());
    }
    Categorical categorical = (Categorical) p;
    double[] probabilities = new double[classes];
    for (int k = 0; k < classes; k++) {
      probabilities[k] = categorical.probability(k);
    }
    return Counts.of(0, probabilities);
  }

  @Override
  public Target of(Target y) {
    return Target.of(((ClassLabel) y).index());
  }
}
