package io.evenkeel.app.evaluate;

import io.evenkeel.core.calibration.Ckce;
import io.evenkeel.core.calibration.Jackknife;
import io.evenkeel.core.calibration.Skce;
import io.evenkeel.core.evidence.Overlap;
import io.evenkeel.core.hypothesis.SkceTest;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.moments.ReliabilityMoments;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Composite;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.score.Binning;
import io.evenkeel.core.score.CalibrationLine;
import io.evenkeel.core.score.ClasswiseEce;
import io.evenkeel.core.score.ConsistencyResampling;
import io.evenkeel.core.score.CorpDiagram;
import io.evenkeel.core.score.PitHistogram;
import io.evenkeel.core.score.QuantileCalibration;
import io.evenkeel.core.score.ReliabilityDiagram;
import io.evenkeel.core.score.UniformHistogram;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/** The statistics of a series that need its rows all at once, from its sample. */
final class SampleStatistics {
  private static final int PIT_CELLS = 20;
  private static final int REPLICATES = 199;

  /** Of what takes long to redraw; enough for a range of 95 %. */
  static final int FEW = 39;

  /** Fewer replicates: each has a cell for every class and bin. */
  private static final ConsistencyResampling CLASSWISE =
      new ConsistencyResampling(ReliabilityMoments.DIAGRAM, REPLICATES, Plan.CONFIDENCE);

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
      return Diagrams.NONE;
    }
    if (!ofClasses()) {
      UniformHistogram pit = PitHistogram.of(sample, PIT_CELLS, Plan.CONFIDENCE, random);
      return new Diagrams(null, null, null, null, pit);
    }
    ReliabilityDiagram top = ConsistencyResampling.withDefaults().topLabel(sample, random);
    int classes = sample.prediction(0).space().size();
    return classes == 2
        ? new Diagrams(top, EVENT.ofClass(1, sample, bands), corp(), null, null)
        : new Diagrams(top, null, null, classwise(classes), null);
  }

  private CorpDiagram corp() {
    return CorpDiagram.of(classOne(), classOneCame(), REPLICATES, Plan.CONFIDENCE, ranges);
  }

  /** Bins of many classes take much memory: these have those of the error alone. */
  private ClasswiseEce classwise(int classes) {
    Binning bins =
        classes > Diagrams.MOST_CLASSES ? ReliabilityMoments.DIAGRAM : ReliabilityMoments.BINNING;
    return ClasswiseEce.of(sample, CLASSWISE, bins, bands);
  }

  private double[] classOne() {
    return sample.predictions().stream()
        .mapToDouble(p -> ((Categorical) p).probability(1))
        .toArray();
  }

  private boolean[] classOneCame() {
    boolean[] came = new boolean[sample.size()];
    for (int i = 0; i < came.length; i++) {
      came[i] = ((ClassLabel) sample.target(i)).index() == 1;
    }
    return came;
  }

  /** The numbers, given the diagrams of the same sample. */
  List<Measure> measures(Diagrams diagrams) {
    List<Measure> measures = new ArrayList<>();
    if (sample.size() < 2) {
      return measures;
    }
    measures.addAll(SkillStatistics.measures(sample));
    if (diagrams.topLabel() != null) {
      addOfClasses(measures, diagrams, diagrams.topLabel());
    } else {
      addOfNumbers(measures);
    }
    measures.add(Measure.of(Quantity.SKCE, new Skce(kernel).unbiased(paired), paired.size()));
    measures.add(
        Measure.of(
            Quantity.SKCE_TEST,
            SkceTest.withDefaults()
                .with(SkceTest.Method.WILD_BOOTSTRAP)
                .test(kernel, small.judged(), random)));
    return measures;
  }

  private void addOfClasses(List<Measure> measures, Diagrams diagrams, ReliabilityDiagram top) {
    measures.add(
        Measure.of(Quantity.ECE, top.ece(), top.n())
            .ifCalibrated(top.calibratedEce())
            .withPValue(top.pValue()));
    if (diagrams.corp() != null) {
      ReliabilityDiagram one = ConsistencyResampling.withDefaults().ofClass(1, sample, random);
      measures.add(
          Measure.of(Quantity.ECE_OF_EVENT, one.ece(), one.n()).ifCalibrated(one.calibratedEce()));
      addOfEvent(measures, diagrams.corp());
    }
    ClasswiseEce classwise = diagrams.classwise();
    if (classwise != null) {
      measures.add(
          Measure.of(Quantity.ECE_CLASSWISE, classwise.mean(), sample.size())
              .ifCalibrated(classwise.calibratedMean()));
    }
  }

  private void addOfEvent(List<Measure> measures, CorpDiagram corp) {
    int n = sample.size();
    CalibrationLine line = CalibrationLine.of(classOne(), classOneCame());
    CorpDiagram.Parts brier = corp.brier();
    CorpDiagram.Parts log = corp.logLoss();
    Collections.addAll(
        measures,
        Measure.of(Quantity.CALIBRATION_INTERCEPT, line.intercept(), n)
            .with(line.intercept(Plan.CONFIDENCE)),
        Measure.of(Quantity.CALIBRATION_SLOPE, line.slope(), n).with(line.slope(Plan.CONFIDENCE)),
        Measure.of(Quantity.MISCALIBRATION_BRIER, brier.of().miscalibration(), n)
            .ifCalibrated(brier.miscalibration()),
        Measure.of(Quantity.DISCRIMINATION_BRIER, brier.of().discrimination(), n)
            .ifCalibrated(brier.discrimination()),
        Measure.of(Quantity.MISCALIBRATION_LOG, log.of().miscalibration(), n)
            .ifCalibrated(log.miscalibration()),
        Measure.of(Quantity.DISCRIMINATION_LOG, log.of().discrimination(), n)
            .ifCalibrated(log.discrimination()),
        Measure.of(Quantity.UNCERTAINTY_LOG, log.of().uncertainty(), n));
  }

  private void addOfNumbers(List<Measure> measures) {
    double[] levels = NumberStatistics.LEVELS;
    double error = QuantileCalibration.of(sample, levels).squaredError();
    Measure measure = Measure.of(Quantity.QUANTILE_CALIBRATION, error, sample.size());
    // A target of a calibrated ensemble is none of the members, from which others would be drawn.
    boolean hasEnsembles = sample.predictions().stream().anyMatch(Ensemble.class::isInstance);
    measures.add(
        hasEnsembles
            ? measure
            : measure.ifCalibrated(
                QuantileCalibration.errorIfCalibrated(
                    sample, FEW, Plan.CONFIDENCE, ranges, levels)));
  }

  /** What takes too long for every segment. O(n³) for the rows of the tests. */
  List<Measure> measuresOfWhole() {
    if (sample.size() < 2) {
      return List.of();
    }
    List<Measure> measures = new ArrayList<>();
    if (ofClasses()) {
      measures.addAll(ProperStatistics.topLabel(sample, ranges));
      if (sample.prediction(0).space().size() > 2) {
        measures.addAll(ProperStatistics.classwise(small, ranges));
      }
    }
    Jackknife ckce = new Ckce(kernel).jackknife(small, Ckce.defaultLambda(small.size()));
    measures.add(Measure.of(Quantity.CKCE, ckce));
    return measures;
  }
}
