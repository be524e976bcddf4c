package io.evenkeel.core.moments;

import java.util.List;

/** Checks of lists of predictions with their targets. */
final class Samples {

  private Samples() {}

  static void checkPaired(List<?> predictions, List<?> targets) {
    if (predictions.size() != targets.size()) {
      throw new IllegalArgumentException(
          "every prediction needs one target, got "
              + predictions.size()
              + " predictions and "
              + targets.size()
              + " targets");
    }
  }
}
