package io.evenkeel.core.moments;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.score.Binning;
import io.evenkeel.core.score.ForecastScore;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The sums from which scores are foretold before their labels come: per cell of predictions what a
 * score should be if the prediction is right, and how far it was from that.
 *
 * <p>Layout: for each cell the number of predictions and, for each score, the sums of its mean and
 * its variance if the prediction is right; these are all that predictions without a label have.
 * Then for each cell the number of {@linkplain #events events} and, for each score, the sum of its
 * residuals and of their squares.
 *
 * <p>Cells of two classes are those of the probability of class 1, of more classes those of the
 * most probable class: 14, of which the outer ones are narrow. (Not those of the expected score:
 * with two classes 0.3 and 0.7 would share one, and a fault that makes class 1 too rare is good for
 * one of them and bad for the other.) Cells of one real number are the powers of two of the
 * expected CRPS, 32 in a round: so its unit does not matter.
 *
 * @param space the space of the targets: classes or one real number
 */
public record ExpectedScoreMoments(TargetSpace space) implements AdditiveStatistic {
  /** 0.0001, 0.001, 0.012, 0.05, 0.15, 0.3, 0.5, and their mirror images. */
  private static final Binning BINNING =
      Binning.splitEnds(2, 0.0001, 0.001, 0.012, 0.05, 0.15, 0.3);

  private static final int POWERS = 32;

  /** Checks the space. */
  public ExpectedScoreMoments {
    if (!suits(space)) {
      throw new IllegalArgumentException("no scores are foretold for targets in " + space);
    }
  }

  /** Adds predictions whose targets are not known. */
  @FunctionalInterface
  public interface ForecastAdder {

    /** Adds a prediction with its weight; the negative weight takes it back. */
    void add(PredictiveDistribution p, double weight);
  }

  /** Those of a space; empty if the scores of its targets cannot be foretold. */
  public static Optional<ExpectedScoreMoments> of(TargetSpace space) {
    return suits(space) ? Optional.of(new ExpectedScoreMoments(space)) : Optional.empty();
  }

  /** Whether scores of targets in the space can be foretold. */
  public static boolean suits(TargetSpace space) {
    return !ForecastScore.of(space).isEmpty();
  }

  /** The scores. */
  public List<ForecastScore> scores() {
    return ForecastScore.of(space);
  }

  /** The number of cells. */
  public int cells() {
    return isClasses() ? BINNING.bins() : POWERS;
  }

  private boolean isClasses() {
    return space.kind() == TargetSpace.Kind.CLASSES;
  }

  private int perCell() {
    return 1 + 2 * scores().size();
  }

  /** The number of sums of predictions without their labels. */
  public int forecastLength() {
    return cells() * perCell();
  }

  @Override
  public int length() {
    return 2 * forecastLength();
  }

  /**
   * A new adder of predictions without labels to {@code block[offset]} to {@code block[offset +
   * forecastLength() - 1]}.
   */
  public ForecastAdder forecasts(double[] block, int offset) {
    Scratch scratch = new Scratch();
    return (p, weight) -> scratch.addForecast(p, weight, block, offset);
  }

  @Override
  public Accumulator accumulator(double[] block, int offset) {
    Scratch scratch = new Scratch();
    int labels = offset + forecastLength();
    return (p, y, weight) -> {
      int at = labels + scratch.addForecast(p, weight, block, offset) * perCell();
      double residual = scratch.addResiduals(p, y, weight, block, at + 1);
      block[at] += scratch.isEvent(p, y, residual) ? weight : 0;
    };
  }

  /** The law of the scores of one prediction at a time. */
  private final class Scratch {
    private final ForecastScore[] scores = scores().toArray(ForecastScore[]::new);
    private final double[] means = new double[scores.length];
    private final double[] variances = new double[scores.length];
    private final double[] law = new double[2];

    /** Adds a prediction, and returns its cell. */
    int addForecast(PredictiveDistribution p, double weight, double[] block, int offset) {
      for (int s = 0; s < scores.length; s++) {
        scores[s].law(p, law);
        means[s] = law[0];
        variances[s] = law[1];
      }
      int cell = cell(p, means[0]);
      int at = offset + cell * perCell();
      block[at] += weight;
      for (int s = 0; s < scores.length; s++) {
        block[at + 1 + 2 * s] += weight * means[s];
        block[at + 2 + 2 * s] += weight * variances[s];
      }
      return cell;
    }

    private int cell(PredictiveDistribution p, double expected) {
      if (p instanceof Categorical classes) {
        return BINNING.bin(classes.probability(event(classes)));
      }
      return expected == 0 ? 0 : Math.floorMod(Math.getExponent(expected) + POWERS / 2, POWERS);
    }

    private int event(Categorical p) {
      return p.classes() == 2 ? 1 : p.argmax();
    }

    private boolean isEvent(PredictiveDistribution p, Target y, double residual) {
      return p instanceof Categorical classes
          ? event(classes) == ((ClassLabel) y).index()
          : residual > 0;
    }

    /** Adds the residuals, and returns that of the first score. */
    private double addResiduals(
        PredictiveDistribution p, Target y, double weight, double[] block, int at) {
      double first = 0;
      for (int s = 0; s < scores.length; s++) {
        double residual = scores[s].of(p, y) - means[s];
        block[at + 2 * s] += weight * residual;
        block[at + 1 + 2 * s] += weight * residual * residual;
        first = s == 0 ? residual : first;
      }
      return first;
    }
  }

  /** The number of predictions in each cell. */
  public double[] count(double[] block, int offset) {
    return column(block, offset, 0);
  }

  /**
   * The number of labels in each cell that were class 1 of two, the most probable class of more, or
   * a number with a larger score than its prediction expects.
   */
  public double[] events(double[] block, int offset) {
    return column(block, offset + forecastLength(), 0);
  }

  /** What predictions say of one of their {@link #scores}, by its index. */
  public ForecastCells forecastCells(double[] block, int offset, int score) {
    return new ForecastCells(
        count(block, offset),
        column(block, offset, 1 + 2 * score),
        column(block, offset, 2 + 2 * score));
  }

  /** One of the {@link #scores} of labelled predictions, by its index. */
  public LabelledCells labelledCells(double[] block, int offset, int score) {
    int labels = offset + forecastLength();
    return new LabelledCells(
        forecastCells(block, offset, score),
        column(block, labels, 1 + 2 * score),
        column(block, labels, 2 + 2 * score));
  }

  /** A block whose residuals of a score are so many times as large, at least 0. */
  public double[] scaled(double[] block, int score, double factor) {
    double[] scaled = block.clone();
    for (int c = 0; c < cells(); c++) {
      int at = forecastLength() + c * perCell() + 1 + 2 * score;
      scaled[at] *= factor;
      scaled[at + 1] *= factor * factor;
    }
    return scaled;
  }

  private double[] column(double[] block, int offset, int index) {
    double[] column = new double[cells()];
    Arrays.setAll(column, cell -> block[offset + cell * perCell() + index]);
    return column;
  }
}
