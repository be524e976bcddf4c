package io.evenkeel.core.calibration;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Observations;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Observations of classes, with their types known.
 *
 * @param predictions n predictions over m classes
 * @param labels their n classes
 */
record ClassSample(List<Categorical> predictions, List<ClassLabel> labels) {

  static ClassSample of(Observations sample) {
    List<Categorical> predictions = new ArrayList<>();
    List<ClassLabel> labels = new ArrayList<>();
    for (int i = 0; i < sample.size(); i++) {
      if (!(sample.prediction(i) instanceof Categorical p
          && sample.target(i) instanceof ClassLabel y)) {
        throw new IllegalArgumentException(
            "categorical predictions are needed, got " + sample.prediction(i));
      }
      predictions.add(p);
      labels.add(y);
    }
    return new ClassSample(predictions, labels);
  }

  int size() {
    return labels.size();
  }

  int classes() {
    return predictions.isEmpty() ? 0 : predictions.get(0).classes();
  }

  Categorical prediction(int i) {
    return predictions.get(i);
  }

  int label(int i) {
    return labels.get(i).index();
  }

  /** Whether class k comes or not: class 0 with probability p_k, class 1 with the rest. */
  ClassSample oneAgainstRest(int k) {
    return against(i -> k);
  }

  /** The same for the first most probable class of each prediction. */
  ClassSample topLabelAgainstRest() {
    return against(i -> prediction(i).argmax());
  }

  private ClassSample against(IntUnaryOperator chosen) {
    List<Categorical> events = new ArrayList<>();
    List<ClassLabel> came = new ArrayList<>();
    for (int i = 0; i < size(); i++) {
      int k = chosen.applyAsInt(i);
      double probability = prediction(i).probability(k);
      events.add(Categorical.of(probability, 1 - probability));
      came.add(new ClassLabel(label(i) == k ? 0 : 1));
    }
    return new ClassSample(events, came);
  }
}
