package io.evenkeel.core.reference;

/** An input that the format defines and the library does not know yet. */
final class NotImplemented extends RuntimeException {
  private static final long serialVersionUID = 1;

  NotImplemented(String what) {
    super(what);
  }
}
