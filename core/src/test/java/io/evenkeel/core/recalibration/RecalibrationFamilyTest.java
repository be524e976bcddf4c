package io.evenkeel.core.recalibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.RecalibrationFamily.Parameter;
import io.evenkeel.core.score.Interval;
import io.evenkeel.core.simulation.Observation;
import io.evenkeel.core.simulation.Stream;
import java.util.List;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecalibrationFamilyTest {
  private static final Stream.Law NORMAL = Stream.normals(1);
  private static final List<Observation> CLASSES =
      Stream.distorted(Stream.dirichlet(3, 0.5), Stream.temperature(0.7), 1).next(300);
  private static final List<Observation> NORMALS =
      Stream.distorted(NORMAL, Stream.moved(0.1, 0.9), 2).next(300);

  private static double sum(Recalibration recalibration, List<Observation> sample) {
    return sample.stream()
        .mapToDouble(o -> recalibration.logRatio(o.prediction(), o.target()))
        .sum();
  }

  private static double[] sums(RecalibrationGrid grid, List<Observation> sample) {
    double[] sums = new double[grid.size()];
    for (int i = 0; i < sums.length; i++) {
      sums[i] = sum(grid.get(i), sample);
    }
    return sums;
  }

  private static RecalibrationFamily family(
      RecalibrationGrid grid, Parameter parameter, int index) {
    return grid.families().stream()
        .filter(family -> family.parameter() == parameter && family.index() == index)
        .findFirst()
        .orElseThrow();
  }

  private static RecalibrationGrid grid(List<Observation> sample) {
    return RecalibrationGrid.of(sample.get(0).prediction().space());
  }

  private static void assertBounds(
      Parameter parameter,
      int index,
      DoubleFunction<Recalibration> member,
      List<Observation> sample) {
    RecalibrationGrid grid = grid(sample);
    double[] sums = sums(grid, sample);
    RecalibrationFamily family = family(grid, parameter, index);
    boolean isRatio = parameter == Parameter.TEMPERATURE || parameter == Parameter.SCALE;
    // Ratios are sampled by their logarithms.
    double best = Double.NEGATIVE_INFINITY;
    for (double x = -1.5; x <= 1.5; x += 0.01) {
      best = Math.max(best, sum(member.apply(isRatio ? Math.exp(x) : x), sample));
    }
    for (double below : new double[] {0.5, 3, 10, 100}) {
      Interval interval = family.reaching(best - below, sums).orElseThrow();
      for (double x = -1.5; x <= 1.5; x += 0.01) {
        double value = isRatio ? Math.exp(x) : x;
        if (sum(member.apply(value), sample) >= best - below) {
          assertThat(interval.contains(value)).as("%s = %s", family, value).isTrue();
        }
      }
    }
    for (double tolerance : new double[] {0.01, 0.05, 0.3}) {
      double bound = family.largestWithin(tolerance, sums);
      for (double share = -1; share <= 1; share += 0.05) {
        double value = isRatio ? Math.pow(1 + tolerance, share) : tolerance * share;
        assertThat(bound).isGreaterThanOrEqualTo(sum(member.apply(value), sample) - 1e-9);
      }
    }
  }

  /** The share of the range of the grid by which the peak is off that a fine search finds. */
  private static double offPeak(
      Parameter parameter, DoubleFunction<Recalibration> member, List<Observation> sample) {
    RecalibrationGrid grid = grid(sample);
    RecalibrationFamily family = family(grid, parameter, 0);
    double[] sums = sums(grid, sample);
    int best = family.members()[0];
    for (int k : family.members()) {
      best = sums[k] > sums[best] ? k : best;
    }
    double from = family.outermost(-1);
    double to = family.outermost(1);
    double truth = from;
    for (int i = 0; i <= 2000; i++) {
      double at = from + i * (to - from) / 2000;
      boolean isBetter =
          sum(member.apply(family.parameterAt(at)), sample)
              > sum(member.apply(family.parameterAt(truth)), sample);
      truth = isBetter ? at : truth;
    }
    CurvePeak peak = family.peak(family.displacementOf(best), sums);
    return Math.abs(peak.displacement() - truth) / (to - from);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.2, 0.45, 0.8, 1.1, 1.45, 1.8, 2.3, 2.6, 5})
  void findsThePeakOfTemperaturesBetweenThoseOfTheGrid(double truth) {
    List<Observation> sample =
        Stream.distorted(Stream.dirichlet(4, 1), Stream.temperature(1 / truth), 4).next(300);

    assertThat(offPeak(Parameter.TEMPERATURE, Temperature::new, sample)).isLessThan(0.005);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.3, 0.55, 0.75, 0.97, 1.15, 1.4, 1.7, 1.9, 3})
  void findsThePeakOfScalesBetweenThoseOfTheGrid(double truth) {
    List<Observation> sample =
        Stream.distorted(Stream.normals(1), Stream.moved(0, 1 / truth), 4).next(300);

    assertThat(offPeak(Parameter.SCALE, s -> new LocationScale(0, s), sample)).isLessThan(0.005);
  }

  private static Stream shiftedLogOdds(double truth) {
    return Stream.distorted(
        Stream.dirichlet(2, 1),
        p -> {
          double one = ((Categorical) p).probability(1) * Math.exp(-truth);
          double zero = ((Categorical) p).probability(0);
          return Categorical.of(zero / (zero + one), one / (zero + one));
        },
        4);
  }

  static List<Arguments> faultsBeyondTheGrid() {
    return List.of(
        arguments(Parameter.LOCATION, 1.5, Stream.distorted(NORMAL, Stream.moved(-1.5, 1), 4)),
        arguments(Parameter.LOCATION, -3, Stream.distorted(NORMAL, Stream.moved(3, 1), 4)),
        arguments(Parameter.SCALE, 3, Stream.distorted(NORMAL, Stream.moved(0, 1 / 3.0), 4)),
        arguments(Parameter.SCALE, 0.3, Stream.distorted(NORMAL, Stream.moved(0, 1 / 0.3), 4)),
        arguments(
            Parameter.TEMPERATURE,
            5,
            Stream.distorted(Stream.dirichlet(4, 1), Stream.temperature(0.2), 4)),
        arguments(Parameter.CLASS_LOG_ODDS, 2, shiftedLogOdds(2)),
        arguments(Parameter.CLASS_LOG_ODDS, -3, shiftedLogOdds(-3)));
  }

  /** By a fine search. The last member of the grid has 46 to 93 % of the sum. */
  @ParameterizedTest
  @MethodSource("faultsBeyondTheGrid")
  void estimatesTheSumBeyondTheGrid(Parameter parameter, double truth, Stream stream) {
    List<Observation> sample = stream.next(1000);
    RecalibrationGrid grid = grid(sample);
    RecalibrationFamily family =
        family(grid, parameter, parameter == Parameter.CLASS_LOG_ODDS ? 1 : 0);
    double most = 0;
    for (double share = 0.3; share < 1.2; share += 0.01) {
      double at = family.parameterAt(share * family.displacement(truth));
      most = Math.max(most, sum(family.recalibration(at), sample));
    }

    CurvePeak peak = family.highest(sums(grid, sample));

    assertThat(family.isAtEnd(peak.displacement())).isTrue();
    assertThat(peak.sumBeyond()).isCloseTo(most, withinPercentage(6));
  }

  @Test
  void theChordIsABoundFromBelowAndExactAtMembers() {
    RecalibrationGrid grid = grid(CLASSES);
    double[] sums = sums(grid, CLASSES);
    RecalibrationFamily family = family(grid, Parameter.TEMPERATURE, 0);
    for (double t = 0.41; t < 2.6; t += 0.01) {
      double chord = family.chord(family.displacement(t), sums);
      double exact = sum(new Temperature(t), CLASSES);
      assertThat(chord).as("T = %s", t).isLessThanOrEqualTo(exact + 1e-9);
      assertThat(chord).as("T = %s", t).isGreaterThan(exact - 0.1 * CLASSES.size());
    }
    for (int member : family.members()) {
      assertThat(family.chord(family.displacementOf(member), sums))
          .isCloseTo(sums[member], within(1e-9));
    }
    assertThat(family.chord(0, sums)).isZero();
  }

  @Test
  void neverLeavesOutAParameterThatReachesTheLevel() {
    assertBounds(Parameter.TEMPERATURE, 0, Temperature::new, CLASSES);
    assertBounds(Parameter.CLASS_LOG_ODDS, 2, delta -> new ClassShift(2, delta), CLASSES);
    assertBounds(Parameter.LOCATION, 0, delta -> new LocationScale(delta, 1), NORMALS);
    assertBounds(Parameter.SCALE, 0, s -> new LocationScale(0, s), NORMALS);
  }

  /** The log-likelihood of a shift is a parabola, whose ends are known. */
  @Test
  void isExactForParabolas() {
    RecalibrationGrid grid = grid(NORMALS);
    double[] sums = sums(grid, NORMALS);
    double top = 0;
    for (Observation o : NORMALS) {
      top += new LocationScale(1, 1).logRatio(o.prediction(), o.target()) + 0.5;
    }
    top /= NORMALS.size();
    double best = NORMALS.size() * top * top / 2;

    Interval interval = family(grid, Parameter.LOCATION, 0).reaching(best - 3, sums).orElseThrow();

    double half = Math.sqrt(2 * 3.0 / NORMALS.size());
    assertThat(interval.lower()).isCloseTo(top - half, within(1e-9));
    assertThat(interval.upper()).isCloseTo(top + half, within(1e-9));
  }

  @Test
  void isRefutedWhereNoMemberReachesTheLevel() {
    RecalibrationGrid grid = RecalibrationGrid.of(TargetSpace.classes(2));
    double[] sums = new double[grid.size()];
    RecalibrationFamily family = family(grid, Parameter.TEMPERATURE, 0);
    for (int i = 0; i < sums.length; i++) {
      sums[i] =
          grid.get(i) instanceof Temperature t ? -100 * Math.pow(1 / t.temperature() - 1, 2) : 0;
    }

    assertThat(family.reaching(5, sums)).isEmpty();
    assertThat(family.reaching(-1, sums)).isPresent();
  }

  @Test
  void knowsNoEndBeyondWhichNothingFalls() {
    RecalibrationGrid grid = RecalibrationGrid.of(TargetSpace.classes(2));

    Interval all =
        family(grid, Parameter.TEMPERATURE, 0).reaching(0, new double[grid.size()]).orElseThrow();

    assertThat(all).isEqualTo(new Interval(0, Double.POSITIVE_INFINITY));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 21})
  void ofClassesAreTemperaturesAndShifts(int m) {
    int shifted = m == 2 || m > RecalibrationGrid.MAX_SHIFTED_CLASSES ? 1 : m;
    assertThat(RecalibrationGrid.of(TargetSpace.classes(m)).families()).hasSize(1 + shifted);
  }

  @Test
  void ofRealsAreLocationAndScale() {
    assertThat(RecalibrationGrid.of(TargetSpace.reals(1)).families())
        .extracting(RecalibrationFamily::toString)
        .containsExactly("location in sd", "scale");
  }

  @Test
  void toleratesNothingButThePredictionAsItWasMadeAtZero() {
    RecalibrationGrid grid = grid(CLASSES);
    for (RecalibrationFamily family : grid.families()) {
      assertThat(family.largestWithin(0, sums(grid, CLASSES))).isCloseTo(0, within(0.0));
    }
  }
}
