package io.evenkeel.app.judge;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value that is made when it is asked for, and once: mutable. */
final class Once<T> implements Supplier<T> {
  private final Supplier<T> maker;
  private @Nullable T made;

  private Once(Supplier<T> maker) {
    this.maker = maker;
  }

  /** What the maker makes, if anybody asks. */
  static <T> Once<T> of(Supplier<T> maker) {
    return new Once<>(maker);
  }

  @Override
  public T get() {
    T known = made;
    if (known == null) {
      known = maker.get();
      made = known;
    }
    return known;
  }
}
