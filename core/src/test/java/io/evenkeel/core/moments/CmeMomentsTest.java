package io.evenkeel.core.moments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.core.simulation.Observation;
import io.evenkeel.core.simulation.Stream;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class CmeMomentsTest {
  private static final Stream.Law CLASSES = Stream.dirichlet(4, 0.5);
  private static final Stream.Law NORMALS = Stream.normals(2);

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
    for (Stream.Law law : List.of(CLASSES, NORMALS)) {
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
