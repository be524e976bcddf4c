package io.evenkeel.core.simulation;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.ClassShift;
import io.evenkeel.core.recalibration.LocationScale;
import io.evenkeel.core.recalibration.Recalibration;
import io.evenkeel.core.recalibration.RecalibrationFamily.Parameter;
import io.evenkeel.core.recalibration.Temperature;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/**
 * Predictions of a law whose targets are distributed as a recalibration of them says.
 *
 * @param kind the law of the predictions
 * @param parameter what is wrong with them
 * @param value how much
 */
record SimulatedFault(Kind kind, Parameter parameter, double value) {

  /** A law of predictions. */
  @SuppressWarnings("ImmutableEnumChecker") // spaces and laws are immutable
  enum Kind {
    /** P(1) uniform on (0, 1). */
    BINARY(TargetSpace.classes(2), random -> binary(random.nextDouble())),
    /** Rare events: the log-odds are N(−4, 1). */
    RARE(
        TargetSpace.classes(2),
        random -> {
          double z = ZigguratSampler.NormalizedGaussian.of(random).sample();
          return binary(1 / (1 + Math.exp(4 - z)));
        }),
    /** Dirichlet with parameters 0.5. */
    TEN_CLASSES(TargetSpace.classes(10), Stream.dirichlet(10, 0.5)),
    /** Normal. */
    NORMAL(TargetSpace.reals(1), Stream.normals(1));

    @SuppressWarnings("ImmutableEnumChecker") // never changes
    private final TargetSpace space;

    @SuppressWarnings("ImmutableEnumChecker") // draws from the generator it is given
    private final Stream.Law law;

    Kind(TargetSpace space, Stream.Law law) {
      this.space = space;
      this.law = law;
    }

    TargetSpace space() {
      return space;
    }

    private static Categorical binary(double p) {
      return Categorical.of(1 - p, p);
    }

    SimulatedFault calibrated() {
      Parameter any =
          space.kind() == TargetSpace.Kind.CLASSES ? Parameter.CLASS_LOG_ODDS : Parameter.LOCATION;
      return new SimulatedFault(this, any, 0);
    }

    SimulatedFault with(Parameter parameter, double value) {
      return new SimulatedFault(this, parameter, value);
    }
  }

  /** The recalibration that puts it right. */
  Recalibration recalibration() {
    return recalibration(value);
  }

  private Recalibration recalibration(double by) {
    return switch (parameter) {
      case TEMPERATURE -> new Temperature(by);
      case CLASS_LOG_ODDS, TOP_CLASS_LOG_ODDS -> new ClassShift(kind.space.size() == 2 ? 1 : 0, by);
      case LOCATION -> new LocationScale(by, 1);
      case SCALE -> new LocationScale(0, by);
    };
  }

  /** Observations: predictions drawn from the law, targets from their recalibrations. */
  Stream stream(long seed) {
    UnaryOperator<PredictiveDistribution> make = map(false);
    return Stream.distorted(random -> make.apply(kind.law.draw(random)), map(true), seed);
  }

  /** What putting it right saves per label, in nats. */
  double nats() {
    Stream stream = stream(3);
    double sum = 0;
    int labels = 300_000;
    for (int i = 0; i < labels; i++) {
      Observation o = stream.next();
      sum += recalibration().logRatio(o.prediction(), o.target());
    }
    return sum / labels;
  }

  private UnaryOperator<PredictiveDistribution> map(boolean back) {
    return switch (parameter) {
      case TEMPERATURE -> Stream.temperature(back ? 1 / value : value);
      case CLASS_LOG_ODDS, TOP_CLASS_LOG_ODDS ->
          p -> shifted((Categorical) p, back ? -value : value);
      case LOCATION -> Stream.moved(back ? -value : value, 1);
      case SCALE -> Stream.moved(0, back ? 1 / value : value);
    };
  }

  private static Categorical shifted(Categorical p, double by) {
    int shifted = p.classes() == 2 ? 1 : 0;
    double[] q = new double[p.classes()];
    double sum = 1 + p.probability(shifted) * Math.expm1(by);
    for (int k = 0; k < q.length; k++) {
      q[k] = p.probability(k) * (k == shifted ? Math.exp(by) : 1) / sum;
    }
    return Categorical.of(q);
  }

  @Override
  public String toString() {
    return value == 0 ? "calibrated" : parameter.toString().toLowerCase(Locale.ROOT) + " " + value;
  }
}
