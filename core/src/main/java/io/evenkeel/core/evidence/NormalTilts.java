package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.NormalMoments;
import io.evenkeel.core.moments.NormalSums;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.score.LabelNoise;
import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;

/**
 * Tilts of predictions of d &ge; 2 real numbers.
 *
 * <p>Those that are aimed have mean and covariance of what was seen and of k labels that were as
 * predicted: any mean and covariance, of all labels (k = 50 + 5d) and of late ones (20 + d);
 * independent coordinates (50), means alone (50) and correlations alone (100). Above {@value
 * NormalMoments#MAX_FULL} coordinates only the independent ones, of all labels and of late ones,
 * and the means.
 *
 * <p>Those that are fixed are the correlations of all coordinates from −0.3 to 0.6 and, up to that
 * many coordinates, shifts of one coordinate by ±0.1 to ±0.4 sd and scales of one from 2/3 to 1.5.
 */
final class NormalTilts implements Tilts {
  private static final double[] CORRELATIONS = {
    -0.3, -0.1, -0.05, -0.02, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6
  };
  private static final double[] SHIFTS = {-0.4, -0.2, -0.1, 0.1, 0.2, 0.4};
  private static final double[] SCALES = {2.0 / 3, 0.8, 0.9, 1.1, 1.25, 1.5};

  /** The smallest eigenvalue that a fixed covariance has. */
  private static final double SMALLEST = 0.05;

  private final int d;
  private final NormalMoments moments;

  /** What a label costs, as those that are far out do not count. */
  private final double cost;

  /**
   * The tilts.
   *
   * @param space of at least two real numbers
   * @param noise what a single label may say at most
   */
  NormalTilts(TargetSpace space, LabelNoise noise) {
    this.d = space.size();
    this.moments = new NormalMoments(space, noise);
    this.cost = -Math.log1p(-noise.share());
  }

  @Override
  public int version() {
    return 0;
  }

  @Override
  public int sums() {
    return moments.length();
  }

  @Override
  public Optional<double[]> sums(Sketch pane) {
    return pane.normalSums().filter(sums -> sums.n() > 0).map(NormalSums::toArray);
  }

  @Override
  public double cost(Sketch pane) {
    return pane.normalSums().map(sums -> sums.n() * cost).orElse(0.0);
  }

  @Override
  public List<Tilt> aimed(double[] all, double[] lately) {
    Fit fit = new Fit(moments.sums(all, 0), 50);
    if (d > NormalMoments.MAX_FULL) {
      return List.of(
          fit.independent(), new Fit(moments.sums(lately, 0), 20).independent(), fit.means());
    }
    return List.of(
        new Fit(moments.sums(all, 0), 50 + 5 * d).any(),
        new Fit(moments.sums(lately, 0), 20 + d).any(),
        fit.independent(),
        fit.means(),
        new Fit(moments.sums(all, 0), 100).correlations());
  }

  @Override
  public List<List<Tilt>> fixed() {
    List<Tilt> common =
        Arrays.stream(CORRELATIONS)
            .filter(r -> 1 + (d - 1) * r > SMALLEST)
            .<Tilt>mapToObj(r -> NormalTilt.exchangeable(d, r))
            .toList();
    return d > NormalMoments.MAX_FULL ? List.of(common) : List.of(common, ofCoordinates());
  }

  private List<Tilt> ofCoordinates() {
    List<Tilt> tilts = new ArrayList<>();
    for (int i = 0; i < d; i++) {
      for (double shift : SHIFTS) {
        tilts.add(NormalTilt.coordinate(d, i, shift, 1));
      }
      for (double scale : SCALES) {
        tilts.add(NormalTilt.coordinate(d, i, 0, scale));
      }
    }
    return tilts;
  }

  @Override
  public Tilt read(DoubleBuffer state) {
    return NormalTilt.read(state);
  }

  /**
   * What is known of mean and covariance.
   *
   * @param prior the number of labels as predicted
   */
  private record Fit(NormalSums seen, double prior) {

    private double mean(int i) {
      return seen.sum(i) / (seen.n() + prior);
    }

    private double covariance(int i, int j) {
      double square = (seen.product(i, j) + (i == j ? prior : 0)) / (seen.n() + prior);
      return square - mean(i) * mean(j);
    }

    private double[] mean() {
      double[] mean = new double[seen.dimension()];
      Arrays.setAll(mean, this::mean);
      return mean;
    }

    Tilt means() {
      double[] ones = new double[seen.dimension()];
      Arrays.fill(ones, 1);
      return NormalTilt.diagonal(mean(), ones);
    }

    Tilt independent() {
      double[] variances = new double[seen.dimension()];
      Arrays.setAll(variances, i -> covariance(i, i));
      return NormalTilt.diagonal(mean(), variances);
    }

    Tilt any() {
      return NormalTilt.full(mean(), matrix(false));
    }

    Tilt correlations() {
      return NormalTilt.full(new double[seen.dimension()], matrix(true));
    }

    private DMatrixRMaj matrix(boolean isCorrelation) {
      int d = seen.dimension();
      DMatrixRMaj matrix = new DMatrixRMaj(d, d);
      for (int i = 0; i < d; i++) {
        for (int j = 0; j < d; j++) {
          double scale =
              isCorrelation ? Math.sqrt(covariance(i, i)) * Math.sqrt(covariance(j, j)) : 1;
          matrix.set(i, j, covariance(i, j) / scale);
        }
      }
      return matrix;
    }
  }
}
