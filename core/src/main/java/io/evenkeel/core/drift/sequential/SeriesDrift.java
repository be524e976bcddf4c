package io.evenkeel.core.drift.sequential;

import io.evenkeel.core.drift.Features;
import io.evenkeel.core.internal.Checks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Tells, pane after pane, whether the cases of a series have drifted from its reference: mutable.
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
 * <p>Against a reference without seasons both take a step per pane. While the reference is gathered
 * only the first runs, with the tolerance of the second, against the seasons gathered so far, or
 * against a first sample before: it informs without a promise. An alarm ends by evidence, so what
 * it compares with does not change under it. Panes under an alarm join the reference when it has
 * ended. If it has not when all seasons are there, the reference is complete without them, and the
 * alarm goes on if they are one against that, too; but if they are half of the seasons or more,
 * they are what is usual, and the alarm is over.
 *
 * <p>Valid if cases are independent given the season and their law is within the tolerance of the
 * reference's own; sums are divided by a {@linkplain Reference#designEffect design effect}, which
 * makes it an approximation under autocorrelation.
 *
 * <p>The state has, beside the reference, for each numeric feature 2 × 24 doubles of processes, 15
 * counts of the season, and about 20 of changes per process, more while it drifts; for 50 features
 * about 5,500. While the reference is gathered: 24 × 15 counts, 60 sums and 15 counts for each.
 * With bets b, cells K: O(b K) per pane and feature, ten times that when the reference's slot
 * changes.
 */
public final class SeriesDrift {
  /** Before so many panes their variation cannot be told. */
  private static final int FEW_PANES = 12;

  private static final int PARTIAL = 1;
  private static final int HELD = 2;

  /** Fewer cases are no reference. */
  private static final int FEW_CASES = 100;

  private final Features features;
  private final DriftDesign design;
  private @Nullable Reference reference;
  private @Nullable ReferencePanes panes;

  /** Panes since an alarm, which are not in the reference as long as it lasts. */
  private @Nullable ReferencePanes held;

  private Reference provisional;
  private boolean isPartial;
  private DriftProcess inform;
  private @Nullable DriftProcess page;
  private double[] season;
  private double[] traffic;
  private double current = Double.NaN;
  private double end = Double.NaN;
  private ReferenceOdds informOdds;
  private @Nullable ReferenceOdds pageOdds;

  private SeriesDrift(Features features, DriftDesign design) {
    this.features = features;
    this.design = design;
    this.season = new double[features.cells()];
    this.traffic = new double[design.slots()];
    this.inform = new DriftProcess(features, design, design.page(), false);
    this.provisional = Reference.ofIndependent(features, season);
    this.informOdds = new ReferenceOdds(provisional, design.page());
  }

  /** Before the first pane of a series whose reference is to be gathered from its panes. */
  public static SeriesDrift gathering(Features features, DriftDesign design) {
    return gathering(features, design, new double[features.cells()]);
  }

  /**
   * Before the first pane of a series whose reference is to be gathered from its panes.
   *
   * @param sample counts of the cells of all features in a first sample of cases, to compare the
   *     first season with
   */
  public static SeriesDrift gathering(Features features, DriftDesign design, double... sample) {
    SeriesDrift series = new SeriesDrift(features, design);
    series.panes = ReferencePanes.empty(features, design);
    series.compare(sample);
    return series;
  }

  /** Before the first pane of a series that is compared with a reference. */
  public static SeriesDrift against(Reference reference, DriftDesign design) {
    SeriesDrift series = new SeriesDrift(reference.features(), design);
    series.watch(reference);
    return series;
  }

  private void watch(Reference given) {
    reference = given;
    panes = null;
    inform = new DriftProcess(features, design, design.inform(), given.isSeasonal());
    informOdds = new ReferenceOdds(given, design.inform());
    page = new DriftProcess(features, design, design.page(), false);
    pageOdds = new ReferenceOdds(given, design.page());
  }

  /** Compares with some counts while the reference is gathered. */
  private void compare(double... counts) {
    provisional = Reference.ofIndependent(features, counts);
    inform = new DriftProcess(features, design, design.page(), false);
    informOdds = new ReferenceOdds(provisional, design.page());
  }

  /**
   * The series with the given {@linkplain #toArray() state}.
   *
   * @param reference what {@link #reference} gave then
   * @throws IllegalArgumentException if the state is of other features
   */
  public static SeriesDrift read(
      Features features, DriftDesign design, Optional<Reference> reference, double... state) {
    SeriesDrift series = new SeriesDrift(features, design);
    reference.ifPresent(series::watch);
    Cursor cursor = new Cursor(state);
    series.current = cursor.next();
    series.end = cursor.next();
    int flags = (int) cursor.next();
    series.isPartial = (flags & PARTIAL) != 0;
    if (series.page != null) {
      series.season = cursor.next(features.cells());
      series.traffic = cursor.next(design.slots());
      series.page.resume(cursor);
    } else {
      series.compare(cursor.next(features.cells()));
      series.panes = ReferencePanes.read(features, design, cursor);
      series.held = (flags & HELD) == 0 ? null : ReferencePanes.read(features, design, cursor);
    }
    series.inform.resume(cursor);
    cursor.end();
    return series;
  }

  /** The state without the reference, to be kept and read again. */
  public double[] toArray() {
    List<double[]> parts = new ArrayList<>();
    parts.add(new double[] {current, end, (isPartial ? PARTIAL : 0) + (held != null ? HELD : 0)});
    if (page != null) {
      parts.add(season);
      parts.add(traffic);
      parts.add(page.toArray());
    } else if (panes != null) {
      parts.add(provisional.counts());
      parts.add(panes.toArray());
      if (held != null) {
        parts.add(held.toArray());
      }
    }
    parts.add(inform.toArray());
    return parts.stream().flatMapToDouble(Arrays::stream).toArray();
  }

  /**
   * Adds the next pane; one without cases is no step.
   *
   * @param start its start, milliseconds since 1970, later than that of the pane before
   * @param counts of the cells of all features
   */
  public void add(long start, double... counts) {
    Checks.sameLength("cells", features.cells(), "counts", counts.length);
    if (!(Arrays.stream(counts).sum() > 0)) {
      return;
    }
    long number = design.seasonOf(start);
    if (panes != null && (double) number != current) {
      begin(start, panes);
    }
    if (panes != null) {
      gather(start, panes, counts);
    } else {
      watch(start, counts);
    }
    current = (double) number;
    end = (double) (start + design.pane());
    if (isSeasonal() && design.seasonOf(start + design.pane()) != number) {
      endSeason();
    }
  }

  private boolean isSeasonal() {
    return reference != null && reference.isSeasonal();
  }

  /** Compares a new season with those before. */
  private void begin(long start, ReferencePanes gathered) {
    boolean isFirst = Double.isNaN(current);
    if (!isFirst && gathered.n() + (held == null ? 0 : held.n()) >= FEW_CASES) {
      if (!isPartial && isComplete(gathered)) {
        complete(gathered);
        return;
      }
      if (held == null) {
        compare(gathered.counts());
      }
    }
    if (isFirst || isPartial) {
      // The series may have begun in the middle of its first season, which is no whole one then.
      panes = ReferencePanes.empty(features, design);
      held = null;
      isPartial = isFirst && design.seasonOf(start) == design.seasonOf(start - design.pane());
    }
  }

  private void gather(long start, ReferencePanes gathered, double... counts) {
    if (gathered.panes() >= FEW_PANES && provisional.n() >= FEW_CASES) {
      inform.step(start, counts, provisionalOdds(gathered));
    }
    if (inform.alarms()) {
      held = held == null ? ReferencePanes.empty(features, design) : held;
      held.add(start, counts);
    } else {
      release(gathered);
      gathered.add(start, counts);
    }
  }

  /** What was held back under an alarm that has ended is part of the reference. */
  private void release(ReferencePanes gathered) {
    if (held != null) {
      gathered.merge(held);
      held = null;
    }
  }

  private boolean isComplete(ReferencePanes gathered) {
    long seasons = gathered.completeSeasons() + (held == null ? 0 : held.completeSeasons());
    return seasons + 1 >= design.seasons();
  }

  /** Without what was held back, unless that is most of it. */
  private void complete(ReferencePanes gathered) {
    if (held != null && 2 * (gathered.completeSeasons() + 1) <= design.seasons()) {
      release(gathered);
    }
    held = null;
    DriftProcess before = inform;
    watch(gathered.reference());
    inform.takeOver(before, informOdds.whole());
  }

  /** With the design effects that the panes so far show. */
  private List<Odds> provisionalOdds(ReferencePanes gathered) {
    double[] effects = gathered.rawEffects();
    return IntStream.range(0, effects.length)
        .mapToObj(i -> informOdds.whole().get(i).with(effects[i]))
        .toList();
  }

  private void watch(long start, double... counts) {
    if (page != null && pageOdds != null) {
      page.step(start, counts, pageOdds.slot(design.slot(start)));
    }
    if (!isSeasonal()) {
      inform.step(start, counts, informOdds.whole());
    } else {
      if ((double) design.seasonOf(start) != current) {
        endSeason();
      }
      for (int c = 0; c < season.length; c++) {
        season[c] += counts[c];
      }
      traffic[design.slot(start)] += cases(counts);
    }
  }

  private double cases(double... counts) {
    return Arrays.stream(counts, 0, features.all().get(0).cells()).sum();
  }

  private void endSeason() {
    if (Arrays.stream(season).sum() > 0) {
      long start = (long) current;
      inform.step(start * design.season(), seasonSteps());
      season = new double[season.length];
      traffic = new double[traffic.length];
    }
  }

  /** Against the law of the reference, and that which it would have with the season's traffic. */
  private List<FeatureProcess.Step> seasonSteps() {
    Reference given = Objects.requireNonNull(reference);
    List<FeatureProcess.Step> steps = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < features.all().size(); i++) {
      int to = from + features.all().get(i).cells();
      Odds odds = informOdds.whole().get(i);
      double[] counts = Arrays.copyOfRange(season, from, to);
      double[] logFactors = odds.logFactors(counts);
      double[] penalties = odds.bets().penalties(given.mixture(i, traffic));
      double n = Arrays.stream(counts).sum();
      for (int b = 0; b < logFactors.length; b++) {
        logFactors[b] -= n * penalties[b] / odds.designEffect();
      }
      steps.add(new FeatureProcess.Step(counts, logFactors, odds));
      from = to;
    }
    return steps;
  }

  /** The reference, once it is there. */
  public Optional<Reference> reference() {
    return Optional.ofNullable(reference);
  }

  /** Whether there is an alarm of small drift. */
  public boolean informs() {
    return inform.alarms();
  }

  /** Whether there is an alarm of large drift. */
  public boolean pages() {
    return page != null && page.alarms();
  }

  /** The evidence of small drift, by which to inform. */
  public DriftEvidence inform() {
    return inform.evidence(
        (long) end, () -> panes == null ? informOdds.whole() : provisionalOdds(panes));
  }

  /** The evidence of large drift, by which to page; none while the reference is gathered. */
  public Optional<DriftEvidence> page() {
    DriftProcess process = page;
    ReferenceOdds odds = pageOdds;
    return process == null || odds == null
        ? Optional.empty()
        : Optional.of(
            process.evidence((long) end, () -> odds.slot(design.slot((long) end - design.pane()))));
  }
}
