package io.evenkeel.core.moments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.kernel.ExponentialKernel;
import io.evenkeel.core.kernel.KroneckerKernel;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.core.profile.TestLocation;
import io.evenkeel.core.simulation.Observation;
import io.evenkeel.core.simulation.Stream;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class CmeMomentsTest {
  private static final Stream.Law CLASSES = Stream.dirichlet(4, 0.5);
  private static final Stream.Law NORMALS = Stream.normals(2);

  private static final Stream.Law COUNTS = random -> Counts.poisson(1 + random.nextDouble());

  private static Profile profile(Stream.Law law) {
    return ProfileLearner.learn(1, Stream.calibrated(law, 1).predictions(50), 5, 2);
  }

  private static CmeMoments moments(Stream.Law law) {
    return new CmeMoments(profile(law).kernel(), profile(law).locations());
  }

  @Nested
  class OfClasses extends AdditiveStatisticContract {
    @Override
    AdditiveStatistic statistic() {
      return moments(CLASSES);
    }

    @Override
    List<Observation> observations() {
      return Stream.calibrated(CLASSES, 3).next(100);
    }
  }

  @Nested
  class OfNormals extends AdditiveStatisticContract {
    @Override
    AdditiveStatistic statistic() {
      return moments(NORMALS);
    }

    @Override
    List<Observation> observations() {
      return Stream.calibrated(NORMALS, 3).next(100);
    }
  }

  @Test
  void keepsTheMomentsThatTheDefinitionGives() {
    assertThat(profile(COUNTS).locations().stream().map(TestLocation::target).distinct())
        .describedAs("locations of counts share targets")
        .hasSizeBetween(2, 4);
    for (Stream.Law law : List.of(CLASSES, NORMALS, COUNTS)) {
      List<Observation> sample = Stream.calibrated(law, 4).next(40);
      CmeMoments moments = moments(law);
      double[] block = new double[moments.length()];
      var accumulator = moments.accumulator(block, 0);
      sample.forEach(o -> accumulator.add(o.prediction(), o.target(), 1));

      Cme streamed = moments.cme(block, 0);

      Cme plain = plain(law, sample);
      assertThat(streamed.n()).isEqualTo(40);
      for (int i = 0; i < 5; i++) {
        assertThat(streamed.mean(i)).isCloseTo(plain.mean(i), within(1e-14));
        for (int j = 0; j < 5; j++) {
          assertThat(streamed.covariance(i, j)).isCloseTo(plain.covariance(i, j), within(1e-14));
          assertThat(streamed.nullCovariance(i, j))
              .isCloseTo(nullCovariance(law, sample, i, j), within(1e-14));
        }
      }
    }
  }

  /** Of equal predictions at (1/2, 1/2) ten came true in class 0, where five were expected. */
  @Test
  void namesTheLocationsThatSayMostWithTheirSigns() {
    Categorical p = Categorical.of(0.5, 0.5);
    Categorical far = Categorical.of(1, 0);
    var kernel =
        new TensorKernel(new ExponentialKernel(Distance.EUCLIDEAN, 1, 1), new KroneckerKernel());
    List<TestLocation> locations =
        List.of(
            new TestLocation(far, Target.ofClass(1)),
            new TestLocation(p, Target.ofClass(0)),
            new TestLocation(p, Target.ofClass(1)));
    CmeMoments moments = new CmeMoments(kernel, locations);
    double[] block = new double[moments.length()];
    var accumulator = moments.accumulator(block, 0);
    for (int i = 0; i < 10; i++) {
      accumulator.add(p, Target.ofClass(0), 1);
    }

    List<Contribution> contributions = moments.cme(block, 0).contributions();

    assertThat(contributions).hasSize(3);
    Contribution of = contributions.stream().filter(c -> c.location() == 1).findFirst().get();
    assertThat(of.mean()).isCloseTo(0.5, within(1e-15));
    assertThat(of.score()).isCloseTo(5 / Math.sqrt(10 * 0.25), within(1e-12));
    Contribution other = contributions.stream().filter(c -> c.location() == 2).findFirst().get();
    assertThat(other.score()).isCloseTo(-of.score(), within(1e-12));
  }

  @Test
  void leavesOutLocationsWhereNothingIsLeftToChance() {
    var kernel =
        new TensorKernel(new ExponentialKernel(Distance.EUCLIDEAN, 1, 1), new KroneckerKernel());
    Categorical certain = Categorical.of(1, 0);
    CmeMoments moments =
        new CmeMoments(kernel, List.of(new TestLocation(certain, Target.ofClass(0))));
    double[] block = new double[moments.length()];
    moments.accumulator(block, 0).add(certain, Target.ofClass(0), 1);

    assertThat(moments.cme(block, 0).contributions()).isEmpty();
  }

  private static Cme plain(Stream.Law law, List<Observation> sample) {
    Observations observations =
        Observations.of(
            sample.stream().map(Observation::prediction).toList(),
            sample.stream().map(Observation::target).toList());
    return Cme.of(profile(law).kernel(), profile(law).locations(), observations);
  }

  private static double nullCovariance(Stream.Law law, List<Observation> sample, int i, int j) {
    var kernel = profile(law).kernel();
    var a = profile(law).locations().get(i);
    var b = profile(law).locations().get(j);
    double sum = 0;
    for (Observation o : sample) {
      var p = o.prediction();
      sum +=
          kernel.predictions().apply(a.prediction(), p)
              * kernel.predictions().apply(b.prediction(), p)
              * (kernel.targets().productExpectation(p, a.target(), b.target())
                  - kernel.targets().expectation(p, a.target())
                      * kernel.targets().expectation(p, b.target()));
    }
    return sum / sample.size();
  }
}
