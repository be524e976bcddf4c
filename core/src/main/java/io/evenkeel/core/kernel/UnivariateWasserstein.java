package io.evenkeel.core.kernel;

import io.evenkeel.core.internal.GaussLegendre;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.prediction.Univariate;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/**
 * The 2-Wasserstein distance of predictions of one real number: the root mean squared difference of
 * their quantile functions over all levels, interval by interval between the levels at which either
 * function has an edge.
 *
 * <p>In closed form, in O(n + m), for two ensembles, two distributions of counts, and two quantile
 * forecasts of the same levels.
 *
 * <p>Where both functions are lines the rule of two nodes is exact, and so are the tails of
 * ensembles and quantile forecasts. Where one is curved the rule of Gauss is taken in pieces, which
 * are the shorter the nearer to the levels 0 and 1; a tail that may grow without bound is
 * integrated over the logarithm of the level. The relative error of the distance is below 1e-9.
 */
final class UnivariateWasserstein {
  /** Beyond e^(−31) of a tail's probability a squared logarithm adds no more than 1e-10. */
  private static final double FARTHEST = 31;

  private static final double FIRST_PANEL = 0.5;
  private static final double WIDEST_PANEL = 4;
  private static final double MEDIAN = 0.5;

  /** Of the distances of the ends of a piece to the level 0 or 1, whichever is nearer. */
  private static final double RATIO = 3;

  private static final double HIGHEST_LEVEL = Math.nextDown(1.0);

  /** Half the distance of the two nodes of Gauss, as a share of the interval. */
  private static final double NODE = 1 / Math.sqrt(12);

  private final Side first;
  private final Side second;

  private UnivariateWasserstein(PredictiveDistribution p, PredictiveDistribution q) {
    this.first = new Side(p);
    this.second = new Side(q);
  }

  static boolean takes(PredictiveDistribution p) {
    return p.space().equals(TargetSpace.reals(1)) && !(p instanceof Mixture);
  }

  static double between(PredictiveDistribution p, PredictiveDistribution q) {
    if (p instanceof Counts a && q instanceof Counts b) {
      return Math.sqrt(square(a, b));
    }
    if (p instanceof Ensemble a && q instanceof Ensemble b) {
      return Math.sqrt(square(a, b));
    }
    if (p instanceof Quantiles a && q instanceof Quantiles b && shareInnerLevels(a, b)) {
      return Math.sqrt(square(a, b));
    }
    return new UnivariateWasserstein(p, q).distance();
  }

  /** As of counts; probabilities are counted in parts of 1/(nm), so that none is left over. */
  private static double square(Ensemble p, Ensemble q) {
    int i = 0;
    int j = 0;
    int leftOfP = q.size();
    int leftOfQ = p.size();
    double sum = 0;
    while (i < p.size()) {
      int carried = Math.min(leftOfP, leftOfQ);
      double difference = p.member(i).get(0) - q.member(j).get(0);
      sum += carried * difference * difference;
      leftOfP -= carried;
      leftOfQ -= carried;
      if (leftOfP == 0) {
        i++;
        leftOfP = q.size();
      }
      if (leftOfQ == 0) {
        j++;
        leftOfQ = p.size();
      }
    }
    return sum / ((double) p.size() * q.size());
  }

  private static boolean shareInnerLevels(Quantiles p, Quantiles q) {
    int last = p.size() - 1;
    if (q.size() != p.size() || p.level(0) == 0 || p.level(last) == 1) {
      return false;
    }
    for (int k = 0; k <= last; k++) {
      if (p.level(k) != q.level(k)) {
        return false;
      }
    }
    return true;
  }

  /** The difference is a line between two levels. */
  private static double square(Quantiles p, Quantiles q) {
    int last = p.size() - 1;
    double before = p.value(0) - q.value(0);
    double sum = p.level(0) * tailSquare(before, q.lowerScale() - p.lowerScale());
    for (int k = 1; k <= last; k++) {
      double difference = p.value(k) - q.value(k);
      double mean = (before * before + before * difference + difference * difference) / 3;
      sum += (p.level(k) - p.level(k - 1)) * mean;
      before = difference;
    }
    return sum + (1 - p.level(last)) * tailSquare(before, p.upperScale() - q.upperScale());
  }

  /** Both quantile functions are steps: the probability is carried over in ascending order. */
  private static double square(Counts p, Counts q) {
    int i = 0;
    int j = 0;
    double leftOfP = p.weight(0);
    double leftOfQ = q.weight(0);
    double sum = 0;
    while (true) {
      double carried = Math.min(leftOfP, leftOfQ);
      double difference = p.point(i) - q.point(j);
      sum += carried * difference * difference;
      leftOfP -= carried;
      leftOfQ -= carried;
      if (leftOfP <= 0) {
        if (++i == p.points()) {
          return sum;
        }
        leftOfP = p.weight(i);
      }
      if (leftOfQ <= 0) {
        if (++j == q.points()) {
          return sum;
        }
        leftOfQ = q.weight(j);
      }
    }
  }

  private double distance() {
    double[] edges = edges();
    int last = edges.length - 1;
    double sum = 0;
    for (int i = 1; i <= last; i++) {
      sum += between(edges[i - 1], edges[i]);
    }
    return Math.sqrt(sum + below(edges[0]) + beyond(edges[last]));
  }

  private double below(double edge) {
    if (first.isLine(0, edge) && second.isLine(0, edge)) {
      return between(0, edge);
    }
    return first.hasLowTail() && second.hasLowTail() ? lowest(edge) : lowTail(edge);
  }

  private double beyond(double edge) {
    if (first.isLine(edge, 1) && second.isLine(edge, 1)) {
      return between(edge, 1);
    }
    return first.hasHighTail() && second.hasHighTail() ? highest(edge) : highTail(edge);
  }

  /** The levels of all edges, each once; the median if there are none. */
  private double[] edges() {
    double[] all = Arrays.copyOf(first.edges, first.edges.length + second.edges.length);
    System.arraycopy(second.edges, 0, all, first.edges.length, second.edges.length);
    Arrays.sort(all);
    int size = 0;
    for (double level : all) {
      if (level > 0 && level < 1 && (size == 0 || level > all[size - 1])) {
        all[size++] = level;
      }
    }
    return size == 0 ? new double[] {0.5} : Arrays.copyOf(all, size);
  }

  private double between(double low, double high) {
    if (!first.isLine(low, high) || !second.isLine(low, high)) {
      return curved(low, high);
    }
    double middle = low / 2 + high / 2;
    double node = NODE * (high - low);
    return (high - low) / 2 * (square(middle - node) + square(middle + node));
  }

  /**
   * In pieces, at whose outer ends the level, or its distance to 1, is no less than a third of that
   * at the inner ends: a quantile function may be as steep there as a logarithm. Of all intervals
   * but wide ones it is one piece.
   */
  private double curved(double low, double high) {
    if (low < MEDIAN && high > MEDIAN) {
      return curved(low, MEDIAN) + curved(MEDIAN, high);
    }
    double sum = 0;
    double from = low;
    while (from < high) {
      double to =
          high <= MEDIAN ? Math.min(high, RATIO * from) : Math.min(high, 1 - (1 - from) / RATIO);
      sum += (to - from) * GaussLegendre.mean(this::square, from, to);
      from = to;
    }
    return sum;
  }

  private double square(double level) {
    double difference = first.quantile(level) - second.quantile(level);
    return difference * difference;
  }

  /** Both fall by their scale times x at the level e^(−x) of the edge. */
  private double lowest(double edge) {
    double difference = first.quantile(edge) - second.quantile(edge);
    return edge * tailSquare(difference, second.lowerScale - first.lowerScale);
  }

  private double highest(double edge) {
    double difference = first.above(edge) - second.above(edge);
    return (1 - edge) * tailSquare(difference, first.upperScale - second.upperScale);
  }

  /** ∫ (d + s x)² e^(−x) dx over x &gt; 0. */
  private static double tailSquare(double d, double s) {
    return d * d + 2 * d * s + 2 * s * s;
  }

  private double lowTail(double edge) {
    return tail(x -> square(edge * Math.exp(-x)), edge);
  }

  private double highTail(double edge) {
    double top = 1 - edge;
    return tail(x -> square(Math.min(HIGHEST_LEVEL, 1 - top * Math.exp(-x))), top);
  }

  private static double tail(DoubleUnaryOperator squareAtLogarithm, double probability) {
    double sum = 0;
    double from = 0;
    for (double width = FIRST_PANEL; from < FARTHEST; width = Math.min(WIDEST_PANEL, 2 * width)) {
      double to = from + width;
      sum +=
          width
              * GaussLegendre.mean(
                  x -> Math.exp(-x) * squareAtLogarithm.applyAsDouble(x), from, to);
      from = to;
    }
    return probability * sum;
  }

  /** One prediction: its quantiles, and where they are on lines. */
  private static final class Side {
    private final DoubleUnaryOperator quantiles;
    private final double[] edges;
    private final double lowerScale;
    private final double upperScale;
    private final double linesFrom;
    private final double linesTo;
    private final boolean isQuantiles;

    /** The members or quantiles with the levels of edges between them; none for other kinds. */
    Side(PredictiveDistribution p) {
      quantiles = p instanceof Counts counts ? steps(counts) : Univariate.of(p)::quantile;
      if (p instanceof Counts counts) {
        edges = levels(counts);
        linesFrom = 0;
        linesTo = 1;
      } else if (p instanceof Ensemble ensemble) {
        edges = new double[ensemble.size() - 1];
        for (int k = 0; k < edges.length; k++) {
          edges[k] = (k + 1.0) / ensemble.size();
        }
        linesFrom = 0;
        linesTo = 1;
      } else if (p instanceof Quantiles forecast) {
        edges = new double[forecast.size()];
        for (int k = 0; k < edges.length; k++) {
          edges[k] = forecast.level(k);
        }
        linesFrom = edges[0];
        linesTo = edges[edges.length - 1];
      } else {
        edges = new double[] {0.5};
        linesFrom = 1;
        linesTo = 0;
      }
      isQuantiles = p instanceof Quantiles;
      lowerScale = p instanceof Quantiles forecast ? forecast.lowerScale() : 0;
      upperScale = p instanceof Quantiles forecast ? forecast.upperScale() : 0;
    }

    /** Whether it falls by a scale, which may be 0, from its first edge to the level 0. */
    boolean hasLowTail() {
      return linesFrom <= linesTo && !(isQuantiles && linesFrom == 0);
    }

    /** Whether it rises by a scale, which may be 0, from its last edge to the level 1. */
    boolean hasHighTail() {
      return linesFrom <= linesTo && !(isQuantiles && linesTo == 1);
    }

    boolean isLine(double low, double high) {
      return linesFrom <= low && high <= linesTo;
    }

    /** The quantile just above a level that is at or beyond the last edge. */
    double above(double level) {
      return linesTo == 1 ? quantile(1) : quantile(level);
    }

    double quantile(double level) {
      return quantiles.applyAsDouble(level);
    }

    /** The probability of each point with those before it, but for the last point. */
    private static double[] levels(Counts p) {
      double[] levels = new double[p.points() - 1];
      double sum = 0;
      for (int i = 0; i < levels.length; i++) {
        sum += p.weight(i);
        levels[i] = sum;
      }
      return levels;
    }

    private static DoubleUnaryOperator steps(Counts p) {
      double[] levels = levels(p);
      return level -> {
        int at = Arrays.binarySearch(levels, level);
        return p.point(at >= 0 ? at : -at - 1);
      };
    }
  }
}
