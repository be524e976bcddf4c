package io.evenkeel.core.papers;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.calibration.BinnedCalibration;
import io.evenkeel.core.calibration.ResidualSample;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.recalibration.MapKind;
import io.evenkeel.core.score.Binning;
import io.evenkeel.core.score.LogLoss;
import io.evenkeel.core.simulation.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.commons.rng.simple.RandomSource;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Kuleshov and Deshpande, Table 3: accuracy and calibration error of VGG16 on CIFAR-10, of itself,
 * after a softmax regression ("Platt scaling") and after a network with two hidden layers of 20
 * units, learned from 500 images as in the paper, and from 2000. It does not say for how many
 * iterations: here are 2000. Its base model is a ResNet-50, and it does not define its calibration
 * error: ours is the sum over the classes of the squared error in ten bins, times 100 as theirs
 * seems to be, so compare the shares of the base model's error.
 */
@Tag("simulation")
class RecalibrationOfImagesTest {
  private static final int CLASSES = 10;
  private static final int ITERATIONS = 2000;
  private static final double LEAST = 1e-12;

  private static final Table TABLE =
      new Table(
          "papers_recalibration_images",
          "learned",
          "recalibration",
          "printed_accuracy",
          "accuracy",
          "printed_error",
          "error",
          "printed_share_of_base",
          "share_of_base",
          "log_loss");

  /** What one of them comes to. */
  private record Measures(double accuracy, double error, double loss) {}

  @Test
  void softmaxRegressionReducesTheError() {
    Observations judged = Images.judged();
    for (int n : new int[] {500, 2000}) {
      Observations learned = Images.learned().subset(IntStream.range(0, n).toArray());
      Map<String, Measures> all = new LinkedHashMap<>();
      maps(learned)
          .forEach(
              (cells, map) -> {
                Measures measures = measure(Images.mapped(judged, map));
                all.put(cells.get(0), measures);
                add(n, cells, measures, Objects.requireNonNull(all.get("none")).error);
              });
      Measures none = Objects.requireNonNull(all.get("none"));
      Measures regression = Objects.requireNonNull(all.get("softmax regression"));
      assertThat(regression.error).isLessThan(none.error);
    }
    TABLE.write(Kernels.KEPT);
  }

  /** The maps by their name, printed accuracy, error, and share of the error of the base model. */
  private static Map<List<String>, UnaryOperator<PredictiveDistribution>> maps(
      Observations learned) {
    Map<List<String>, UnaryOperator<PredictiveDistribution>> maps = new LinkedHashMap<>();
    maps.put(List.of("none", "0.9179", "0.5848", "1"), p -> p);
    maps.put(
        List.of("softmax regression", "0.9181", "0.2233", "0.38"),
        softmax(learned, p -> Math.log(Math.max(p, LEAST)), CLASSES, CLASSES));
    maps.put(
        List.of("network", "0.9163", "0.1091", "0.19"),
        softmax(learned, p -> p, CLASSES, 20, 20, CLASSES));
    maps.put(List.of("temperature", "", "", ""), MapKind.TEMPERATURE.fit(learned)::recalibrate);
    maps.put(
        List.of("temperature and isotonic top label", "", "", ""),
        MapKind.TEMPERATURE_ISOTONIC.fit(learned)::recalibrate);
    return maps;
  }

  private static void add(int n, List<String> printed, Measures measures, double base) {
    TABLE.add(
        n,
        printed.get(0),
        printed.get(1),
        measures.accuracy,
        printed.get(2),
        measures.error,
        printed.get(3),
        measures.error / base,
        measures.loss);
  }

  private static Measures measure(Observations sample) {
    double right = 0;
    double loss = 0;
    double error = 0;
    for (int i = 0; i < sample.size(); i++) {
      Categorical p = (Categorical) sample.prediction(i);
      ClassLabel y = (ClassLabel) sample.target(i);
      right += p.argmax() == y.index() ? 1.0 / sample.size() : 0;
      loss += LogLoss.of(p, y) / sample.size();
    }
    for (int k = 0; k < CLASSES; k++) {
      ResidualSample ofClass = ResidualSample.ofClass(sample, k);
      error += 100 * BinnedCalibration.of(ofClass, Binning.equalWidth(10)).squared();
    }
    return new Measures(right, error, loss);
  }

  /** Learned for the least log loss from features of the probabilities. */
  private static UnaryOperator<PredictiveDistribution> softmax(
      Observations learned, DoubleUnaryOperator feature, int... sizes) {
    Network network = new Network(RandomSource.XO_RO_SHI_RO_128_PP.create(1), sizes);
    DMatrixRMaj inputs = inputs(learned.predictions(), feature);
    for (int step = 0; step < ITERATIONS; step++) {
      network.step(inputs, outputs -> slopes(outputs, learned));
    }
    return p -> Categorical.of(softmax(network.outputs(inputs(List.of(p), feature)), 0));
  }

  private static DMatrixRMaj inputs(
      List<PredictiveDistribution> predictions, DoubleUnaryOperator feature) {
    DMatrixRMaj inputs = new DMatrixRMaj(predictions.size(), CLASSES + 1);
    for (int i = 0; i < predictions.size(); i++) {
      for (int k = 0; k < CLASSES; k++) {
        double p = ((Categorical) predictions.get(i)).probability(k);
        inputs.set(i, k, feature.applyAsDouble(p));
      }
      inputs.set(i, CLASSES, 1);
    }
    return inputs;
  }

  /** Of the mean log loss by the outputs: probabilities minus what came. */
  private static DMatrixRMaj slopes(DMatrixRMaj outputs, Observations learned) {
    DMatrixRMaj slopes = outputs.createLike();
    for (int i = 0; i < outputs.numRows; i++) {
      double[] p = softmax(outputs, i);
      p[((ClassLabel) learned.target(i)).index()]--;
      for (int k = 0; k < CLASSES; k++) {
        slopes.set(i, k, p[k] / outputs.numRows);
      }
    }
    return slopes;
  }

  private static double[] softmax(DMatrixRMaj outputs, int row) {
    double[] p = new double[CLASSES];
    double largest =
        IntStream.range(0, CLASSES).mapToDouble(k -> outputs.get(row, k)).max().orElseThrow();
    double sum = 0;
    for (int k = 0; k < CLASSES; k++) {
      p[k] = Math.exp(outputs.get(row, k) - largest);
      sum += p[k];
    }
    for (int k = 0; k < CLASSES; k++) {
      p[k] /= sum;
    }
    return p;
  }
}
