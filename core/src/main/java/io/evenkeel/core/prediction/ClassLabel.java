package io.evenkeel.core.prediction;

/**
 * A class.
 *
 * @param index its 0-based index
 */
public record ClassLabel(int index) implements Target {

  /** Checks the index. */
  public ClassLabel {
    if (index < 0) {
      throw new IllegalArgumentException("a class index must not be negative, got " + index);
    }
  }
}
