package io.evenkeel.core.drift.sequential;

import io.evenkeel.core.drift.Features;
import io.evenkeel.core.internal.Checks;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * Tests, pane after pane, whether the cases of a series have drifted from its reference: mutable.
 * It watches the features of cases, or the coordinates of predictions or of labels as features.
 *
 * <p>A {@link Reference} is gathered from the first whole seasons, unless one is given. Against it
 * run two processes of evidence, each of which raises a false alarm in a period with a chance of at
 * most α:
 *
 * <ul>
 *   <li>to inform, of small drift, one step per season, against the whole reference, and what it
 *       would be with the season's cases in each slot;
 *   <li>to page, of large drift, one step per pane, against the reference of the same slot of the
 *       season.
 * </ul>
 *
 * <p>Where seasons are days, neither counts as drift what the reference has on the same day of the
 * week: the law of a slot of such a day is that of a {@linkplain SlotDayLaws model} in which days
 * shift all of their slots alike.
 *
 * <p>Against a reference without seasons both take a step per pane. While the reference is gathered
 * it only {@linkplain DriftDesign#gathering informs}, without a promise: of whole seasons that are
 * unlike those before, and, pane by pane, of features most of whose values are missing or new. An
 * alarm ends by evidence, so what it compares with does not change under it; it goes on when the
 * reference is complete, if the cases since its change are one against that, too.
 *
 * <p>Valid if cases are independent given the season and their law is within the tolerance of the
 * reference's own; sums are divided by a {@linkplain Reference#designEffect design effect}, which
 * makes it an approximation under autocorrelation.
 *
 * <p>The state has, beside the reference, for each numeric feature 2 × 24 doubles of processes, 15
 * counts of the season, and about 20 of changes per process, more while it drifts; for 50 features
 * about 5,500. While the reference is gathered: twice 31 × 15 counts and 60 sums, and 15 counts,
 * for each, a third of them more under an alarm or while a loss is suspected. With bets b, cells K:
 * O(b K) per pane and feature, ten times that when the reference's slot changes.
 */
public final class SeriesDrift {
  private final Features features;
  private final DriftDesign design;
  private DriftPhase phase;

  /** The number of the season that has begun; NaN at its end. */
  private double season = Double.NaN;

  /** Of the last pane. */
  private double end = Double.NaN;

  private SeriesDrift(Features features, DriftDesign design, DriftPhase phase) {
    this.features = features;
    this.design = design;
    this.phase = phase;
  }

  /** Before the first pane of a series whose reference is to be gathered from its panes. */
  public static SeriesDrift gathering(Features features, DriftDesign design) {
    return gathering(features, design, new double[features.cells()]);
  }

  /**
   * Before the first pane of a series whose reference is to be gathered from its panes.
   *
   * @param sample counts of the cells of all features in the sample of cases that the cells were
   *     made of, used in the first season to detect what is missing or new
   */
  public static SeriesDrift gathering(Features features, DriftDesign design, double... sample) {
    return new SeriesDrift(
        features,
        design,
        new GatheringDrift(features, design, FirstSample.counts(features, sample)));
  }

  /** Before the first pane of a series that is compared with a reference. */
  public static SeriesDrift against(Reference reference, DriftDesign design) {
    return new SeriesDrift(reference.features(), design, new WatchingDrift(reference, design));
  }

  /**
   * The series with the given {@linkplain #toArray() state}.
   *
   * @param reference what {@link #reference} gave then
   * @throws IllegalArgumentException if the state is of other features
   */
  public static SeriesDrift read(
      Features features, DriftDesign design, Optional<Reference> reference, double... state) {
    Cursor cursor = new Cursor(state);
    double season = cursor.next();
    double end = cursor.next();
    DriftPhase phase =
        reference.isPresent()
            ? WatchingDrift.read(reference.get(), design, cursor)
            : GatheringDrift.read(features, design, cursor);
    cursor.end();
    SeriesDrift series = new SeriesDrift(features, design, phase);
    series.season = season;
    series.end = end;
    return series;
  }

  /** The state without the reference, to be kept and read again. */
  public double[] toArray() {
    return DoubleStream.concat(DoubleStream.of(season, end), Arrays.stream(phase.toArray()))
        .toArray();
  }

  /**
   * Adds the next pane; one without cases is no step.
   *
   * @param start its start, milliseconds since 1970, later than that of the pane before
   * @param counts of the cells of all features
   */
  public void add(long start, double... counts) {
    Checks.sameLength("cells", features.cells(), "counts", counts.length);
    if (!(features.cases(counts) > 0)) {
      return;
    }
    long number = design.seasonOf(start);
    if (Double.isNaN(end)) {
      begin(start);
    }
    if (number != season) {
      endSeason();
    }
    phase.add(start, counts);
    season = (double) number;
    end = (double) (start + design.pane());
    if (design.seasonOf(start + design.pane()) != number) {
      endSeason();
    }
  }

  private void begin(long start) {
    if (phase instanceof GatheringDrift gathering
        && design.seasonOf(start) == design.seasonOf(start - design.pane())) {
      gathering.beginPartial();
    }
  }

  private void endSeason() {
    if (Double.isNaN(season)) {
      return;
    }
    phase.endSeason(((long) season) * design.season());
    if (phase instanceof GatheringDrift gathering) {
      gathering.complete().ifPresent(found -> watch(found, gathering));
    }
    season = Double.NaN;
  }

  private void watch(Reference found, GatheringDrift before) {
    WatchingDrift watching = new WatchingDrift(found, design);
    watching.takeOver(before.alarming());
    phase = watching;
  }

  /** The reference, once it is there. */
  public Optional<Reference> reference() {
    return phase instanceof WatchingDrift watching
        ? Optional.of(watching.reference())
        : Optional.empty();
  }

  /** Whether there is an alarm of small drift. */
  public boolean informs() {
    return phase.informs();
  }

  /** Whether there is an alarm of large drift. */
  public boolean pages() {
    return phase.pages();
  }

  /** The evidence of small drift, by which to inform. */
  public DriftEvidence inform() {
    return phase.inform((long) end);
  }

  /** The evidence of large drift, by which to page; none while the reference is gathered. */
  public Optional<DriftEvidence> page() {
    return phase.page((long) end);
  }
}
