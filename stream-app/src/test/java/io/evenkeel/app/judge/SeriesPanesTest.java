package io.evenkeel.app.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.state.DoublesCodec;
import io.evenkeel.app.state.MapStore;
import io.evenkeel.app.state.Profiles;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.state.SharedProfiles;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.schemas.internal.PaneSketch;
import io.evenkeel.schemas.internal.Partial;
import io.evenkeel.schemas.internal.SourceOffsets;
import io.evenkeel.schemas.internal.TargetKind;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class SeriesPanesTest {
  private static final SketchPlan PLAN = SketchPlan.of(TargetSpace.classes(2), null);
  private static final int SERIES = 30;
  private static final int PANES = 100;

  private static final int FORM = 11;

  private final UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(1);
  private final MapStore<Partial> store = new MapStore<>("partials");
  private final SeriesPanes panes = panes();

  private SeriesPanes panes() {
    return panes(new Room(1_000_000));
  }

  private SeriesPanes panes(Room room) {
    return new SeriesPanes(
        store,
        new Profiles(new MapStore<>("profiles"), model -> 1e-4, new SharedProfiles()),
        model -> FORM,
        room);
  }

  /** As many looks in turn at one series more than there is room for: the others stay. */
  @Test
  void remembersAsManySeriesAsThereIsRoomFor() {
    for (int i = 0; i < SERIES; i++) {
      put(SeriesKey.whole("model-" + i, ""), 0, 0);
    }
    SeriesPanes plenty = panes(new Room(Long.MAX_VALUE));
    long weight = pane(plenty, 0).weight();
    SeriesPanes small = panes(new Room(weight * (SERIES - 1)));
    Set<MergedPane> first = Collections.newSetFromMap(new IdentityHashMap<>());
    for (int i = 0; i < SERIES; i++) {
      first.add(pane(small, i));
    }

    int remembered = 0;
    for (int i = 0; i < SERIES; i++) {
      remembered += first.contains(pane(small, i)) ? 1 : 0;
    }

    assertThat(remembered).isEqualTo(SERIES - 1);
  }

  /** What one task remembers is no room for another, until it closes. */
  @Test
  void sharesTheRoomWithOtherTasks() {
    put(SeriesKey.whole("model-0", ""), 0, 0);
    Room one = new Room(pane(panes(new Room(Long.MAX_VALUE)), 0).weight());
    SeriesPanes first = panes(one);
    SeriesPanes second = panes(one);

    MergedPane remembered = pane(first, 0);
    assertThat(pane(first, 0)).isSameAs(remembered);
    assertThat(pane(second, 0)).isNotSameAs(pane(second, 0));

    first.close();
    MergedPane later = pane(second, 0);
    assertThat(pane(second, 0)).isSameAs(later);
  }

  private static MergedPane pane(SeriesPanes panes, int series) {
    SeriesKey key = SeriesKey.whole("model-" + series, "");
    return Objects.requireNonNull(panes.load(key)).firstEntry().getValue();
  }

  /** Of all panes that are put here, more than are remembered merged. */
  @Test
  void whatIsRememberedIsWhatAFreshLookFinds() {
    for (int i = 0; i < 20_000; i++) {
      SeriesKey series = SeriesKey.whole("model-" + random.nextInt(SERIES), "");
      int step = random.nextInt(100);
      if (step < 80) {
        put(series, random.nextInt(PANES), random.nextInt(2));
      } else if (step < 99) {
        panes.load(series);
      } else {
        panes.forget(series, random.nextInt(PANES / 10));
      }
    }

    for (int i = 0; i < SERIES; i++) {
      SeriesKey series = SeriesKey.whole("model-" + i, "");
      Map<Long, Long> fresh = contents(panes(), series);
      assertThat(fresh).hasSizeGreaterThan(PANES * 3 / 4);
      assertThat(contents(panes, series)).isEqualTo(fresh);
    }
  }

  private void put(SeriesKey series, long start, int partition) {
    Sketch sketch = PLAN.empty();
    sketch.add(Categorical.of(0.4, 0.6), Target.ofClass(random.nextInt(2)));
    PaneSketch pane =
        new PaneSketch(
            start,
            TargetKind.CLASSES,
            2,
            0,
            (long) random.nextInt(1000),
            0L,
            DoublesCodec.toBytes(sketch.toArray()),
            List.of(),
            ByteBuffer.allocate(0),
            List.of(),
            List.of(),
            new SourceOffsets(partition, 0L, 1L, 0L, 1L));
    panes.put(
        series,
        new Partial(
            series.model(), series.version(), series.segment(), partition, null, pane, FORM, null),
        pane);
  }

  private static Map<Long, Long> contents(SeriesPanes panes, SeriesKey series) {
    Map<Long, Long> contents = new HashMap<>();
    Objects.requireNonNull(panes.load(series))
        .forEach((start, pane) -> contents.put(start, pane.content()));
    return contents;
  }
}
