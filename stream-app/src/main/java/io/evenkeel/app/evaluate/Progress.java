package io.evenkeel.app.evaluate;

/** Takes how far long work has come; called often, so it must be quick. */
@FunctionalInterface
public interface Progress {

  /**
   * A step was taken.
   *
   * @param what is being done, in words
   * @param done rows that are done
   */
  void at(String what, long done);
}
