package io.evenkeel.core.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.simulation.Stream;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class ClasswiseEceTest {
  private static final ConsistencyResampling RESAMPLING =
      new ConsistencyResampling(Binning.equalWidth(15), 199, 0.9);

  private final UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(5);

  @Test
  void isThatOfEachClassAgainstTheRest() {
    Observations sample = Stream.calibrated(Stream.dirichlet(4, 1), 3).observations(300);

    ClasswiseEce ece = ClasswiseEce.of(sample, RESAMPLING, random);

    double[] expected =
        IntStream.range(0, 4)
            .mapToDouble(k -> RESAMPLING.ofClass(k, sample, random).ece())
            .toArray();
    for (int k = 0; k < expected.length; k++) {
      assertThat(ece.ofClasses().get(k)).isCloseTo(expected[k], within(1e-12));
    }
    assertThat(ece.mean())
        .isCloseTo(IntStream.range(0, 4).mapToDouble(k -> expected[k]).sum() / 4, within(1e-12));
  }

  /** By hand: two rows of one prediction, of which class 2 came twice. */
  @Test
  void countsEveryClassThatWasPredicted() {
    Categorical p = Categorical.of(0.5, 0.25, 0.25);
    Observations sample =
        Observations.of(List.of(p, p), List.of(Target.ofClass(2), Target.ofClass(2)));

    ClasswiseEce ece = ClasswiseEce.of(sample, RESAMPLING, random);

    assertThat(ece.ofClasses()).containsExactly(0.5, 0.25, 0.75);
    assertThat(ece.mean()).isEqualTo(0.5);
  }

  /** The diagrams are those of one class at a time, but for the labels that are redrawn. */
  @Test
  void drawsEachClassAgainstTheRestInFinerBins() {
    Observations sample = Stream.calibrated(Stream.dirichlet(3, 0.5), 8).observations(400);
    Binning finer = Binning.splitEnds(15, 0.01);

    ClasswiseEce ece = ClasswiseEce.of(sample, RESAMPLING, finer, random);

    assertThat(ece.ofClasses())
        .zipSatisfy(
            ClasswiseEce.of(sample, RESAMPLING, random).ofClasses(),
            (one, other) -> assertThat(one).isCloseTo(other, within(1e-12)));
    ConsistencyResampling alone = new ConsistencyResampling(finer, 1999, 0.9);
    for (int k = 0; k < 3; k++) {
      ReliabilityDiagram diagram = ece.diagrams().get(k);
      ReliabilityDiagram expected = alone.ofClass(k, sample, random);
      assertThat(diagram.ece()).isCloseTo(expected.ece(), within(1e-12));
      assertThat(diagram.calibratedEce().upper())
          .isCloseTo(expected.calibratedEce().upper(), within(0.01));
      for (int bin = 0; bin < finer.bins(); bin++) {
        ReliabilityBin one = diagram.bins().get(bin);
        assertThat(one.count()).isEqualTo(expected.bins().get(bin).count());
        assertThat(one.upper()).isEqualTo(finer.upper(bin));
        if (one.count() > 0) {
          assertThat(one.frequency()).isEqualTo(expected.bins().get(bin).frequency());
          assertThat(one.confidence())
              .isCloseTo(expected.bins().get(bin).confidence(), within(1e-12));
        }
      }
    }
  }

  @Test
  void theRangeIfCalibratedHoldsThatOfCalibratedPredictions() {
    int inside = 0;
    for (int seed = 0; seed < 200; seed++) {
      Observations sample = Stream.calibrated(Stream.dirichlet(5, 0.5), seed).observations(60);
      ClasswiseEce ece = ClasswiseEce.of(sample, RESAMPLING, random);
      inside += ece.calibratedMean().contains(ece.mean()) ? 1 : 0;
    }

    assertThat(inside / 200.0).isBetween(0.85, 0.95);
  }
}
