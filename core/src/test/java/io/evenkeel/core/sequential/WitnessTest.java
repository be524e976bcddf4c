package io.evenkeel.core.sequential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.kernel.ConstantKernel;
import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.kernel.ExponentialKernel;
import io.evenkeel.core.kernel.KroneckerKernel;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.simulation.Observation;
import io.evenkeel.core.simulation.Stream;
import java.util.List;
import org.junit.jupiter.api.Test;

class WitnessTest {
  private static final ExponentialKernel KERNEL = new ExponentialKernel(Distance.EUCLIDEAN, 2, 1);
  private static final Categorical P = Categorical.of(0.2, 0.5, 0.3);

  private static List<Observation> past() {
    return Stream.distorted(Stream.dirichlet(3, 0.5), Stream.temperature(0.5), 1).next(30);
  }

  @Test
  void isTheMeanResidualOfPredictionsLikeTheOneAsked() {
    Witness witness = new Witness(KERNEL, 2);
    Categorical q = Categorical.of(0.6, 0.2, 0.2);
    witness.add(Categorical.of(0, 0, 1), new ClassLabel(0));
    witness.add(P, new ClassLabel(2));
    witness.add(q, new ClassLabel(0));

    double k = KERNEL.apply(P, q);
    assertThat(witness.at(P))
        .containsExactly(
            new double[] {(-0.2 + 0.4 * k) / 2, (-0.5 - 0.2 * k) / 2, (0.7 - 0.2 * k) / 2},
            within(1e-15));
  }

  /** By enumeration of the next target; the past is played again for each. */
  @Test
  void gamesAreFairUnderCalibration() {
    double payoff = 0;
    double[] factors = new double[3];
    for (int y = 0; y < 3; y++) {
      WitnessPayoff game = new WitnessPayoff(KERNEL);
      TiltFactor tilt = new TiltFactor(new Witness(KERNEL, 10), 0.99, -1, 0.5, 2);
      for (Observation o : past()) {
        game.play((Categorical) o.prediction(), (ClassLabel) o.target());
        tilt.play((Categorical) o.prediction(), (ClassLabel) o.target());
      }
      double gain = game.play(P, new ClassLabel(y));
      assertThat(gain).isGreaterThanOrEqualTo(-1 - 1e-12);
      payoff += P.probability(y) * gain;
      double[] logFactors = tilt.play(P, new ClassLabel(y));
      for (int c = 0; c < factors.length; c++) {
        assertThat(logFactors[c]).isNotZero();
        factors[c] += P.probability(y) * Math.exp(logFactors[c]);
      }
    }

    assertThat(payoff).isCloseTo(0, within(1e-12));
    assertThat(factors).containsExactly(new double[] {1, 1, 1}, within(1e-12));
  }

  @Test
  void stakesNothingWithoutAPast() {
    assertThat(new WitnessPayoff(KERNEL).play(P, new ClassLabel(1))).isZero();
    assertThat(new TiltFactor(new Witness(KERNEL, 5), 0.9, 1, 2).play(P, new ClassLabel(1)))
        .containsExactly(0, 0);
  }

  @Test
  void takesAWitnessOfRoundingForNone() {
    Categorical even = Categorical.of(0.3, 0.7);
    // Three in ten were of class 0: the residuals cancel but for rounding.
    Witness witness = new Witness(new ConstantKernel(), 10);
    for (int i = 0; i < 10; i++) {
      witness.add(even, new ClassLabel(i < 3 ? 0 : 1));
    }
    TiltFactor cancelled = new TiltFactor(witness, 0.9, 1);

    assertThat(witness.at(even)[0]).isNotZero();
    assertThat(cancelled.play(even, new ClassLabel(0))).containsExactly(0);
  }

  /** u is the same for all classes that are possible, but for rounding. */
  @Test
  void playsNothingWhereOnlyAnImpossibleClassDiffers() {
    Witness witness = new Witness(new ConstantKernel(), 10);
    witness.add(Categorical.of(0.2, 0.2, 0.2, 0.2, 0.2), new ClassLabel(4));
    TiltFactor tilt = new TiltFactor(witness, 0.9, 1);
    Categorical p = Categorical.of(0.79, 0.14, 0.01, 0.06, 0);

    assertThat(tilt.play(p, new ClassLabel(4))).containsExactly(0);
  }

  /** By enumeration of the 27 targets of three predictions. */
  @Test
  void blocksHaveFairPayoffsAndEValues() {
    List<Categorical> block =
        List.of(P, Categorical.of(0.6, 0.2, 0.2), Categorical.of(0.05, 0.05, 0.9));
    BlockEValues blocks = new BlockEValues(new TensorKernel(KERNEL, new KroneckerKernel()), 3);
    double payoff = 0;
    double eValue = 0;
    for (int targets = 0; targets < 27; targets++) {
      int[] y = {targets % 3, targets / 3 % 3, targets / 9};
      double probability = 1;
      for (int i = 0; i < 3; i++) {
        probability *= block.get(i).probability(y[i]);
      }
      Observations sample =
          Observations.of(
              block, List.of(Target.ofClass(y[0]), Target.ofClass(y[1]), Target.ofClass(y[2])));
      assertThat(blocks.payoffs(sample)[0]).isGreaterThanOrEqualTo(-1);
      assertThat(blocks.eValues(sample)[0]).isNotNegative();
      payoff += probability * blocks.payoffs(sample)[0];
      eValue += probability * blocks.eValues(sample)[0];
    }

    assertThat(payoff).isCloseTo(0, within(1e-14));
    assertThat(eValue).isCloseTo(1, within(1e-14));
  }

  @Test
  void blocksWithoutChanceSayNothing() {
    List<Categorical> certain = List.of(Categorical.of(1, 0), Categorical.of(0, 1));
    BlockEValues blocks = new BlockEValues(new TensorKernel(KERNEL, new KroneckerKernel()), 2);

    assertThat(
            blocks.eValues(Observations.of(certain, List.of(Target.ofClass(0), Target.ofClass(1)))))
        .containsExactly(1);
  }
}
