package io.evenkeel.core.moments;

import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.RecalibrationGrid;
import io.evenkeel.core.score.LabelNoise;
import io.evenkeel.core.simulation.Observation;
import io.evenkeel.core.simulation.Stream;
import java.util.List;
import org.junit.jupiter.api.Nested;

/** The law of additive statistics for those that need no profile. */
class StatisticLawsTest {
  private static final Stream.Law CLASSES = Stream.dirichlet(5, 0.5);
  private static final Stream.Law TWO_CLASSES = Stream.dirichlet(2, 0.5);
  private static final Stream.Law NORMALS = Stream.normals(2);

  private abstract static class OfClasses extends AdditiveStatisticContract {
    final TargetSpace space = TargetSpace.classes(5);

    @Override
    List<Observation> observations() {
      return Stream.calibrated(CLASSES, 3).next(120);
    }
  }

  private abstract static class OfNormals extends AdditiveStatisticContract {
    final TargetSpace space = TargetSpace.reals(2);

    @Override
    List<Observation> observations() {
      return Stream.calibrated(NORMALS, 3).next(120);
    }
  }

  @Nested
  class ScoresOfClasses extends OfClasses {
    @Override
    AdditiveStatistic statistic() {
      return new ScoreMoments(space);
    }
  }

  @Nested
  class ScoresOfNormals extends OfNormals {
    @Override
    AdditiveStatistic statistic() {
      return new ScoreMoments(space);
    }
  }

  @Nested
  class RatiosOfClasses extends OfClasses {
    @Override
    AdditiveStatistic statistic() {
      return new RecalibrationMoments(RecalibrationGrid.of(space));
    }
  }

  @Nested
  class RatiosOfNormals extends OfNormals {
    @Override
    AdditiveStatistic statistic() {
      return new RecalibrationMoments(RecalibrationGrid.of(space));
    }
  }

  @Nested
  class NoiseOfClasses extends OfClasses {
    @Override
    AdditiveStatistic statistic() {
      return new NoiseMoments(space);
    }
  }

  @Nested
  class ResidualsOfNormals extends OfNormals {
    @Override
    AdditiveStatistic statistic() {
      return new NormalMoments(space, LabelNoise.USUAL);
    }
  }

  @Nested
  class ResidualsOfManyNormals extends AdditiveStatisticContract {
    @Override
    AdditiveStatistic statistic() {
      return new NormalMoments(TargetSpace.reals(20), LabelNoise.USUAL);
    }

    @Override
    List<Observation> observations() {
      return Stream.calibrated(Stream.normals(20), 3).next(120);
    }
  }

  @Nested
  class ReliabilityOfTwoClasses extends AdditiveStatisticContract {
    @Override
    AdditiveStatistic statistic() {
      return new ReliabilityMoments(TargetSpace.classes(2));
    }

    @Override
    List<Observation> observations() {
      return Stream.calibrated(TWO_CLASSES, 3).next(120);
    }

    /** No most probable of two classes has a probability in the first bin. */
    @Override
    double firstSum() {
      return 0;
    }
  }

  @Nested
  class ReliabilityOfNormals extends OfNormals {
    @Override
    AdditiveStatistic statistic() {
      return new ReliabilityMoments(space);
    }

    /** How many of the 240 coordinates have a PIT below 1/20. */
    @Override
    double firstSum() {
      return observations().stream().mapToLong(StatisticLawsTest::below).sum();
    }
  }

  /** Φ(−1.6448536) = 0.05. */
  private static long below(Observation o) {
    var y = (RealVector) o.target();
    var p = (Normal) o.prediction();
    long count = 0;
    for (int i = 0; i < 2; i++) {
      if ((y.get(i) - p.mean(i)) / Math.sqrt(p.variance(i)) < -1.6448536269514722) {
        count++;
      }
    }
    return count;
  }
}
