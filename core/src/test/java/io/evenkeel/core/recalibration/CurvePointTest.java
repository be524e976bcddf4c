package io.evenkeel.core.recalibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.score.LabelNoise;
import io.evenkeel.core.simulation.Observation;
import io.evenkeel.core.simulation.Stream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CurvePointTest {

  private static List<Arguments> curves() {
    List<Arguments> all = new ArrayList<>();
    DoubleFunction<Recalibration> temperature = Temperature::new;
    DoubleFunction<Recalibration> shift = delta -> new ClassShift(1, delta);
    DoubleFunction<Recalibration> location = delta -> new LocationScale(delta, 1);
    DoubleFunction<Recalibration> scale = s -> new LocationScale(0, s);
    for (int m : new int[] {2, 3, 10, 20}) {
      for (double alpha : new double[] {0.05, 0.5, 3}) {
        List<Observation> sample = Stream.calibrated(Stream.dirichlet(m, alpha), m).next(100);
        all.add(Arguments.of(RecalibrationFamily.Parameter.TEMPERATURE, 0, temperature, sample));
        all.add(Arguments.of(RecalibrationFamily.Parameter.CLASS_LOG_ODDS, 1, shift, sample));
      }
    }
    List<Observation> normals = Stream.calibrated(Stream.normals(1), 1).next(100);
    all.add(Arguments.of(RecalibrationFamily.Parameter.LOCATION, 0, location, normals));
    all.add(Arguments.of(RecalibrationFamily.Parameter.SCALE, 0, scale, normals));
    all.add(Arguments.of(RecalibrationFamily.Parameter.LOCATION, 0, location, ensembles()));
    return all;
  }

  private static List<Observation> ensembles() {
    Random random = new Random(1);
    List<Observation> sample = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      double[] members = random.doubles(5).toArray();
      sample.add(new Observation(Ensemble.of(members), Target.of(random.nextDouble())));
    }
    return sample;
  }

  private static RecalibrationFamily family(
      RecalibrationGrid grid, RecalibrationFamily.Parameter parameter, int index) {
    return grid.families().stream()
        .filter(family -> family.parameter() == parameter && family.index() == index)
        .findFirst()
        .orElseThrow();
  }

  /** One label at a time, where nothing averages out. */
  @ParameterizedTest
  @MethodSource("curves")
  void isNeverBelowTheSumOfLogRatios(
      RecalibrationFamily.Parameter parameter,
      int index,
      DoubleFunction<Recalibration> member,
      List<Observation> sample) {
    RecalibrationGrid grid =
        RecalibrationGrid.of(sample.get(0).prediction().space(), LabelNoise.NONE);
    RecalibrationFamily family = family(grid, parameter, index);
    LogRatios ratios = grid.logRatios();
    double[] sums = new double[grid.size()];
    for (Observation o : sample) {
      assertThat(ratios.evaluate(o.prediction(), o.target())).isTrue();
      for (int i = 0; i < sums.length; i++) {
        sums[i] = ratios.get(i);
      }
      for (double x = -0.35; x <= 0.35; x += 0.01) {
        double value = family.parameterAt(x);
        double truth = member.apply(value).logRatio(o.prediction(), o.target());
        double bound = family.at(x).bound(1, sums);

        assertThat(bound).as("%s %s", family, value).isGreaterThanOrEqualTo(truth - 1e-9);
        assertThat(family.displacement(value)).isCloseTo(x, within(1e-12));
      }
    }
  }

  /** Where labels are not taken at their word, a temperature tilts by a bounded statistic. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 10, 20})
  void isNeverBelowTheSumOfBoundedLogRatios(int classes) {
    RecalibrationGrid grid = RecalibrationGrid.of(TargetSpace.classes(classes));
    RecalibrationFamily family = family(grid, RecalibrationFamily.Parameter.TEMPERATURE, 0);
    LogRatios ratios = grid.logRatios();
    double[] sums = new double[grid.size()];
    for (Observation o : Stream.calibrated(Stream.dirichlet(classes, 0.05), 1).next(100)) {
      ratios.evaluate(o.prediction(), o.target());
      for (int i = 0; i < sums.length; i++) {
        sums[i] = ratios.get(i);
      }
      for (double x = -0.35; x <= 0.35; x += 0.01) {
        double truth = tilted((Categorical) o.prediction(), o.target(), family.parameterAt(x));

        assertThat(family.at(x).bound(1, sums)).isGreaterThanOrEqualTo(truth - 1e-9);
      }
    }
  }

  private static double tilted(Categorical p, Target y, double temperature) {
    double[] tilts = new double[p.classes()];
    double all = 0;
    for (int k = 0; k < tilts.length; k++) {
      double counted = Math.max(p.probability(k), LabelNoise.USUAL.leastProbability());
      tilts[k] = Math.pow(counted, 1 / temperature - 1);
      all += p.probability(k) * tilts[k];
    }
    return Math.log(tilts[((ClassLabel) y).index()] / all);
  }

  /** At the edge of the default tolerance the bound costs next to nothing. */
  @ParameterizedTest
  @MethodSource("curves")
  void isCloseToTheSumOfLogRatiosAtTheDefaultTolerance(
      RecalibrationFamily.Parameter parameter,
      int index,
      DoubleFunction<Recalibration> member,
      List<Observation> sample) {
    RecalibrationGrid grid =
        RecalibrationGrid.of(sample.get(0).prediction().space(), LabelNoise.NONE);
    RecalibrationFamily family = family(grid, parameter, index);
    LogRatios ratios = grid.logRatios();
    double[] sums = new double[grid.size()];
    double truth = 0;
    double x = 0.02;
    for (Observation o : sample) {
      assertThat(ratios.evaluate(o.prediction(), o.target())).isTrue();
      for (int i = 0; i < sums.length; i++) {
        sums[i] += ratios.get(i);
      }
      truth += member.apply(family.parameterAt(x)).logRatio(o.prediction(), o.target());
    }

    assertThat(family.at(x).bound(sample.size(), sums) / sample.size())
        .isCloseTo(truth / sample.size(), within(3e-5));
  }
}
