package io.evenkeel.core.drift.sequential;

import io.evenkeel.core.drift.CellGroup;

/**
 * In which way a feature has drifted, by the bet that won most.
 *
 * @param kind the way
 * @param category the category of which there are more; NaN of other kinds
 */
public record Direction(Kind kind, double category) {

  /** The ways. */
  public enum Kind {
    /** Values are lower. */
    LOWER,
    /** Values are higher. */
    HIGHER,
    /** Values lie closer together. */
    NARROWER,
    /** Values lie farther apart. */
    WIDER,
    /** More cases are without a value. */
    MORE_MISSING,
    /** Fewer cases are without a value. */
    FEWER_MISSING,
    /** More values lie below all that were seen. */
    MORE_BELOW,
    /** More values lie above all that were seen. */
    MORE_ABOVE,
    /** One category comes more often. */
    MORE_OF_CATEGORY,
    /** Categories that were not seen come more often. */
    MORE_OF_OTHERS
  }

  static Direction of(Kind kind) {
    return new Direction(kind, Double.NaN);
  }

  static Direction more(CellGroup group) {
    Kind kind =
        switch (group.kind()) {
          case MISSING -> Kind.MORE_MISSING;
          case PRESENT -> Kind.FEWER_MISSING;
          case BELOW -> Kind.MORE_BELOW;
          case ABOVE -> Kind.MORE_ABOVE;
          case CATEGORY -> Kind.MORE_OF_CATEGORY;
          case OTHER -> Kind.MORE_OF_OTHERS;
        };
    return new Direction(kind, group.category());
  }
}
