package io.evenkeel.core.drift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Error rates of the comparison of features, with cells made from the reference itself. */
class FeatureShiftTest {
  private static final int REFERENCE = 256;
  private static final int WINDOW = 400;

  /** Draws the features of a case. */
  private interface World {
    Map<String, Double> draw(Random random);

    default World but(String name, double shift, double scale) {
      return random -> {
        Map<String, Double> values = draw(random);
        values.computeIfPresent(name, (key, value) -> shift + scale * value);
        return values;
      };
    }

    default World without(String name, double share) {
      return random -> {
        Map<String, Double> values = draw(random);
        if (random.nextDouble() < share) {
          values.remove(name);
        }
        return values;
      };
    }
  }

  /** Numbers, ties, few values, rare values, and values that are missing. */
  private static Map<String, Double> usual(Random random) {
    Map<String, Double> values = new HashMap<>();
    values.put("number", random.nextGaussian());
    values.put("skewed", Math.exp(2 * random.nextGaussian()));
    values.put("tied", Math.max(0, Math.rint(3 * random.nextGaussian())));
    values.put("flag", random.nextDouble() < 0.05 ? 1.0 : 0.0);
    values.put("code", Math.floor(6 * random.nextDouble() * random.nextDouble()));
    values.put("constant", 7.0);
    if (random.nextDouble() < 0.9) {
      values.put("sometimes", random.nextDouble());
    }
    if (random.nextDouble() < 0.04) {
      values.put("rare", random.nextDouble());
    }
    return values;
  }

  private static final World USUAL = FeatureShiftTest::usual;

  private static List<Map<String, Double>> sample(int n, World world, Random random) {
    List<Map<String, Double>> sample = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      sample.add(world.draw(random));
    }
    return sample;
  }

  private static FeatureMoments moments(Features features, List<Map<String, Double>> sample) {
    double[] block = new double[features.length()];
    for (Map<String, Double> values : sample) {
      features.add(block, 0, i -> values.getOrDefault(features.all().get(i).name(), Double.NaN), 1);
    }
    return features.moments(block, 0);
  }

  private static FeatureShift shift(int seed, World then, World now, int window) {
    Random random = new Random(seed);
    List<Map<String, Double>> reference = sample(REFERENCE, then, random);
    Features features = FeatureLearner.learn(reference, 50, 1);
    return moments(features, sample(window, now, random)).since(moments(features, reference));
  }

  private static double share(int runs, World now, Predicate<FeatureShift> found) {
    int count = 0;
    for (int seed = 0; seed < runs; seed++) {
      count += found.test(shift(seed, USUAL, now, WINDOW)) ? 1 : 0;
    }
    return count / (double) runs;
  }

  private static FeatureDrift named(String name, FeatureShift shift) {
    return shift.features().stream().filter(f -> f.name().equals(name)).findFirst().orElseThrow();
  }

  /** At most the level and four standard errors, with the correction and, of each test, without. */
  @Test
  void keepsItsSizeWhateverTheValues() {
    int runs = 500;
    Map<String, int[]> rejected = new TreeMap<>();
    for (int seed = 0; seed < runs; seed++) {
      Random random = new Random(seed);
      List<Map<String, Double>> sample = sample(REFERENCE, USUAL, random);
      Features features = FeatureLearner.learn(sample, 50, 1);
      FeatureMoments reference = moments(features, sample);
      FeatureMoments window = moments(features, sample(WINDOW, USUAL, random));
      count(rejected, "any", window.since(reference).pValue());
      for (int i = 0; i < features.all().size(); i++) {
        Feature feature = features.all().get(i);
        count(
            rejected,
            feature.name(),
            FeatureDrift.of(feature, reference.counts(i), window.counts(i)).pValue());
      }
    }
    assertThat(rejected).containsKeys("any", "tied", "flag", "sometimes", "rare", "constant");
    assertThat(rejected.values())
        .allSatisfy(
            counts -> {
              assertThat(counts[0] / (double) runs).isLessThan(0.05 + 4 * error(0.05, runs));
              assertThat(counts[1] / (double) runs).isLessThan(0.005 + 4 * error(0.005, runs));
            });
  }

  private static void count(Map<String, int[]> rejected, String test, double pValue) {
    int[] counts = rejected.computeIfAbsent(test, name -> new int[2]);
    counts[0] += pValue <= 0.05 ? 1 : 0;
    counts[1] += pValue <= 0.005 ? 1 : 0;
  }

  private static double error(double rate, int runs) {
    return Math.sqrt(rate * (1 - rate) / runs);
  }

  @Test
  void findsWhichFeatureHasMoved() {
    World moved = USUAL.but("number", 0.6, 1);

    assertThat(
            share(
                50,
                moved,
                shift ->
                    shift.drifted(0.005).stream()
                        .map(FeatureDrift::name)
                        .toList()
                        .equals(List.of("number"))))
        .isGreaterThan(0.9);
  }

  @Test
  void findsAFeatureThatIsNoLongerSent() {
    assertThat(
            share(
                50,
                USUAL.without("number", 0.15),
                shift ->
                    named("number", shift).pValue() <= 0.005 && named("number", shift).ceases()))
        .isGreaterThan(0.9);
    FeatureDrift gone = named("number", shift(1, USUAL, USUAL.without("number", 2), WINDOW));
    assertThat(gone.pValue()).isLessThan(1e-20);
    assertThat(gone.missingBefore()).isZero();
    assertThat(gone.missing()).isEqualTo(1);
    assertThat(gone.displacement().distance()).isNaN();
  }

  @Test
  void findsCategoriesThatWereNeverSeen() {
    FeatureDrift code = named("code", shift(1, USUAL, USUAL.but("code", 3, 1), WINDOW));

    assertThat(code.isCategorical()).isTrue();
    assertThat(code.ceases()).isFalse();
    assertThat(code.pValue()).isLessThan(1e-20);
    assertThat(code.displacement().distance()).isBetween(0.5, 1.0);
  }

  /** Each is distributed as before, but they are no longer independent. */
  @Test
  void findsFeaturesThatDependOnEachOtherOtherwise() {
    World independent = random -> correlated(0, random);
    World dependent = random -> correlated(0.8, random);
    int found = 0;
    int blamed = 0;
    int falselyFound = 0;
    for (int seed = 0; seed < 200; seed++) {
      FeatureShift changed = shift(seed, independent, dependent, WINDOW);
      found += changed.togetherPValue() <= 0.005 ? 1 : 0;
      blamed += changed.drifted(0.005).isEmpty() ? 0 : 1;
      FeatureShift same = shift(seed, independent, independent, WINDOW);
      falselyFound += same.togetherPValue() <= 0.05 ? 1 : 0;
    }

    assertThat(found / 200.0).isGreaterThan(0.9);
    assertThat(blamed / 200.0).isLessThan(0.005 + 4 * error(0.005, 200));
    assertThat(falselyFound / 200.0).isLessThan(0.05 + 4 * error(0.05, 200));
  }

  /** Five normal numbers of which each two have the given correlation. */
  private static Map<String, Double> correlated(double correlation, Random random) {
    double common = random.nextGaussian();
    Map<String, Double> values = new HashMap<>();
    for (int i = 0; i < 5; i++) {
      double own = random.nextGaussian();
      values.put("x" + i, Math.sqrt(correlation) * common + Math.sqrt(1 - correlation) * own);
    }
    return values;
  }

  @Test
  void measuresHowFarNumbersHaveMoved() {
    FeatureDrift moved = named("number", shift(2, USUAL, USUAL.but("number", -0.8, 1), 20_000));
    FeatureDrift spread = named("number", shift(2, USUAL, USUAL.but("number", 0, 2), 20_000));
    FeatureDrift away = named("number", shift(2, USUAL, USUAL.but("number", 100, 1), WINDOW));

    // Four standard errors of the mean of the reference.
    assertThat(moved.displacement().distance()).isCloseTo(0.8, within(0.25));
    assertThat(moved.displacement().shift()).isCloseTo(-0.8, within(0.25));
    // E|Z| = √(2/π), of which twice as much less once as much is the distance.
    assertThat(spread.displacement().distance()).isCloseTo(Math.sqrt(2 / Math.PI), within(0.25));
    assertThat(spread.displacement().shift()).isCloseTo(0, within(0.25));
    assertThat(away.displacement().distance()).isBetween(5.0, 10.0);
  }

  @Test
  void addsUpInAnyOrder() {
    Random random = new Random(1);
    List<Map<String, Double>> whole = sample(300, USUAL, random);
    Features features = FeatureLearner.learn(whole.subList(0, 256), 50, 1);
    FeatureMoments parts =
        moments(features, whole.subList(100, 300)).plus(moments(features, whole.subList(0, 100)));
    List<Map<String, Double>> shuffled = new ArrayList<>(whole);
    Collections.shuffle(shuffled, random);

    FeatureMoments other = moments(features, shuffled);
    assertThat(parts.n()).isEqualTo(300);
    assertThat(parts.toArray()).containsExactly(moments(features, whole).toArray(), within(1e-12));
    for (int i = 0; i < features.all().size(); i++) {
      assertThat(parts.counts(i)).isEqualTo(other.counts(i));
    }
  }

  @Test
  void learnsNoMoreThanTheLimit() {
    Features two = FeatureLearner.learn(sample(50, USUAL, new Random(1)), 2, 1);

    assertThat(two.all()).extracting(Feature::name).containsExactly("code", "constant");
    assertThat(FeatureLearner.learn(List.of(Map.of()), 2, 1).length()).isZero();
  }
}
