package io.evenkeel.core.prediction;

/**
 * An event that a target makes come true or not. Who asks only for its probability judges a
 * prediction by two classes: 1 if the event comes true, 0 if not.
 */
public sealed interface TargetEvent extends TargetView {

  /** Whether the event comes true with a target of the space. */
  boolean contains(Target y);

  /**
   * What a prediction says of the event: class 1 has its probability.
   *
   * @throws IllegalArgumentException if the prediction is over another space, or its form says no
   *     probability of the event
   */
  @Override
  Categorical in(PredictiveDistribution p);

  /** The class of the two that the target is, as {@link #in} has them. */
  @Override
  default Target of(Target y) {
    return Target.ofClass(contains(y) ? 1 : 0);
  }

  /** The event that the most probable class comes, the first one if several share it. */
  static OneClass topLabel(Categorical p) {
    return new OneClass(p.argmax(), p.classes());
  }

  /**
   * That one class of several comes.
   *
   * @param index of the class, 0-based
   * @param classes their number m &ge; 2
   */
  record OneClass(int index, int classes) implements TargetEvent {

    /** Checks that it is one of the classes. */
    public OneClass {
      if (!(index >= 0 && index < classes)) {
        throw new IllegalArgumentException("there is no class " + index + " of " + classes);
      }
    }

    @Override
    public TargetSpace space() {
      return TargetSpace.classes(classes);
    }

    @Override
    public boolean contains(Target y) {
      return ((ClassLabel) y).index() == index;
    }

    /** The probabilities of the others are summed: 1 − p would lose those below 1e-16. */
    @Override
    public Categorical in(PredictiveDistribution p) {
      check(p, space());
      Categorical all = (Categorical) p;
      double others = 0;
      for (int k = 0; k < classes; k++) {
        others += k == index ? 0 : all.probability(k);
      }
      return Categorical.of(others, all.probability(index));
    }
  }

  /**
   * That a number comes which is larger than a threshold.
   *
   * @param threshold finite
   */
  record Above(double threshold) implements TargetEvent {

    /** Checks the threshold. */
    public Above {
      if (!Double.isFinite(threshold)) {
        throw new IllegalArgumentException("a threshold must be finite, got " + threshold);
      }
    }

    @Override
    public TargetSpace space() {
      return TargetSpace.reals(1);
    }

    @Override
    public boolean contains(Target y) {
      return ((RealVector) y).get(0) > threshold;
    }

    /**
     * Members and quantiles do not say the probability: a calibrated ensemble has no member above
     * many a number that comes.
     */
    @Override
    public Categorical in(PredictiveDistribution p) {
      check(p, space());
      if (p instanceof Ensemble || p instanceof Quantiles) {
        throw new IllegalArgumentException(
            "ensembles and quantiles do not say how probable a number above "
                + threshold
                + " is: send a normal or Laplace distribution, a mixture of these, a distribution"
                + " of counts, or the probabilities of two classes");
      }
      Univariate number = Univariate.of(p);
      return Categorical.of(number.cdf(threshold), number.survival(threshold));
    }
  }

  private static void check(PredictiveDistribution p, TargetSpace space) {
    if (!p.space().equals(space)) {
      throw new IllegalArgumentException(
          "the event is one of " + space + ", the prediction of " + p.space());
    }
  }
}
