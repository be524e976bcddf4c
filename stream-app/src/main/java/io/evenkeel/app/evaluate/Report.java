package io.evenkeel.app.evaluate;

import java.util.List;
import java.util.Optional;

/**
 * What a file says of its models.
 *
 * @param plan how it was judged
 * @param models in the order of the dataset file
 * @param comparison of two of them, if asked for
 */
public record Report(Plan plan, List<ModelReport> models, Optional<Comparison> comparison) {

  /** Copies the list. */
  public Report {
    models = List.copyOf(models);
  }
}
