package io.evenkeel.core.prediction;

/**
 * The set in which targets lie: m classes, or real vectors of d numbers.
 *
 * @param kind classes or real vectors
 * @param size the number of classes m &ge; 2, or the dimension d &ge; 1
 */
public record TargetSpace(Kind kind, int size) {

  /** The two kinds of target. */
  public enum Kind {
    /** One of m classes. */
    CLASSES,
    /** A vector of d real numbers. */
    REALS
  }

  /** Checks the size. */
  public TargetSpace {
    int least = kind == Kind.CLASSES ? 2 : 1;
    if (size < least) {
      throw new IllegalArgumentException(
          "a space of " + kind + " needs a size of at least " + least + ", got " + size);
    }
  }

  /** The space of m &ge; 2 classes. */
  public static TargetSpace classes(int m) {
    return new TargetSpace(Kind.CLASSES, m);
  }

  /** The space of vectors of d &ge; 1 real numbers. */
  public static TargetSpace reals(int d) {
    return new TargetSpace(Kind.REALS, d);
  }

  /** Whether the target lies in this space. */
  public boolean contains(Target y) {
    if (y instanceof ClassLabel label) {
      return kind == Kind.CLASSES && label.index() < size;
    }
    return kind == Kind.REALS && ((RealVector) y).dimension() == size;
  }

  @Override
  public String toString() {
    return size
        + (kind == Kind.CLASSES ? " classes" : size == 1 ? " real number" : " real numbers");
  }
}
