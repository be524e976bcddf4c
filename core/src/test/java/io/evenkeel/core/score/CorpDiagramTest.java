package io.evenkeel.core.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;

class CorpDiagramTest {
  private static final double TINY = 1e-12;

  private final UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(1);

  private double[] uniform(int n) {
    return random.doubles(n).toArray();
  }

  private boolean[] drawn(double[] p, double power) {
    boolean[] came = new boolean[p.length];
    for (int i = 0; i < p.length; i++) {
      double odds = Math.pow(p[i] / (1 - p[i]), power);
      came[i] = random.nextDouble() < odds / (1 + odds);
    }
    return came;
  }

  /** By hand: 0.2 and 0.4 are pooled at 1/2, 0.9 goes to 1. */
  @Test
  void hasThePointsOfAnExample() {
    CorpDiagram diagram =
        CorpDiagram.of(
            new double[] {0.9, 0.2, 0.4}, new boolean[] {true, true, false}, 39, 0.95, random);

    assertThat(diagram.points()).extracting(CorpDiagram.Point::p).containsExactly(0.2, 0.4, 0.9);
    assertThat(diagram.points())
        .extracting(CorpDiagram.Point::frequency)
        .containsExactly(0.5, 0.5, 1.0);
    assertThat(diagram.brier().of().uncertainty()).isCloseTo(2.0 / 9, within(TINY));
  }

  @Test
  void refusesWhatIsNoProbability() {
    boolean[] came = {true, false};

    assertThatIllegalArgumentException()
        .isThrownBy(() -> CorpDiagram.of(new double[] {20, 70}, came, 39, 0.95, random));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CorpDiagram.of(new double[] {0.2, Double.NaN}, came, 39, 0.95, random));
  }

  @Test
  void ascendsAndTakesApartWhatTheDecompositionDoes() {
    double[] p = uniform(500);
    boolean[] came = drawn(p, 0.5);

    CorpDiagram diagram = CorpDiagram.of(p, came, 199, 0.9, random);

    assertThat(diagram.points())
        .isSortedAccordingTo(
            (a, b) ->
                Math.max(
                    Double.compare(a.p(), b.p()), Double.compare(a.frequency(), b.frequency())));
    assertThat(diagram.points().get(0).p()).isEqualTo(Arrays.stream(p).min().orElseThrow());
    assertThat(diagram.brier().of())
        .isEqualTo(CorpDecomposition.of(CorpDecomposition.Score.BRIER, p, came));
    assertThat(diagram.logLoss().of())
        .isEqualTo(CorpDecomposition.of(CorpDecomposition.Score.LOG_LOSS, p, came));
  }

  /** Of equal predictions the regression is their frequency, and the redrawn one binomial. */
  @Test
  void bandIsThatOfABinomialCountWherePredictionsAreEqual() {
    double[] p = new double[100];
    Arrays.fill(p, 0.3);

    CorpDiagram diagram = CorpDiagram.of(p, new boolean[100], 9999, 0.9, random);

    BinomialDistribution law = BinomialDistribution.of(100, 0.3);
    Interval band = diagram.points().get(0).band();
    assertThat(diagram.points()).hasSize(1);
    assertThat(band.lower())
        .isCloseTo(law.inverseCumulativeProbability(0.05) / 100.0, within(0.0101));
    assertThat(band.upper())
        .isCloseTo(law.inverseCumulativeProbability(0.95) / 100.0, within(0.0101));
    assertThat(diagram.brier().discrimination().upper()).isZero();
  }

  @Test
  void rangesHoldCalibratedPredictionsAsOftenAsTheySay() {
    int trials = 200;
    int[] inside = new int[5];
    for (int t = 0; t < trials; t++) {
      double[] p = uniform(200);
      CorpDiagram diagram = CorpDiagram.of(p, drawn(p, 1), 39, 0.9, random);
      CorpDiagram.Point point = diagram.points().get(diagram.points().size() / 2);
      inside[0] += point.band().contains(point.frequency()) ? 1 : 0;
      inside[1] += holdsMiscalibration(diagram.brier()) ? 1 : 0;
      inside[2] += holdsMiscalibration(diagram.logLoss()) ? 1 : 0;
      inside[3] += holdsDiscrimination(diagram.brier()) ? 1 : 0;
      inside[4] += holdsDiscrimination(diagram.logLoss()) ? 1 : 0;
    }

    // 4 standard errors around 0.9.
    double error = 4 * Math.sqrt(0.09 / trials);
    for (int count : inside) {
      assertThat((double) count / trials).isBetween(0.9 - error, 0.9 + error);
    }
  }

  private static boolean holdsMiscalibration(CorpDiagram.Parts parts) {
    return parts.miscalibration().contains(parts.of().miscalibration());
  }

  private static boolean holdsDiscrimination(CorpDiagram.Parts parts) {
    return parts.discrimination().contains(parts.of().discrimination());
  }

  @Test
  void overconfidentPredictionsAreOutsideOfTheirRanges() {
    double[] p = uniform(2000);

    CorpDiagram diagram = CorpDiagram.of(p, drawn(p, 0.5), 199, 0.95, random);

    assertThat(holdsMiscalibration(diagram.brier())).isFalse();
    assertThat(diagram.brier().of().discrimination())
        .isLessThan(diagram.brier().discrimination().lower());
    CorpDiagram.Point low = diagram.points().get(10);
    assertThat(low.frequency()).isGreaterThan(low.band().upper());
  }

  @Test
  void needsEnoughReplicatesAndEventsOfEachPrediction() {
    double[] p = {0.5, 0.5};
    assertThatThrownBy(() -> CorpDiagram.of(p, new boolean[2], 38, 0.95, random))
        .hasMessageContaining("more than 38 replicates");
    assertThatThrownBy(() -> CorpDiagram.of(p, new boolean[1], 39, 0.95, random))
        .hasMessageContaining("came");
  }
}
