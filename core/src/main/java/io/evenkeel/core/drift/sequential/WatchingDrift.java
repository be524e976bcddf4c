package io.evenkeel.core.drift.sequential;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Compares a series with a reference: mutable. Against one with seasons small drift takes a step
 * per season, and against one without a step per pane; large drift always takes a step per pane.
 */
final class WatchingDrift implements DriftPhase {
  private final DriftDesign design;
  private final Reference reference;
  private final DriftProcess inform;
  private final DriftProcess page;
  private final ReferenceOdds informOdds;
  private final ReferenceOdds pageOdds;

  /** Of the season so far. */
  private double[] counts;

  /** Its cases in each slot. */
  private double[] traffic;

  /** 1 for each feature of which there was an alarm of large drift in it, else 0. */
  private double[] paged;

  WatchingDrift(Reference reference, DriftDesign design) {
    this.design = design;
    this.reference = reference;
    this.inform =
        new DriftProcess(reference.features(), design, design.inform(), reference.isSeasonal());
    this.page = new DriftProcess(reference.features(), design, design.page(), false);
    this.informOdds = new ReferenceOdds(reference, design.inform());
    this.pageOdds = new ReferenceOdds(reference, design.page());
    this.counts = new double[reference.features().cells()];
    this.traffic = new double[design.slots()];
    this.paged = new double[reference.features().all().size()];
  }

  static WatchingDrift read(Reference reference, DriftDesign design, Cursor cursor) {
    WatchingDrift series = new WatchingDrift(reference, design);
    series.counts = cursor.next(reference.features().cells());
    series.traffic = cursor.next(design.slots());
    series.paged = cursor.next(series.paged.length);
    series.page.resume(cursor);
    series.inform.resume(cursor);
    return series;
  }

  @Override
  public double[] toArray() {
    return Stream.of(counts, traffic, paged, page.toArray(), inform.toArray())
        .flatMapToDouble(Arrays::stream)
        .toArray();
  }

  /**
   * Goes on with an alarm that was raised before there was a reference, if it is one still. If it
   * becomes one of large drift, that has begun when the alarm said, not with the first pane here.
   */
  void takeOver(DriftProcess before) {
    inform.takeOver(before, informOdds.whole());
    if (inform.alarms()) {
      page.takeOverChanges(before, pageOdds.whole());
    }
  }

  Reference reference() {
    return reference;
  }

  @Override
  public void add(long start, double... added) {
    page.step(start, pageOdds.ofPane(design.slot(start), design.weekday(start), added));
    if (!reference.isSeasonal()) {
      inform.step(start, added, informOdds.whole());
      return;
    }
    for (int c = 0; c < counts.length; c++) {
      counts[c] += added[c];
    }
    traffic[design.slot(start)] += reference.features().cases(added);
    for (int i = 0; i < paged.length; i++) {
      paged[i] = page.alarms(i) ? 1 : paged[i];
    }
  }

  @Override
  public void endSeason(long start) {
    if (Arrays.stream(traffic).sum() > 0) {
      forgetPaged();
      inform.step(start, informOdds.ofSeason(design.weekday(start), counts, traffic));
      Arrays.fill(counts, 0);
      Arrays.fill(traffic, 0);
      Arrays.fill(paged, 0);
    }
  }

  /** A drift that paged in the season has been reported, and may be over. */
  private void forgetPaged() {
    int from = 0;
    for (int i = 0; i < paged.length; i++) {
      int to = from + reference.features().all().get(i).cells();
      if (paged[i] == 1) {
        Arrays.fill(counts, from, to, 0);
      }
      from = to;
    }
  }

  @Override
  public boolean informs() {
    return inform.alarms();
  }

  @Override
  public boolean pages() {
    return page.alarms();
  }

  @Override
  public DriftEvidence inform(long end) {
    return inform.evidence(end, informOdds::whole);
  }

  @Override
  public Optional<DriftEvidence> page(long end) {
    return Optional.of(page.evidence(end, () -> pageOdds.slot(design.slot(end - design.pane()))));
  }
}
