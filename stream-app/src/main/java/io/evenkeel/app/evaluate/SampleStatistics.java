package io.evenkeel.app.evaluate;

import io.evenkeel.core.calibration.Ckce;
import io.evenkeel.core.calibration.DirichletKernel;
import io.evenkeel.core.calibration.Jackknife;
import io.evenkeel.core.calibration.ProperCalibration;
import io.evenkeel.core.calibration.ProperCalibrationError;
import io.evenkeel.core.calibration.Skce;
import io.evenkeel.core.evidence.Overlap;
import io.evenkeel.core.hypothesis.SkceTest;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.moments.ReliabilityMoments;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Composite;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.score.Binning;
import io.evenkeel.core.score.CalibrationLine;
import io.evenkeel.core.score.ClasswiseEce;
import io.evenkeel.core.score.ConsistencyResampling;
import io.evenkeel.core.score.CorpDecomposition;
import io.evenkeel.core.score.CorpDecomposition.Score;
import io.evenkeel.core.score.PitHistogram;
import io.evenkeel.core.score.QuantileCalibration;
import io.evenkeel.core.score.ReliabilityDiagram;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/** The statistics of a series that need its rows all at once, from its sample. */
final class SampleStatistics {
  private static final double[] BANDWIDTHS = {0.001, 0.003, 0.01, 0.03, 0.1, 0.3};
  private static final int PIT_CELLS = 20;
  private static final int REPLICATES = 199;

  /** Fewer replicates: each has a cell for every class and bin. */
  private static final ConsistencyResampling CLASSWISE =
      new ConsistencyResampling(Binning.equalWidth(15), 199, Plan.CONFIDENCE);

  /** As in verdicts. */
  private static final ConsistencyResampling EVENT =
      new ConsistencyResampling(ReliabilityMoments.BINNING, 999, Plan.CONFIDENCE);

  private final TensorKernel kernel;
  private final Observations sample;
  private final Observations paired;
  private final Observations small;
  private final UniformRandomProvider random;
  private final UniformRandomProvider ranges;
  private final UniformRandomProvider bands;

  /**
   * The statistics of a sample.
   *
   * @param rows in an order that says nothing of them, so that the first are a sample themselves;
   *     of those that share an outcome, the first counts
   * @param size how many rows there may be
   * @param overlap of their panes, of which one class counts
   */
  SampleStatistics(
      TensorKernel kernel, List<Observation> rows, int size, Overlap overlap, long seed) {
    this.kernel = kernel;
    List<Observation> separate = Observation.apart(rows, overlap);
    int affordable = affordable(separate, size);
    sample = Observation.sample(separate);
    paired = Observation.sample(separate.subList(0, affordable));
    small = Observation.sample(separate.subList(0, Math.min(Plan.TEST_SAMPLE, affordable)));
    random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
    ranges = RandomSource.XO_RO_SHI_RO_128_PP.create(~seed);
    bands = RandomSource.XO_RO_SHI_RO_128_PP.create(seed + 1);
  }

  /**
   * Of how many rows all pairs are taken: a pair takes all pairs of components, such as the members
   * of ensembles, so rows are taken until they have twice as many of these as the sample may have
   * rows.
   */
  private static int affordable(List<Observation> rows, int size) {
    long components = 0;
    int n = 0;
    while (n < rows.size() && (components < 2L * size || n < Plan.LEAST_PAIRED)) {
      PredictiveDistribution p = rows.get(n).prediction();
      components += p instanceof Composite composite ? composite.mixture().size() : 1;
      n++;
    }
    return n;
  }

  /** The number of rows. */
  int size() {
    return sample.size();
  }

  private boolean ofClasses() {
    return sample.prediction(0).space().kind() == TargetSpace.Kind.CLASSES;
  }

  Diagrams diagrams() {
    if (sample.size() == 0) {
      return new Diagrams(null, null, null);
    }
    if (!ofClasses()) {
      return new Diagrams(null, null, PitHistogram.of(sample, PIT_CELLS, Plan.CONFIDENCE, random));
    }
    boolean two = sample.prediction(0).space().size() == 2;
    return new Diagrams(
        ConsistencyResampling.withDefaults().topLabel(sample, random),
        two ? EVENT.ofClass(1, sample, bands) : null,
        null);
  }

  /** The numbers, given the diagrams of the same sample. */
  List<Measure> measures(Diagrams diagrams) {
    List<Measure> measures = new ArrayList<>();
    if (sample.size() < 2) {
      return measures;
    }
    measures.addAll(SkillStatistics.measures(sample));
    if (diagrams.topLabel() != null) {
      addOfClasses(measures, diagrams.topLabel(), diagrams.classOne() != null);
    } else {
      addOfNumbers(measures);
    }
    measures.add(Measure.of(Quantity.SKCE, new Skce(kernel).unbiased(paired), paired.size()));
    measures.add(
        Measure.of(
            Quantity.SKCE_TEST,
            SkceTest.withDefaults()
                .with(SkceTest.Method.WILD_BOOTSTRAP)
                .test(kernel, small, random)));
    return measures;
  }

  private void addOfClasses(List<Measure> measures, ReliabilityDiagram top, boolean two) {
    measures.add(
        Measure.of(Quantity.ECE, top.ece(), top.n())
            .ifCalibrated(top.calibratedEce())
            .withPValue(top.pValue()));
    if (two) {
      ReliabilityDiagram one = ConsistencyResampling.withDefaults().ofClass(1, sample, random);
      measures.add(
          Measure.of(Quantity.ECE_OF_EVENT, one.ece(), one.n()).ifCalibrated(one.calibratedEce()));
      addOfEvent(measures);
    } else {
      ClasswiseEce ece = ClasswiseEce.of(sample, CLASSWISE, random);
      measures.add(
          Measure.of(Quantity.ECE_CLASSWISE, ece.mean(), sample.size())
              .ifCalibrated(ece.calibratedMean()));
    }
    List<Categorical> predictions =
        small.predictions().stream().map(Categorical.class::cast).toList();
    double bandwidth = ProperCalibrationError.bandwidth(predictions, BANDWIDTHS);
    ProperCalibration proper =
        new ProperCalibrationError(new DirichletKernel(bandwidth)).estimate(small);
    measures.add(Measure.of(Quantity.PROPER_CE2, proper.squared().calibration(), proper.used()));
    measures.add(
        Measure.of(Quantity.PROPER_CE_KL, proper.logarithmic().calibration(), proper.used()));
  }

  private void addOfEvent(List<Measure> measures) {
    double[] p = new double[sample.size()];
    boolean[] came = new boolean[sample.size()];
    for (int i = 0; i < p.length; i++) {
      p[i] = ((Categorical) sample.prediction(i)).probability(1);
      came[i] = ((ClassLabel) sample.target(i)).index() == 1;
    }
    CalibrationLine line = CalibrationLine.of(p, came);
    measures.add(
        Measure.of(Quantity.CALIBRATION_INTERCEPT, line.intercept(), p.length)
            .with(line.intercept(Plan.CONFIDENCE)));
    measures.add(
        Measure.of(Quantity.CALIBRATION_SLOPE, line.slope(), p.length)
            .with(line.slope(Plan.CONFIDENCE)));
    CorpDecomposition brier = CorpDecomposition.of(Score.BRIER, p, came);
    measures.add(miscalibration(Quantity.MISCALIBRATION_BRIER, Score.BRIER, brier, p));
    measures.add(Measure.of(Quantity.DISCRIMINATION_BRIER, brier.discrimination(), p.length));
    CorpDecomposition log = CorpDecomposition.of(Score.LOG_LOSS, p, came);
    measures.add(miscalibration(Quantity.MISCALIBRATION_LOG, Score.LOG_LOSS, log, p));
    measures.add(Measure.of(Quantity.DISCRIMINATION_LOG, log.discrimination(), p.length));
    measures.add(Measure.of(Quantity.UNCERTAINTY_LOG, log.uncertainty(), p.length));
  }

  private Measure miscalibration(
      Quantity quantity, Score score, CorpDecomposition parts, double[] p) {
    return Measure.of(quantity, parts.miscalibration(), p.length)
        .ifCalibrated(
            CorpDecomposition.miscalibrationIfCalibrated(
                score, p, REPLICATES, Plan.CONFIDENCE, ranges));
  }

  private void addOfNumbers(List<Measure> measures) {
    measures.add(
        Measure.of(
            Quantity.QUANTILE_CALIBRATION,
            QuantileCalibration.of(sample, NumberStatistics.LEVELS).squaredError(),
            sample.size()));
  }

  /** What is too long for every segment. O(n³) for the rows of the tests. */
  Measure ckce() {
    Jackknife ckce = new Ckce(kernel).jackknife(small, Ckce.defaultLambda(small.size()));
    return Measure.of(Quantity.CKCE, ckce);
  }
}
