package io.evenkeel.core.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;

class ConsistencyResamplingTest {
  private final UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(23);

  @Test
  void binsAsTheStreamDoes() {
    Observations sample = sample(200, 1);
    Sketch sketch = SketchPlan.of(TargetSpace.classes(2), null).empty();
    for (int i = 0; i < sample.size(); i++) {
      sketch.add(sample.prediction(i), sample.target(i));
    }

    ReliabilityDiagram top = ConsistencyResampling.withDefaults().topLabel(sample, random);
    ReliabilityDiagram one = ConsistencyResampling.withDefaults().ofClass(1, sample, random);

    assertSame(top.bins(), sketch.reliability().topLabel());
    assertSame(one.bins(), sketch.reliability().classOne());
    assertThat(top.ece()).isCloseTo(sketch.reliability().ece(), within(1e-15));
    assertThat(top.n()).isEqualTo(200);
  }

  private static void assertSame(List<ReliabilityBin> bins, List<ReliabilityBin> expected) {
    assertThat(bins).hasSameSizeAs(expected);
    for (int k = 0; k < bins.size(); k++) {
      assertThat(bins.get(k).count()).isEqualTo(expected.get(k).count());
      assertThat(Double.valueOf(bins.get(k).frequency()))
          .isEqualTo(Double.valueOf(expected.get(k).frequency()));
      assertThat(bins.get(k).upper()).isEqualTo(expected.get(k).upper());
    }
  }

  /** Of equal predictions the redrawn frequency is binomial. */
  @Test
  void bandsAreThoseOfABinomialCountWherePredictionsAreEqual() {
    Observations sample =
        Observations.of(
            Collections.nCopies(100, Categorical.of(0.7, 0.3)),
            Collections.nCopies(100, Target.ofClass(0)));

    ReliabilityDiagram diagram =
        new ConsistencyResampling(Binning.equalWidth(10), 9999, 0.9).ofClass(1, sample, random);

    BinomialDistribution law = BinomialDistribution.of(100, 0.3);
    Interval band = diagram.bands().get(3);
    assertThat(band.lower())
        .isCloseTo(law.inverseCumulativeProbability(0.05) / 100.0, within(0.0101));
    assertThat(band.upper())
        .isCloseTo(law.inverseCumulativeProbability(0.95) / 100.0, within(0.0101));
    assertThat(diagram.bands().get(0)).isEqualTo(Interval.EVERYTHING);
    assertThat(diagram.pValue()).isEqualTo(1e-4);
    assertThat(diagram.ece()).isGreaterThan(diagram.calibratedEce().upper());
  }

  /** Exact at every n: the p-value is at most alpha with a chance of at most alpha. */
  @Test
  void pValuesKeepTheirLevelIfCalibrated() {
    ConsistencyResampling resampling = new ConsistencyResampling(Binning.equalWidth(15), 39, 0.9);
    int rejected = 0;
    int inside = 0;
    int bands = 0;
    for (int repetition = 0; repetition < 1000; repetition++) {
      ReliabilityDiagram diagram = resampling.topLabel(sample(25, 1), random);
      rejected += diagram.pValue() <= 0.1 ? 1 : 0;
      for (int k = 0; k < diagram.bins().size(); k++) {
        if (diagram.bins().get(k).count() > 0) {
          bands++;
          inside += diagram.bands().get(k).contains(diagram.bins().get(k).frequency()) ? 1 : 0;
        }
      }
    }

    // 4 standard errors above the level.
    assertThat(rejected / 1000.0).isBetween(0.05, 0.1 + 4 * Math.sqrt(0.09 / 1000));
    assertThat((double) inside / bands).isGreaterThan(0.9);
  }

  @Test
  void rejectsOverconfidentPredictions() {
    assertThat(ConsistencyResampling.withDefaults().topLabel(sample(500, 0.5), random).pValue())
        .isEqualTo(1e-3);
  }

  @Test
  void hasNothingToSayOfNoPredictions() {
    Observations none = Observations.of(List.of(), List.of());
    ReliabilityDiagram diagram = ConsistencyResampling.withDefaults().topLabel(none, random);

    assertThat(diagram.ece()).isNaN();
    assertThat(diagram.pValue()).isEqualTo(1);
  }

  @Test
  void refusesBandsFromTooFewReplicatesAndOtherPredictions() {
    assertThatThrownBy(() -> new ConsistencyResampling(Binning.equalWidth(15), 38, 0.95))
        .hasMessageContaining("more than 38 replicates");
    assertThat(new ConsistencyResampling(Binning.equalWidth(15), 39, 0.95).replicates())
        .isEqualTo(39);
    Observations reals = Observations.of(List.of(Normal.of(0, 1)), List.of(Target.of(0)));
    assertThatThrownBy(() -> ConsistencyResampling.withDefaults().topLabel(reals, random))
        .hasMessageContaining("categorical");
  }

  /**
   * Probabilities p of class 1 uniform on [0, 1]; labels come with log-odds times {@code slope}.
   */
  private Observations sample(int n, double slope) {
    List<Categorical> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      double p = random.nextDouble();
      double q = 1 / (1 + Math.pow((1 - p) / p, slope));
      predictions.add(Categorical.of(1 - p, p));
      targets.add(Target.ofClass(random.nextDouble() < q ? 1 : 0));
    }
    return Observations.of(predictions, targets);
  }

  @Test
  void refusesABandOfTooFewValues() {
    assertThatThrownBy(() -> ConsistencyResampling.band(new double[] {1, 2}, 0.95))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0.95");
  }
}
