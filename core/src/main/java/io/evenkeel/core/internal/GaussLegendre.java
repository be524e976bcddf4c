package io.evenkeel.core.internal;

import java.util.function.DoubleUnaryOperator;

/**
 * The mean of a smooth function over an interval by the Gauss–Legendre rule of {@value #NODES}
 * nodes: exact for polynomials up to degree 15, and to rounding for a normal density over an
 * interval no wider than its standard deviation.
 */
public final class GaussLegendre {
  private static final int NODES = 8;
  private static final int NEWTON_STEPS = 10;

  /** The positive zeros of the Legendre polynomial of degree {@value #NODES}. */
  private static final double[] ZEROS = new double[NODES / 2];

  private static final double[] WEIGHTS = new double[NODES / 2];

  static {
    for (int i = 0; i < ZEROS.length; i++) {
      double x = Math.cos(Math.PI * (i + 0.75) / (NODES + 0.5));
      double slope = 0;
      for (int step = 0; step < NEWTON_STEPS; step++) {
        double before = 1;
        double value = x;
        for (int k = 2; k <= NODES; k++) {
          double next = ((2 * k - 1) * x * value - (k - 1) * before) / k;
          before = value;
          value = next;
        }
        slope = NODES * (before - x * value) / (1 - x * x);
        x -= value / slope;
      }
      ZEROS[i] = x;
      WEIGHTS[i] = 1 / ((1 - x * x) * slope * slope);
    }
  }

  private GaussLegendre() {}

  /** The mean of f over [low, high]. */
  public static double mean(DoubleUnaryOperator f, double low, double high) {
    double centre = low / 2 + high / 2;
    double radius = high / 2 - low / 2;
    double sum = 0;
    for (int i = 0; i < ZEROS.length; i++) {
      double offset = radius * ZEROS[i];
      sum += WEIGHTS[i] * (f.applyAsDouble(centre - offset) + f.applyAsDouble(centre + offset));
    }
    return sum;
  }

  /** The nodes over [low, high], each with its share of the mean. */
  public static void nodes(double low, double high, NodeConsumer each) {
    double centre = low / 2 + high / 2;
    double radius = high / 2 - low / 2;
    for (int i = 0; i < ZEROS.length; i++) {
      each.accept(centre - radius * ZEROS[i], WEIGHTS[i]);
      each.accept(centre + radius * ZEROS[i], WEIGHTS[i]);
    }
  }

  /** What is done with each node. */
  @FunctionalInterface
  public interface NodeConsumer {

    /** Takes a node and its share of the mean. */
    void accept(double node, double share);
  }
}
