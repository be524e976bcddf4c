package io.evenkeel.app.evaluate;

import io.evenkeel.app.recalibrate.MapTrial;
import java.util.function.IntConsumer;

/** Takes how far long work has come; called often and by several threads, so it must be quick. */
@FunctionalInterface
public interface Progress {

  /**
   * A step was taken.
   *
   * @param what is being done, in words
   * @param done rows, or what else is named, that are done
   */
  void at(String what, long done);

  /** Takes how many maps the {@link MapTrial} of a model has chosen. */
  default IntConsumer ofMaps(String model) {
    return chosen -> at(model + ", maps chosen of " + MapTrial.CHOICES, chosen);
  }
}
