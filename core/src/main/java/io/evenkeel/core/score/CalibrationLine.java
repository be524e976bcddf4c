package io.evenkeel.core.score;

import io.evenkeel.core.internal.Checks;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Cox's regression of an event on its predicted log-odds, logit P(event) = a + b logit p: a = 0 and
 * b = 1 if calibrated. A slope below 1 means predictions that are too extreme, one above 1 too
 * timid. With the slope held at 1, an intercept above 0 means that the event comes more often than
 * predicted.
 *
 * <p>By maximum likelihood, with Wald intervals. That of the intercept does not take for granted
 * that the slope is 1: its error is the sandwich of Huber and White. NaN where no line is most
 * likely: without rows, if the event came always or never, or where the predictions separate the
 * events completely. Probabilities within {@value #LEAST} of 0 and 1 are taken as that far off, as
 * their log-odds are infinite.
 *
 * <p>Source: Cox 1958, doi:10.1093/biomet/45.3-4.562; Van Calster et al. 2019,
 * doi:10.1186/s12916-019-1466-7.
 *
 * @param intercept a, with the slope held at 1
 * @param interceptError its standard error
 * @param slope b, with an intercept of its own
 * @param slopeError its standard error
 */
public record CalibrationLine(
    double intercept, double interceptError, double slope, double slopeError) {
  private static final double LEAST = 1e-12;
  private static final int ITERATIONS = 50;
  private static final double CONVERGED = 1e-10;
  private static final double ROUNDING = 1e-12;

  /** Log-odds farther off than this are no maximum but on their way to infinity. */
  private static final double LARGEST = 100;

  /**
   * The line of predictions. O(n) time.
   *
   * @param p n probabilities of the event
   * @param came whether it came
   */
  public static CalibrationLine of(double[] p, boolean[] came) {
    Checks.sameLength("p", p.length, "came", came.length);
    Checks.probabilities("p", p);
    double[] logOdds = new double[p.length];
    for (int i = 0; i < p.length; i++) {
      double inside = Math.max(LEAST, Math.min(1 - LEAST, p[i]));
      logOdds[i] = Math.log(inside) - Math.log1p(-inside);
    }
    Fit shift = new Fit(logOdds, came);
    Fit line = new Fit(logOdds, came);
    double interceptError = shift.climb(false);
    double slopeError = line.climb(true);
    return new CalibrationLine(
        Double.isNaN(interceptError) ? Double.NaN : shift.intercept,
        interceptError,
        Double.isNaN(slopeError) ? Double.NaN : line.slope,
        slopeError);
  }

  /** The interval of the intercept. */
  public Interval intercept(double confidence) {
    return interval(intercept, interceptError, confidence);
  }

  /** The interval of the slope. */
  public Interval slope(double confidence) {
    return interval(slope, slopeError, confidence);
  }

  private static Interval interval(double estimate, double error, double confidence) {
    double tail = (1 - Checks.inUnit("confidence", confidence)) / 2;
    double z = NormalDistribution.of(0, 1).inverseSurvivalProbability(tail);
    return Interval.around(estimate, z * error);
  }

  /** Newton's method, with steps that are halved until the likelihood rises: mutable. */
  private static final class Fit {
    private final double[] x;
    private final boolean[] came;
    private double intercept;
    private double slope = 1;

    Fit(double[] x, boolean[] came) {
      this.x = x;
      this.came = came;
    }

    /** The standard error of the slope, or of the intercept if the slope is held; NaN if none. */
    double climb(boolean withSlope) {
      for (int iteration = 0; iteration < ITERATIONS; iteration++) {
        Curvature at = curvature();
        double determinant = withSlope ? at.ones * at.squares - at.xs * at.xs : at.ones;
        if (!(determinant > 0) || Math.abs(intercept) > LARGEST || Math.abs(slope) > LARGEST) {
          return Double.NaN;
        }
        double up =
            withSlope
                ? (at.squares * at.residuals - at.xs * at.products) / determinant
                : at.residuals / determinant;
        double along = withSlope ? (at.ones * at.products - at.xs * at.residuals) / determinant : 0;
        if (Math.abs(up) + Math.abs(along) < CONVERGED) {
          return withSlope
              ? Math.sqrt(at.ones / determinant)
              : Math.sqrt(at.squaredResiduals) / at.ones;
        }
        step(up, along);
      }
      return Double.NaN;
    }

    private void step(double up, double along) {
      // Near the maximum, the likelihoods of points differ by less than the rounding error.
      double before = logLikelihood();
      double least = before - ROUNDING * Math.abs(before);
      double a = intercept;
      double b = slope;
      for (double part = 1; part > CONVERGED; part /= 2) {
        intercept = a + part * up;
        slope = b + part * along;
        if (logLikelihood() >= least) {
          return;
        }
      }
    }

    private double logLikelihood() {
      double sum = 0;
      for (int i = 0; i < x.length; i++) {
        double at = intercept + slope * x[i];
        double towards = came[i] ? at : -at;
        sum -= Math.max(0, -towards) + Math.log1p(Math.exp(-Math.abs(towards)));
      }
      return sum;
    }

    /**
     * Sums of residuals, and the curvature of the likelihood: Σ(y − q), Σ(y − q)², Σ(y − q)x, Σw,
     * Σwx, Σwx², w = q(1 − q).
     */
    private record Curvature(
        double residuals,
        double squaredResiduals,
        double products,
        double ones,
        double xs,
        double squares) {}

    private Curvature curvature() {
      double residuals = 0;
      double squaredResiduals = 0;
      double products = 0;
      double ones = 0;
      double xs = 0;
      double squares = 0;
      for (int i = 0; i < x.length; i++) {
        double q = 1 / (1 + Math.exp(-(intercept + slope * x[i])));
        double residual = (came[i] ? 1 : 0) - q;
        double weight = q * (1 - q);
        residuals += residual;
        squaredResiduals += residual * residual;
        products += residual * x[i];
        ones += weight;
        xs += weight * x[i];
        squares += weight * x[i] * x[i];
      }
      return new Curvature(residuals, squaredResiduals, products, ones, xs, squares);
    }
  }
}
