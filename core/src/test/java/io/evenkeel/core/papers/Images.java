package io.evenkeel.core.papers;

import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.realdata.RealForecasts;
import io.evenkeel.core.simulation.Observation;
import java.util.List;
import java.util.function.UnaryOperator;

/** VGG16 on CIFAR-10: the first 2000 images to learn from, the others to judge. */
final class Images {
  private static final int LEARNED = 2000;

  private Images() {}

  static Observations learned() {
    return sample(RealForecasts.images().subList(0, LEARNED));
  }

  static Observations judged() {
    List<Observation> images = RealForecasts.images();
    return sample(images.subList(LEARNED, images.size()));
  }

  static Observations mapped(Observations sample, UnaryOperator<PredictiveDistribution> map) {
    return Observations.of(sample.predictions().stream().map(map).toList(), sample.targets());
  }

  static Observations sample(List<Observation> observations) {
    return Observations.of(
        observations.stream().map(Observation::prediction).toList(),
        observations.stream().map(Observation::target).toList());
  }
}
