package io.evenkeel.app.codec;

import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.prediction.TargetSpace.Kind;
import io.evenkeel.core.prediction.TargetView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A target as a label carries it. What it means depends on the model: 2 is a class of a classifier
 * and a number of a regression.
 */
public sealed interface RawTarget {

  /** An integer: the index of a class, or a number. */
  record Index(int value) implements RawTarget {
    @Override
    public String kind() {
      return "an integer";
    }
  }

  /** The name of a class. */
  record Name(String value) implements RawTarget {
    @Override
    public String kind() {
      return "a name";
    }
  }

  /** A finite number. If it is a whole number, it may also be the index of a class. */
  record Real(double value) implements RawTarget {

    /** Refuses NaN and infinities. */
    public Real {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException("target must be finite, got " + value);
      }
    }

    @Override
    public String kind() {
      return "a number";
    }
  }

  /** A vector of finite numbers. */
  record Reals(RealVector values) implements RawTarget {
    @Override
    public String kind() {
      return "an array of " + values.dimension() + " numbers";
    }
  }

  /** What it is, in words that do not say its value. */
  String kind();

  /**
   * The target of a model.
   *
   * @param space the space of the model's targets
   * @param classes names of the classes in the order of their probabilities; empty if they have
   *     none
   * @throws RejectedEventException {@link Reason#WRONG_SPACE} if this cannot be a target of the
   *     space, {@link Reason#UNKNOWN_CLASS} if it is not one of its classes
   */
  default Target resolve(TargetSpace space, List<String> classes) {
    return space.kind() == Kind.CLASSES
        ? resolveClass(this, space, classes)
        : resolveReal(this, space);
  }

  /**
   * The target of a prediction, or what of it is judged.
   *
   * @param p the judged prediction
   * @param view what of the target is judged; null if that is the target itself
   * @param classes names of the classes of the label; empty if they have none
   * @throws RejectedEventException as for its space; {@link Reason#WRONG_SPACE} also if the
   *     prediction is of counts and the label is none
   */
  default Target resolve(
      PredictiveDistribution p, @Nullable TargetView view, List<String> classes) {
    if (view != null) {
      return view.of(resolve(view.space(), classes));
    }
    Target target = resolve(p.space(), classes);
    if (p instanceof Counts counts) {
      checkCount(((RealVector) target).get(0), counts);
    }
    return target;
  }

  private static void checkCount(double y, Counts counts) {
    if (!counts.admits(y)) {
      throw new RejectedEventException(
          Reason.WRONG_SPACE,
          y == Math.rint(y)
              ? "the label is negative, but the prediction is of counts from 0"
              : "the label is not a whole number, but the prediction is of counts");
    }
  }

  private static Target resolveClass(RawTarget raw, TargetSpace space, List<String> classes) {
    if (raw instanceof Index index) {
      return classAt(index.value(), space);
    }
    if (raw instanceof Name name) {
      int index = classes.indexOf(name.value());
      if (index < 0) {
        throw new RejectedEventException(
            Reason.UNKNOWN_CLASS,
            classes.isEmpty()
                ? "the label is a name, but the classes of the model have none: set classes, or send"
                    + " the index"
                : "the label names none of the model's classes, which are " + classes);
      }
      return classAt(index, space);
    }
    if (raw instanceof Real real && real.value() == Math.rint(real.value())) {
      return classAt(real.value(), space);
    }
    throw wrongSpace(raw, space);
  }

  private static Target classAt(double index, TargetSpace space) {
    if (!(index >= 0 && index < space.size())) {
      throw new RejectedEventException(
          Reason.UNKNOWN_CLASS,
          "the label's class index must be from 0 to "
              + (space.size() - 1)
              + ": the model has "
              + space);
    }
    return Target.ofClass((int) index);
  }

  private static Target resolveReal(RawTarget raw, TargetSpace space) {
    if (space.size() == 1 && raw instanceof Index index) {
      return Target.of(index.value());
    }
    if (space.size() == 1 && raw instanceof Real real) {
      return Target.of(real.value());
    }
    if (raw instanceof Reals reals && reals.values().dimension() == space.size()) {
      return reals.values();
    }
    throw wrongSpace(raw, space);
  }

  private static RejectedEventException wrongSpace(RawTarget raw, TargetSpace space) {
    return new RejectedEventException(
        Reason.WRONG_SPACE, "the label is " + raw.kind() + ", but the model has " + space);
  }
}
