package io.evenkeel.app.state;

import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.prediction.TargetSpace.Kind;
import io.evenkeel.schemas.internal.TargetKind;

/** Between the target spaces of records and of core. */
public final class TargetSpaceCodec {

  private TargetSpaceCodec() {}

  /** The space of the kind and size of a record. */
  public static TargetSpace of(TargetKind kind, int size) {
    return switch (kind) {
      case CLASSES -> TargetSpace.classes(size);
      case REALS -> TargetSpace.reals(size);
    };
  }

  /** The kind of the space, as records name it. */
  public static TargetKind kind(TargetSpace space) {
    return space.kind() == Kind.CLASSES ? TargetKind.CLASSES : TargetKind.REALS;
  }
}
