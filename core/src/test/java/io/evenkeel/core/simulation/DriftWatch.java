package io.evenkeel.core.simulation;

import io.evenkeel.core.drift.Feature;
import io.evenkeel.core.drift.Features;
import io.evenkeel.core.drift.LabelCoverage;
import io.evenkeel.core.drift.sequential.DriftDesign;
import io.evenkeel.core.drift.sequential.DriftEvidence;
import io.evenkeel.core.drift.sequential.Reference;
import io.evenkeel.core.drift.sequential.SeriesDrift;
import io.evenkeel.core.simulation.CaseStream.Change;
import io.evenkeel.core.simulation.CaseStream.Law;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** A mutable series of panes of one feature, watched for drift by what the application uses. */
final class DriftWatch {
  static final long PANE = 600_000;
  static final int DAY = CaseStream.PANES_A_DAY;
  static final DriftDesign DESIGN = DriftDesign.days(PANE, 0.01);
  private static final int SAMPLE = 256;

  /** Φ⁻¹(0.9). */
  private static final double NINE_TENTHS = 1.2815515655446004;

  private final Features features;
  private final CaseStream stream;
  private final int n;
  private final SeriesDrift series;
  private final DoubleUnaryOperator seen;
  private int pane;

  private DriftWatch(Features features, CaseStream stream, int n, SeriesDrift series) {
    this(features, stream, n, series, DoubleUnaryOperator.identity());
  }

  /**
   * A series.
   *
   * @param seen what is watched of a value of the stream
   */
  private DriftWatch(
      Features features, CaseStream stream, int n, SeriesDrift series, DoubleUnaryOperator seen) {
    this.features = features;
    this.stream = stream;
    this.n = n;
    this.series = series;
    this.seen = seen;
  }

  /** A series nine tenths of whose labels come, with a reference gathered from its first week. */
  static DriftWatch coverage(Law law, int n, long seed) {
    Features features = LabelCoverage.FEATURES;
    DriftWatch watch =
        new DriftWatch(
            features,
            new CaseStream(law, seed),
            n,
            SeriesDrift.gathering(features, DESIGN),
            x -> x < NINE_TENTHS ? 1 : Double.NaN);
    watch.run(7 * DAY, Change.NONE);
    return watch;
  }

  /** A series whose reference is gathered from its first week. */
  static DriftWatch seasonal(Law law, int n, long seed) {
    CaseStream sampled = new CaseStream(law, seed + 1_000_000);
    double[] sample = new double[SAMPLE];
    // A sample of a week, of which the profile is learned in the application.
    for (int i = 0; i < SAMPLE; i++) {
      sample[i] = sampled.pane(4, Change.NONE)[3];
    }
    Features features = features(sample);
    DriftWatch watch =
        new DriftWatch(
            features, new CaseStream(law, seed), n, SeriesDrift.gathering(features, DESIGN));
    watch.run(7 * DAY, Change.NONE);
    return watch;
  }

  /**
   * A series as the application begins it: cells and a first sample are learned from its first
   * cases, at any hour of a week, and panes are added from then on.
   */
  static DriftWatch fromTheFirst(Law law, int n, long seed) {
    return fromTheFirst(law, n, seed, () -> Change.NONE);
  }

  /** The same of cases that are not whole from the first. */
  static DriftWatch fromTheFirst(Law law, int n, long seed, Supplier<Change> usual) {
    int first = (int) Math.floorMod(seed * 389, 7L * DAY);
    CaseStream stream = new CaseStream(law, seed, first);
    int learned = (SAMPLE + n - 1) / n;
    double[] sample =
        IntStream.range(0, learned)
            .boxed()
            .flatMapToDouble(i -> Arrays.stream(stream.pane(n, usual.get())))
            .limit(SAMPLE)
            .toArray();
    Features features = features(sample);
    DriftWatch watch =
        new DriftWatch(
            features, stream, n, SeriesDrift.gathering(features, DESIGN, counts(features, sample)));
    watch.pane = first + learned;
    return watch;
  }

  /** A series of independent cases that is compared with so many given cases. */
  static DriftWatch given(int reference, int n, long seed) {
    CaseStream stream = new CaseStream(Law.INDEPENDENT, seed);
    Features features = features(stream.pane(SAMPLE, Change.NONE));
    Reference given =
        Reference.ofIndependent(features, counts(features, stream.pane(reference, Change.NONE)));
    return new DriftWatch(features, stream, n, SeriesDrift.against(given, DESIGN));
  }

  private static Features features(double... sample) {
    double[] present = Arrays.stream(sample).filter(Double::isFinite).toArray();
    return new Features(List.of(Feature.of("x", present)), 1);
  }

  private static double[] counts(Features features, double... values) {
    double[] counts = new double[features.cells()];
    Arrays.stream(values).forEach(x -> counts[features.all().get(0).cell(x)]++);
    return counts;
  }

  SeriesDrift series() {
    return series;
  }

  /** The panes of the next one's day before it. */
  int paneOfDay() {
    return pane % DAY;
  }

  /** The start of the next pane. */
  long now() {
    return pane * PANE;
  }

  void step(Change change) {
    series.add(
        pane * PANE, counts(features, Arrays.stream(stream.pane(n, change)).map(seen).toArray()));
    pane++;
  }

  void run(int panes, Change change) {
    for (int i = 0; i < panes; i++) {
      step(change);
    }
  }

  boolean informs() {
    return series.informs();
  }

  boolean pages() {
    return series.pages();
  }

  DriftEvidence inform() {
    return series.inform();
  }

  DriftEvidence page() {
    return series.page().orElseThrow();
  }
}
