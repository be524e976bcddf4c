package io.evenkeel.core.recalibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.internal.StandardNormal;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.Target;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Maps learned from predictions and labels that are legal, and rare. */
class LearningExtremesTest {

  /** Labels that are even between 0 and 1 under forecasts that are too wide, and those beyond. */
  private static Observations sample(PredictiveDistribution p, int n, double... others) {
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      targets.add(Target.of((i + 0.5) / n));
    }
    for (double other : others) {
      targets.add(Target.of(other));
    }
    return Observations.of(Collections.nCopies(targets.size(), p), targets);
  }

  @Test
  void forecastsThatStateTheirRangeHaveMaps() {
    for (double[] levels :
        new double[][] {{0, 0.5, 1}, {0, 0.25, 0.75, 1}, {0, 1}, {0, 0.5}, {1e-300, 0.5, 1}}) {
      double[] values = new double[levels.length];
      for (int k = 0; k < levels.length; k++) {
        values[k] = -1 + 3.0 * k / (levels.length - 1);
      }
      Quantiles p = Quantiles.of(levels, values);
      Observations sample = sample(p, 100, -5, -5, 7);
      for (MapKind kind : MapKind.suiting(sample.predictions())) {
        Quantiles q = (Quantiles) kind.fit(sample).recalibrate(p);

        assertThat(q.size()).as("%s of %s", kind, p).isEqualTo(levels.length);
        if (levels[0] == 0) {
          assertThat(q.value(0)).as("%s of %s", kind, p).isCloseTo(values[0], within(1e-9));
        }
      }
      assertThat(MapChoice.of(sample).kind()).isNotNull();
    }
  }

  @Test
  void aLabelBeyondTheRangeOfItsForecastCountsAsFarOut() {
    Quantiles p = Quantiles.of(new double[] {0, 0.25, 0.75, 1}, new double[] {-1, 0.25, 0.75, 2});

    LocationScale without = (LocationScale) MapKind.SCALE.fit(sample(p, 100));
    LocationScale with = (LocationScale) MapKind.SCALE.fit(sample(p, 100, -5));

    assertThat(without.scale()).isCloseTo(1, within(0.01));
    assertThat(with.scale()).isBetween(without.scale() + 0.01, without.scale() + 0.2);
  }

  @Test
  void oneNumberFarOutHardlyWidensAMap() {
    for (PredictiveDistribution p : List.of(Normal.of(100, 10), Counts.poisson(100))) {
      List<Target> targets = new ArrayList<>();
      for (int i = 0; i < 1_000; i++) {
        targets.add(
            Target.of(
                Math.rint(100 + 10 * StandardNormal.quantile((i * 377 % 1000 + 0.5) / 1000))));
      }
      targets.add(Target.of(1e6));

      LocationScale map =
          (LocationScale)
              MapKind.LOCATION_SCALE.fit(
                  Observations.of(Collections.nCopies(targets.size(), p), targets));

      assertThat(map.scale()).as("%s", map).isCloseTo(1, within(0.03));
    }
  }

  /** Levels such as .1 and 1 − .9 differ by rounding. */
  @Test
  void targetsAtTheQuantilesOfASymmetricMapLeaveItSymmetric() {
    double[] levels = {0.05, 0.1, 0.3, 0.5, 0.7, 0.9, 0.95};
    Quantiles p = Quantiles.of(levels, new double[] {-4, -3, -1, 0, 1, 3, 4});
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < 700; i++) {
      targets.add(Target.of(p.value(i % levels.length)));
    }

    QuantileMap map =
        (QuantileMap)
            MapKind.SYMMETRIC_QUANTILE_MAP.fit(
                Observations.of(Collections.nCopies(700, p), targets));

    for (int k = 0; k < levels.length; k++) {
      // Of 7 quantiles k lie below one and the target is at it; 200 labels agree.
      double share = (700 * (k + 0.5) / 7 + 200 * levels[k]) / 900;
      assertThat(map.shares().get(k)).as("level %s", levels[k]).isCloseTo(share, within(1e-9));
    }
  }

  /** Such as the largest double where a label is missing. */
  @Test
  void labelsBeyondAllMeasureChangeNoNormalRegression() {
    for (PredictiveDistribution p : List.of(Normal.of(0.4, 0.3), Ensemble.of(0.1, 0.4, 1))) {
      Observations sample = sample(p, 100);
      for (double far : new double[] {Double.MAX_VALUE, -1e200, 1e155}) {
        Observations withFar = sample(p, 100, far);
        for (MapKind kind : MapKind.suiting(sample.predictions())) {
          RecalibrationMap map = kind.fit(withFar);

          assertThat(map.recalibrate(p)).as("%s", kind).isNotNull();
          if (kind == MapKind.NORMAL_REGRESSION) {
            assertThat(map).isEqualTo(kind.fit(sample));
          }
        }
      }
    }
  }

  @Test
  void normalRegressionOfNoLabelsThatCountChangesNothing() {
    Observations sample = sample(Normal.of(0.4, 0.3), 0, Double.MAX_VALUE);

    assertThat(MapKind.NORMAL_REGRESSION.fit(sample).recalibrate(Normal.of(7, 2)))
        .isEqualTo(Normal.of(7, 2));
  }

  /** A fold without that row would learn a map that the row cannot take. */
  @Test
  void oneCountForecastThatIsTooWideLeavesSegmentsWithoutShifts() {
    List<PredictiveDistribution> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    List<String> regions = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      predictions.add(i == 150 ? Counts.negativeBinomial(200, 1) : Counts.poisson(3));
      targets.add(Target.of(i % 7));
      regions.add("r" + i % 2);
    }
    Observations sample = Observations.of(predictions, targets);

    MapChoice choice = MapChoice.of(sample, new Segments("region", regions));

    assertThat(choice.isSome()).isFalse();
  }

  /** A shift leaves 0 as it is. */
  @Test
  void eventsThatWereHeldImpossibleShiftNoSegment() {
    List<PredictiveDistribution> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    List<String> regions = new ArrayList<>();
    for (int i = 0; i < 4000; i++) {
      int region = i % 4;
      boolean isImpossible = region == 0 && i % 20 == 0;
      predictions.add(isImpossible ? Categorical.of(1, 0) : Categorical.of(0.7, 0.3));
      targets.add(Target.ofClass(i / 20 % 10 < 3 ? 1 : 0));
      regions.add("r" + region);
    }
    Observations sample = Observations.of(predictions, targets);

    SegmentMap map = (SegmentMap) MapKind.IDENTITY.fit(sample, new Segments("region", regions));

    for (int region = 0; region < 4; region++) {
      ClassShift shift = (ClassShift) map.forSegments(Map.of("region", "r" + region));
      assertThat(shift.logOdds()).as("r%d", region).isCloseTo(0, within(0.02));
    }
  }
}
