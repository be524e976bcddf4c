package io.evenkeel.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.drift.Feature;
import io.evenkeel.core.drift.Features;
import io.evenkeel.core.drift.sequential.DriftEvidence;
import io.evenkeel.core.drift.sequential.FeatureChange;
import io.evenkeel.core.drift.sequential.Reference;
import io.evenkeel.core.drift.sequential.SeriesDrift;
import io.evenkeel.core.simulation.CaseStream.Change;
import io.evenkeel.core.simulation.CaseStream.Law;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What a drift alarm says of independent cases, 100 a pane against 10,000, and how it ends. {@code
 * -Devenkeel.drift.series=24} and more gives the figures of the published tables.
 */
@Tag("simulation")
class DriftLifeSimulationTest {
  private static final int SERIES = Math.min(60, Integer.getInteger("evenkeel.drift.series", 24));
  private static final int N = 100;
  private static final int DAYS = 10;
  private static final Table ENDS =
      new Table(
          "drift_ends",
          "change",
          "series",
          "raised",
          "false_ends_in_10_days",
          "ended",
          "median_panes",
          "ninetieth_percentile");
  private static final Table SIZES =
      new Table("drift_sizes", "change", "alarms", "interval_covers", "since_covers");
  private static final Table MANY =
      new Table("drift_of_one_of_50", "shift", "series", "found", "median_panes", "wrong_names");

  private record Named(String name, Change change) {}

  private static final List<Named> CHANGES =
      List.of(
          new Named("shift 0.2", Change.shift(0.2)),
          new Named("shift 0.5", Change.shift(0.5)),
          new Named("scale 1.3", new Change(0, 1.3, 0, 0)),
          new Named("5 % missing", new Change(0, 1, 0.05, 0)),
          new Named("gone", Change.GONE));

  /** How an alarm went: false ends, and panes from the repair to the end, 0 for never. */
  private record Life(boolean isRaised, int falseEnds, int end) {}

  private static Life life(Change change, long seed) {
    DriftWatch watch = DriftWatch.given(10_000, N, seed);
    watch.run(2 * DriftWatch.DAY, Change.NONE);
    boolean before = watch.informs();
    boolean isRaised = false;
    int falseEnds = 0;
    for (int pane = 0; pane < DAYS * DriftWatch.DAY; pane++) {
      watch.step(change);
      isRaised |= watch.informs();
      falseEnds += before && !watch.informs() ? 1 : 0;
      before = watch.informs();
    }
    int end = 0;
    for (int pane = 1; pane <= DAYS * DriftWatch.DAY && end == 0 && before; pane++) {
      watch.step(Change.NONE);
      end = watch.informs() ? 0 : pane;
    }
    return new Life(isRaised, falseEnds, end);
  }

  @Test
  void endsSoonAfterTheRepairAndSeldomBefore() {
    int falseEnds = 0;
    for (Named named : CHANGES) {
      List<Life> lives =
          IntStream.range(0, SERIES)
              .parallel()
              .mapToObj(seed -> life(named.change, 700_000L + seed))
              .toList();
      int[] ends = lives.stream().mapToInt(Life::end).filter(end -> end > 0).sorted().toArray();
      int ofChange = lives.stream().mapToInt(Life::falseEnds).sum();
      falseEnds += ofChange;
      ENDS.add(
          named.name,
          SERIES,
          lives.stream().filter(Life::isRaised).count(),
          ofChange,
          ends.length,
          ends[(ends.length - 1) / 2],
          ends[(ends.length - 1) * 9 / 10]);
      assertThat(ends[(ends.length - 1) / 2]).as(named.name).isLessThanOrEqualTo(25);
    }
    assertThat(falseEnds).isLessThanOrEqualTo(Math.max(1, 5 * SERIES / 24));
  }

  /** Whether the interval held what a thousand more panes showed, and the start of the change. */
  private record Size(boolean covers, boolean since) {}

  private static Optional<Size> size(double shift, long seed) {
    DriftWatch watch = DriftWatch.given(10_000, N, seed);
    watch.run(2 * DriftWatch.DAY, Change.NONE);
    long start = watch.now();
    if (watch.informs()) {
      return Optional.empty();
    }
    for (int pane = 0; pane < DriftWatch.DAY && !watch.informs(); pane++) {
      watch.step(Change.shift(shift));
    }
    Optional<FeatureChange> atOnce = watch.inform().features().get(0).drift();
    watch.run(1000, Change.shift(shift));
    Optional<FeatureChange> later = watch.inform().features().get(0).drift();
    return atOnce.flatMap(
        change ->
            later.map(
                truth ->
                    new Size(
                        change.interval().orElseThrow().lower() <= truth.shift()
                            && truth.shift() <= change.interval().orElseThrow().upper(),
                        change.earliest() <= start && start <= change.latest())));
  }

  @Test
  void holdsTheSizeAndTheStartOfAChangeInItsIntervals() {
    for (double shift : new double[] {0.3, 0.5, 1}) {
      List<Size> sizes =
          IntStream.range(0, SERIES)
              .parallel()
              .mapToObj(seed -> size(shift, 800_000L + seed))
              .flatMap(Optional::stream)
              .toList();
      double all = sizes.size();
      double covers = sizes.stream().filter(Size::covers).count() / all;
      SIZES.add(
          "shift " + shift, sizes.size(), covers, sizes.stream().filter(Size::since).count() / all);
      assertThat(covers).isGreaterThanOrEqualTo(0.9);
    }
  }

  /** The delay, 0 for none, and how many features were named that had not drifted. */
  private record Search(int delay, int wrong) {}

  private static Search search(double shift, long seed) {
    List<CaseStream> streams = new ArrayList<>();
    List<Feature> all = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      streams.add(new CaseStream(Law.INDEPENDENT, 1000 * seed + i));
      all.add(Feature.of("x" + i, streams.get(i).pane(256, Change.NONE)));
    }
    Features features = new Features(all, 1);
    Reference reference =
        Reference.ofIndependent(features, counts(features, streams, 10_000, Change.NONE));
    SeriesDrift series = SeriesDrift.against(reference, DriftWatch.DESIGN);
    for (int pane = 0; pane < 2 * DriftWatch.DAY; pane++) {
      Change change = pane < DriftWatch.DAY ? Change.NONE : Change.shift(shift);
      series.add(pane * DriftWatch.PANE, counts(features, streams, N, change));
      if (series.informs()) {
        DriftEvidence evidence = series.inform();
        int wrong = (int) evidence.features().stream().skip(1).filter(f -> f.isNamed()).count();
        return new Search(pane - DriftWatch.DAY + 1, wrong);
      }
    }
    return new Search(0, 0);
  }

  /** Only the first feature changes. */
  private static double[] counts(
      Features features, List<CaseStream> streams, int n, Change change) {
    double[] counts = new double[features.cells()];
    int from = 0;
    for (int i = 0; i < streams.size(); i++) {
      Feature feature = features.all().get(i);
      for (double x : streams.get(i).pane(n, i == 0 ? change : Change.NONE)) {
        counts[from + feature.cell(x)]++;
      }
      from += feature.cells();
    }
    return counts;
  }

  @Test
  void findsTheOneOfFiftyFeaturesThatChanged() {
    int series = Math.min(SERIES, 16);
    for (double shift : new double[] {0.5, 1}) {
      List<Search> searches =
          IntStream.range(0, series).parallel().mapToObj(seed -> search(shift, seed)).toList();
      int[] delays =
          searches.stream().mapToInt(Search::delay).filter(d -> d > 0).sorted().toArray();
      int wrong = searches.stream().mapToInt(Search::wrong).sum();
      int median = delays[(delays.length - 1) / 2];
      MANY.add(shift, series, delays.length, median, wrong);
      assertThat(Arrays.stream(delays).filter(d -> d > 0).count()).isEqualTo(series);
      assertThat(median).isLessThanOrEqualTo(6);
      assertThat(wrong).isZero();
    }
  }
}
