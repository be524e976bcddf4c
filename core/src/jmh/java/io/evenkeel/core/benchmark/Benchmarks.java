package io.evenkeel.core.benchmark;

import io.evenkeel.core.calibration.Skce;
import io.evenkeel.core.hypothesis.SkceTest;
import io.evenkeel.core.internal.Exponentials;
import io.evenkeel.core.internal.RowSum;
import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.kernel.ExponentialKernel;
import io.evenkeel.core.kernel.GaussianKernel;
import io.evenkeel.core.kernel.KroneckerKernel;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.moments.BlockSkceMoments;
import io.evenkeel.core.moments.CmeMoments;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.core.profile.TestLocation;
import io.evenkeel.core.simulation.Stream;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.commons.rng.simple.RandomSource;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The statistics whose speed matters; beside each the least that it must do, its exponentials, and
 * where there is a choice the plain loop.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 5)
@Measurement(iterations = 10)
public class Benchmarks {
  static final int QUADRATIC = 10_000;
  static final int STREAMED = 1_000_000;
  static final int BOOTSTRAPPED = 1024;
  static final int LOCATIONS = 32;

  private static final TensorKernel CLASSES =
      new TensorKernel(
          new ExponentialKernel(Distance.EUCLIDEAN, 1 / 0.6, 1), new KroneckerKernel());
  private static final TensorKernel NORMALS =
      new TensorKernel(
          new ExponentialKernel(Distance.WASSERSTEIN_2, 1, 1), new GaussianKernel(0.5));

  /** Classes, of which a part is used again and again where many are streamed. */
  private final Observations classes =
      Stream.calibrated(Stream.dirichlet(10, 0.5), 1).observations(100_000);

  private final Observations quadratic =
      Stream.calibrated(Stream.dirichlet(10, 0.5), 2).observations(QUADRATIC);
  private final Observations normals =
      Stream.calibrated(Stream.normals(10), 3).observations(BOOTSTRAPPED);
  private final SketchPlan plan = plan(classes.predictions().subList(0, 256));
  private double[] sums = {};
  private CmeMoments cme = new CmeMoments(CLASSES, locations(classes));

  private static SketchPlan plan(List<PredictiveDistribution> sample) {
    Profile profile = ProfileLearner.learn(1, sample, LOCATIONS, 1);
    return SketchPlan.of(profile.space(), profile);
  }

  private static List<TestLocation> locations(Observations sample) {
    return IntStream.range(0, LOCATIONS)
        .mapToObj(j -> new TestLocation(sample.prediction(j), sample.target(j)))
        .toList();
  }

  /** Fresh sums, so that they do not grow from run to run. */
  @Setup
  public void clear() {
    cme = new CmeMoments(CLASSES, locations(classes));
    sums = new double[cme.length()];
  }

  /** The unbiased SKCE of n = 10,000 predictions of 10 classes. */
  @Benchmark
  public double fullSkce() {
    return new Skce(CLASSES).unbiased(quadratic);
  }

  /** The same by a plain loop over all pairs, in one thread. */
  @Benchmark
  @Warmup(iterations = 1)
  @Measurement(iterations = 3)
  public double fullSkcePlain() {
    double sum = 0;
    for (int i = 0; i < QUADRATIC; i++) {
      for (int j = 0; j < i; j++) {
        sum +=
            CLASSES.residual(
                quadratic.prediction(i),
                quadratic.target(i),
                quadratic.prediction(j),
                quadratic.target(j));
      }
    }
    return 2 * sum / (QUADRATIC * (QUADRATIC - 1.0));
  }

  /** As many exponentials as the full SKCE has pairs, and as many threads. */
  @Benchmark
  public double fullSkceExponentials() {
    return RowSum.of(QUADRATIC, i -> exponentials(i));
  }

  private static double exponentials(int count) {
    double[] x = new double[512];
    double[] scratch = new double[512];
    double sum = 0;
    for (int done = 0; done < count; done += 512) {
      Arrays.fill(x, -1.5);
      Exponentials.replace(x, Math.min(512, count - done), scratch);
      sum += x[0];
    }
    return sum;
  }

  /** Block-2 of a million observations, pair by pair as a stream brings them. */
  @Benchmark
  public double blockTwo() {
    var accumulator = new BlockSkceMoments(CLASSES).accumulator(sums, 0);
    for (int i = 0; i < STREAMED; i += 2) {
      int at = i % classes.size();
      accumulator.add(
          classes.prediction(at),
          classes.target(at),
          classes.prediction(at + 1),
          classes.target(at + 1),
          1);
    }
    return sums[1];
  }

  /** As many exponentials as there are pairs. */
  @Benchmark
  public double blockTwoExponentials() {
    return singleExponentials(STREAMED / 2);
  }

  /**
   * CME moments at 32 locations of a million observations, one by one, with the null covariance.
   */
  @Benchmark
  public double cmeMoments() {
    var accumulator = cme.accumulator(sums, 0);
    for (int i = 0; i < STREAMED; i++) {
      int at = i % classes.size();
      accumulator.add(classes.prediction(at), classes.target(at), 1);
    }
    return sums[1];
  }

  /** One for each location and observation. */
  @Benchmark
  public double cmeMomentsExponentials() {
    return singleExponentials(STREAMED * LOCATIONS);
  }

  /** All that a pane sums up of a million observations, one by one, and of the pairs of them. */
  @Benchmark
  public long wholeSketch() {
    Sketch sketch = plan.empty();
    for (int i = 0; i < STREAMED; i += 2) {
      int at = i % classes.size();
      sketch.add(classes.prediction(at), classes.target(at));
      sketch.add(classes.prediction(at + 1), classes.target(at + 1));
      sketch.addPair(
          classes.prediction(at),
          classes.target(at),
          classes.prediction(at + 1),
          classes.target(at + 1));
    }
    return sketch.labelled();
  }

  /** One for each location and observation, and one for each pair. */
  @Benchmark
  public double wholeSketchExponentials() {
    return singleExponentials(STREAMED * LOCATIONS + STREAMED / 2);
  }

  private static double singleExponentials(int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += Math.exp(-1e-7 * i);
    }
    return sum;
  }

  /** The U-statistic test with 1000 random signs, n = 1024 normals in 10 dimensions. */
  @Benchmark
  @Warmup(iterations = 50)
  @Measurement(iterations = 50)
  public double wildBootstrap() {
    return SkceTest.withDefaults()
        .with(SkceTest.Method.WILD_BOOTSTRAP)
        .withReplicates(1000)
        .test(NORMALS, normals, RandomSource.XO_RO_SHI_RO_128_PP.create(1))
        .pValue();
  }

  /** Five for each pair, in as many threads. */
  @Benchmark
  @Warmup(iterations = 50)
  @Measurement(iterations = 50)
  public double wildBootstrapExponentials() {
    return RowSum.of(BOOTSTRAPPED, i -> exponentials(5 * i));
  }
}
