package io.evenkeel.core.kernel;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Target;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Random predictions and targets from fixed seeds. */
final class Samples {

  private Samples() {}

  static List<Categorical> categoricals(int n, int classes, long seed) {
    Random random = new Random(seed);
    return IntStream.range(0, n)
        .mapToObj(
            i -> {
              double[] p = random.doubles(classes, 0, 1).map(u -> -Math.log(u)).toArray();
              double sum = 0;
              for (double value : p) {
                sum += value;
              }
              for (int k = 0; k < classes; k++) {
                p[k] /= sum;
              }
              return Categorical.of(p);
            })
        .toList();
  }

  static List<Target> classes(int classes) {
    return IntStream.range(0, classes).mapToObj(Target::ofClass).toList();
  }

  static List<Normal> diagonalNormals(int n, int d, long seed) {
    Random random = new Random(seed);
    return IntStream.range(0, n)
        .mapToObj(i -> Normal.diagonal(gaussians(random, d), random.doubles(d).toArray()))
        .toList();
  }

  static List<Normal> fullNormals(int n, int d, long seed) {
    Random random = new Random(seed);
    return IntStream.range(0, n)
        .mapToObj(
            i -> {
              double[][] factor = new double[d][];
              for (int k = 0; k < d; k++) {
                factor[k] = gaussians(random, d);
              }
              double[][] covariance = new double[d][d];
              for (int k = 0; k < d; k++) {
                for (int l = 0; l < d; l++) {
                  for (int m = 0; m < d; m++) {
                    covariance[k][l] += factor[k][m] * factor[l][m];
                  }
                }
              }
              return Normal.full(gaussians(random, d), covariance);
            })
        .toList();
  }

  static List<Target> vectors(int n, int d, long seed) {
    Random random = new Random(seed);
    return IntStream.range(0, n).mapToObj(i -> Target.of(gaussians(random, d))).toList();
  }

  static double[] gaussians(Random random, int d) {
    return IntStream.range(0, d).mapToDouble(i -> random.nextGaussian()).toArray();
  }
}
