package io.evenkeel.app.evaluate;

import io.evenkeel.app.state.ProfileRecords;
import io.evenkeel.core.drift.MeanEmbeddingTest;
import io.evenkeel.core.drift.PredictionEmbedding;
import io.evenkeel.core.hypothesis.TestResult;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.profile.Profile;
import java.util.Optional;

/** Mutable: compares the predictions with a label with those without one, as the monitor does. */
final class LabelSelection {
  private final PredictionEmbedding embedding;
  private final double[] labelled;
  private final double[] waiting;

  LabelSelection(Profile profile) {
    embedding = ProfileRecords.embedding(profile);
    labelled = new double[embedding.length()];
    waiting = new double[embedding.length()];
  }

  void add(PredictiveDistribution prediction, boolean hasLabel) {
    embedding.add(hasLabel ? labelled : waiting, 0, prediction, 1);
  }

  /** The number of predictions without a label. */
  long waiting() {
    return embedding.moments(waiting, 0).n();
  }

  /** The test that both are distributed alike; none while there are few of either. */
  Optional<TestResult> test() {
    return MeanEmbeddingTest.compare(embedding.moments(labelled, 0), embedding.moments(waiting, 0));
  }
}
