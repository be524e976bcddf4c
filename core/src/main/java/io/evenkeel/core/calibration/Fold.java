package io.evenkeel.core.calibration;

import java.util.List;

/**
 * One split of a sample, by 0-based indices.
 *
 * @param train what is learned from
 * @param evaluate what the risk is computed on
 */
public record Fold(List<Integer> train, List<Integer> evaluate) {

  /** Copies the lists. */
  public Fold {
    train = List.copyOf(train);
    evaluate = List.copyOf(evaluate);
  }
}
