package io.evenkeel.app.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.OrderedClasses;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import java.util.List;
import org.junit.jupiter.api.Test;

class RawTargetTest {

  private static final TargetSpace ANIMALS = TargetSpace.classes(3);
  private static final List<String> NAMES = List.of("cat", "dog", "bird");

  @Test
  void isAClassByIndexNameOrWholeNumber() {
    Target dog = Target.ofClass(1);

    assertThat(new RawTarget.Index(1).resolve(ANIMALS, NAMES)).isEqualTo(dog);
    assertThat(new RawTarget.Name("dog").resolve(ANIMALS, NAMES)).isEqualTo(dog);
    assertThat(new RawTarget.Real(1.0).resolve(ANIMALS, NAMES)).isEqualTo(dog);
    assertThat(new RawTarget.Real(-0.0).resolve(ANIMALS, NAMES)).isEqualTo(Target.ofClass(0));
  }

  @Test
  void isARealNumberByNumberOrInteger() {
    TargetSpace reals = TargetSpace.reals(1);

    assertThat(new RawTarget.Real(-2.5).resolve(reals, List.of())).isEqualTo(Target.of(-2.5));
    assertThat(new RawTarget.Index(-2).resolve(reals, List.of())).isEqualTo(Target.of(-2));
    assertThat(numbers(7).resolve(reals, List.of())).isEqualTo(Target.of(7));
  }

  @Test
  void ofCountsIsAWholeNumberThatCanBeCounted() {
    Counts counts = Counts.poisson(3);

    assertThat(new RawTarget.Index(0).resolve(counts, null, List.of())).isEqualTo(Target.of(0));
    assertThat(new RawTarget.Real(1e18).resolve(counts, null, List.of()))
        .isEqualTo(Target.of(1e18));
    assertThat(new RawTarget.Real(-3).resolve(Counts.of(-1, 1), null, List.of()))
        .isEqualTo(Target.of(-3));
    assertNoCount(new RawTarget.Real(2.5), "not a whole number");
    assertNoCount(new RawTarget.Index(-1), "negative, but the prediction is of counts from 0");
    assertNoCount(numbers(1, 2), "an array of 2 numbers");
    assertNoCount(new RawTarget.Name("cat"), "a name");
  }

  private static void assertNoCount(RawTarget target, String words) {
    assertThatExceptionOfType(RejectedEventException.class)
        .isThrownBy(() -> target.resolve(Counts.poisson(3), null, List.of()))
        .withMessageContaining(words)
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.WRONG_SPACE));
  }

  @Test
  void ofOrderedClassesIsTheIndexOfOne() {
    OrderedClasses order = new OrderedClasses(3);
    Counts p = order.in(Categorical.of(0.2, 0.3, 0.5));

    assertThat(new RawTarget.Name("dog").resolve(p, order, NAMES)).isEqualTo(Target.of(1));
    assertThat(new RawTarget.Index(2).resolve(p, order, List.of())).isEqualTo(Target.of(2));
    assertThatExceptionOfType(RejectedEventException.class)
        .isThrownBy(() -> new RawTarget.Index(3).resolve(p, order, NAMES))
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.UNKNOWN_CLASS));
  }

  @Test
  void isAVectorOfTheModelsDimension() {
    assertThat(numbers(1, 2).resolve(TargetSpace.reals(2), List.of())).isEqualTo(Target.of(1, 2));
    assertRejected(
        numbers(1, 2), TargetSpace.reals(3), Reason.WRONG_SPACE, "an array of 2 numbers", "3 real");
    assertRejected(new RawTarget.Real(1), TargetSpace.reals(2), Reason.WRONG_SPACE, "a number");
    assertRejected(new RawTarget.Index(1), TargetSpace.reals(2), Reason.WRONG_SPACE, "an integer");
  }

  @Test
  void isNoClassThatTheModelDoesNotHave() {
    assertRejected(new RawTarget.Index(3), ANIMALS, Reason.UNKNOWN_CLASS, "0 to 2", "3 classes");
    assertRejected(new RawTarget.Index(-1), ANIMALS, Reason.UNKNOWN_CLASS, "0 to 2");
    assertRejected(new RawTarget.Real(1e12), ANIMALS, Reason.UNKNOWN_CLASS, "0 to 2");
    assertRejected(new RawTarget.Name("cow"), ANIMALS, Reason.UNKNOWN_CLASS, "bird");
  }

  @Test
  void isNoNameWhereTheClassesHaveNone() {
    assertThatExceptionOfType(RejectedEventException.class)
        .isThrownBy(() -> new RawTarget.Name("cat").resolve(ANIMALS, List.of()))
        .withMessageContaining("set classes, or send the index")
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.UNKNOWN_CLASS));
  }

  @Test
  void isNeitherAClassNorARealNumberOfAnotherKind() {
    assertRejected(new RawTarget.Real(1.5), ANIMALS, Reason.WRONG_SPACE, "a number");
    assertRejected(numbers(1), ANIMALS, Reason.WRONG_SPACE, "an array of 1 numbers");
    assertRejected(new RawTarget.Name("dog"), TargetSpace.reals(1), Reason.WRONG_SPACE, "a name");
  }

  /** Messages go into logs and headers. */
  @Test
  void isNotSaidInTheMessage() {
    assertThatExceptionOfType(RejectedEventException.class)
        .isThrownBy(() -> new RawTarget.Name("cow").resolve(ANIMALS, NAMES))
        .withMessageNotContaining("cow");
    assertThatExceptionOfType(RejectedEventException.class)
        .isThrownBy(() -> new RawTarget.Real(17.5).resolve(ANIMALS, NAMES))
        .withMessageNotContaining("17");
  }

  private static RawTarget numbers(double... values) {
    return new RawTarget.Reals((RealVector) Target.of(values));
  }

  private static void assertRejected(
      RawTarget raw, TargetSpace space, Reason reason, String... words) {
    assertThatExceptionOfType(RejectedEventException.class)
        .isThrownBy(() -> raw.resolve(space, NAMES))
        .withMessageContainingAll(words)
        .extracting(RejectedEventException::reason)
        .isEqualTo(reason);
  }
}
