package io.evenkeel.core.moments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.core.score.LabelNoise;
import io.evenkeel.core.simulation.Observation;
import io.evenkeel.core.simulation.Stream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class CellMomentsTest {

  /** Predictions with the means 1 to 8, so that the cells begin at 3, 5 and 7. */
  private static Profile profile() {
    List<PredictiveDistribution> sample = new ArrayList<>();
    for (int mean = 1; mean <= 8; mean++) {
      sample.add(Normal.of(mean, 1));
    }
    return ProfileLearner.learn(1, sample, 8, 1);
  }

  private static double[] sums(Profile profile, PredictiveDistribution p, Target y) {
    CellMoments moments = new CellMoments(profile, LabelNoise.USUAL);
    double[] block = new double[moments.length()];
    moments.accumulator(block, 0).add(p, y, 1);
    return moments.sums(block, 0);
  }

  @Test
  void sortsPredictionsOfOneNumberByTheQuartersOfTheProfile() {
    assertThat(sums(profile(), Normal.of(2.9, 2), Target.of(3.9)))
        .containsExactly(new double[] {1, 0.5, 0.25, 0, 0, 0, 0, 0, 0, 0, 0, 0}, within(1e-15));
    assertThat(sums(profile(), Normal.of(3, 2), Target.of(4.0))[3]).isOne();
    assertThat(sums(profile(), Normal.of(7, 2), Target.of(8.0))[9]).isOne();
    assertThat(sums(profile(), Normal.of(1e300, 2), Target.of(1e300))[9]).isOne();
    var places = CellMoments.places(profile());
    assertThat(places.apply(0)).isEqualTo("less than 3");
    assertThat(places.apply(1)).isEqualTo("3 to 5");
    assertThat(places.apply(3)).isEqualTo("more than 7");
  }

  /** The target is below all three members: z is below −0.6745, by quadrature. */
  @Test
  void takesTheMeansOverAnIntervalOfScores() {
    double end = -0.6744897501960817;
    double mass = 0;
    double mean = 0;
    double square = 0;
    double step = 1e-4;
    for (double z = end - step / 2; z > -12; z -= step) {
      double density = Math.exp(-z * z / 2);
      mass += density;
      mean += density * z;
      square += density * z * z;
    }

    Quantiles p = Quantiles.of(new double[] {0.25, 0.5}, new double[] {1.513, 2.547});
    double[] sums = sums(profile(), p, Target.of(-5.0));

    assertThat(sums[1]).isCloseTo(mean / mass, within(1e-7));
    assertThat(sums[2]).isCloseTo(square / mass, within(1e-7));
  }

  /** Where members are large by chance, a calibrated target is oftener below them. */
  @Test
  void leavesEnsemblesOut() {
    assertThat(sums(profile(), Ensemble.of(1.0, 2.0, 3.5), Target.of(-5.0))).containsOnly(0);
  }

  /** Their targets may equal a quantile, and then lie on either side of its level. */
  @Test
  void leavesCoarseQuantilesOut() {
    double[] levels = {0.25, 0.5};
    for (Quantiles coarse :
        List.of(
            Quantiles.of(levels, new double[] {1, 2}),
            Quantiles.of(levels, new double[] {0.5, 0.5}))) {
      assertThat(sums(profile(), coarse, Target.of(-5.0))).containsOnly(0);
    }
    Quantiles fine = Quantiles.of(levels, new double[] {103, 217});
    assertThat(sums(profile(), fine, Target.of(-5.0))).contains(1);
  }

  @Test
  void keepsNumbersFarOut() {
    Quantiles p = Quantiles.of(new double[] {1e-12, 0.5}, new double[] {0.513, 2.047});

    double[] sums = sums(profile(), p, Target.of(-1e9));

    // As far out as labels can be trusted: E[z | z < -3.89] and E[z² | z < -3.89].
    assertThat(sums[1]).isBetween(-4.14, -4.12);
    assertThat(sums[2]).isBetween(sums[1] * sums[1], 17.2);
  }

  @Test
  void takesTheNearestPredictionOfSeveralNumbers() {
    Stream stream = Stream.calibrated(Stream.normals(2), 1);
    Profile profile = ProfileLearner.learn(1, stream.predictions(50), 32, 1);
    Normal p = (Normal) profile.locations().get(5).prediction();

    double[] sums = sums(profile, p, Target.of(p.mean(0) + 0.1, p.mean(1) + 0.2));

    assertThat(sums).hasSize(24);
    assertThat(sums[15]).isOne();
    assertThat(sums[16]).isCloseTo(3 / Math.sqrt(2), within(1e-12));
    assertThat(sums[17]).isCloseTo(5, within(1e-12));
    assertThat(CellMoments.places(profile).apply(5)).startsWith("about (0.");
  }

  @Nested
  class OfOne extends AdditiveStatisticContract {
    @Override
    AdditiveStatistic statistic() {
      var sample = Stream.calibrated(Stream.normals(1), 4).predictions(50);
      return new CellMoments(ProfileLearner.learn(1, sample, 8, 1), LabelNoise.USUAL);
    }

    @Override
    List<Observation> observations() {
      return Stream.calibrated(Stream.normals(1), 3).next(120);
    }

    /** How many lie in the first quarter of the profile. */
    @Override
    double firstSum() {
      double[] block = new double[statistic().length()];
      var adder = statistic().accumulator(block, 0);
      observations().forEach(o -> adder.add(o.prediction(), o.target(), 1));
      double all = block[0] + block[3] + block[6] + block[9];
      assertThat(all).isEqualTo(observations().size());
      return block[0];
    }
  }
}
