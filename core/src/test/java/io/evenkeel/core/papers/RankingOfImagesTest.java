package io.evenkeel.core.papers;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.calibration.Ckce;
import io.evenkeel.core.calibration.Skce;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.recalibration.MapKind;
import io.evenkeel.core.score.LogLoss;
import io.evenkeel.core.simulation.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Moskvichev and Sejdinovic, Table 1 and Figure 3, Section 5.1.2, on the one network that the data
 * has: VGG16 on CIFAR-10, itself and at its temperature, and the marginal probabilities; and how
 * often 500 images rank the three as all do. CKCE times 10 with 100 random frequencies, JKCE times
 * 100, ECE by three intervals on each axis, as in the paper.
 */
@Tag("simulation")
class RankingOfImagesTest {
  private static final int CLASSES = 10;
  private static final int TRIALS = 300;
  private static final int DRAWN = 500;
  private static final int SEED = 1;

  private static final Table TABLE =
      new Table(
          "papers_ranking_images", "from", "model", "accuracy", "loss", "ckce", "jkce", "ece");

  @Test
  void everyMeasureRanksTheNetworksAndTheCkceMostReliably() {
    Observations raw = Images.judged();
    Observations scaled =
        Images.mapped(raw, MapKind.TEMPERATURE.fit(Images.learned())::recalibrate);
    double[] tenth = new double[CLASSES];
    Arrays.fill(tenth, 1.0 / CLASSES);
    Observations marginal = Images.mapped(raw, p -> Categorical.of(tenth));
    printed("LeNet", 0.727, 0.823, 0.301, 0.311, 0.226);
    printed("DenseNet", 0.924, 0.421, 0.096, 0.071, 0.119);
    printed("ResNet", 0.936, 0.355, 0.078, 0.058, 0.100);
    printed("marginal", 0.1, 2.303, 0, -0.010, 0);
    List<Observations> models = List.of(marginal, scaled, raw);
    List<double[]> errors = models.stream().map(RankingOfImagesTest::errors).toList();
    for (int m = models.size() - 1; m >= 0; m--) {
      String name = List.of("marginal", "VGG16 at its temperature", "VGG16").get(m);
      double[] of = errors.get(m);
      TABLE.add("ours", name, accuracy(models.get(m)), loss(models.get(m)), of[0], of[1], of[2]);
    }
    double[] ranked = new double[3];
    IntStream.range(0, TRIALS)
        .parallel()
        .mapToObj(trial -> ranked(models, trial))
        .toList()
        .forEach(right -> Arrays.setAll(ranked, k -> ranked[k] + right[k] / TRIALS));
    TABLE.add("printed", "ranked right by 500", "", "", "0.70", "about 0.5", "");
    TABLE.add("ours", "ranked right by 500", "", "", ranked[0], ranked[1], ranked[2]);
    TABLE.write(Kernels.KEPT);

    assertThat(rising(errors)).containsExactly(1, 1, 1);
    assertThat(ranked[0]).isGreaterThan(ranked[1]);
  }

  private static void printed(String model, double... values) {
    List<Object> row = new ArrayList<>(List.of("printed", model));
    Arrays.stream(values).forEach(row::add);
    TABLE.add(row.toArray());
  }

  /** For each measure 1 if a sample of images ranks the models. */
  private static double[] ranked(List<Observations> models, int trial) {
    int[] order = PermutationSampler.natural(models.get(0).size());
    PermutationSampler.shuffle(RandomSource.XO_RO_SHI_RO_128_PP.create(trial), order);
    int[] drawn = Arrays.copyOf(order, DRAWN);
    return rising(models.stream().map(model -> errors(model.subset(drawn))).toList());
  }

  /** For each measure 1 if it rises from model to model, else 0. */
  private static double[] rising(List<double[]> errors) {
    return IntStream.range(0, 3)
        .mapToDouble(
            k -> errors.get(0)[k] < errors.get(1)[k] && errors.get(1)[k] < errors.get(2)[k] ? 1 : 0)
        .toArray();
  }

  private static double[] errors(Observations sample) {
    return new double[] {
      10 * new Ckce(Kernels.randomFeatures(sample, SEED)).estimate(sample),
      100 * new Skce(Kernels.classes(sample)).unbiased(sample),
      new CellFrequencies(sample, 3).ece()
    };
  }

  private static double accuracy(Observations sample) {
    return IntStream.range(0, sample.size())
            .filter(
                i ->
                    ((Categorical) sample.prediction(i)).argmax()
                        == ((ClassLabel) sample.target(i)).index())
            .count()
        / (double) sample.size();
  }

  private static double loss(Observations sample) {
    return IntStream.range(0, sample.size())
        .mapToDouble(i -> LogLoss.of(sample.prediction(i), sample.target(i)))
        .average()
        .orElseThrow();
  }
}
