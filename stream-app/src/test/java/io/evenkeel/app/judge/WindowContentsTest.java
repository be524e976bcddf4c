package io.evenkeel.app.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.TargetSpace;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class WindowContentsTest {

  /** Every third pane is missing. */
  private static NavigableMap<Long, MergedPane> panes(long predictions) {
    NavigableMap<Long, MergedPane> panes = new TreeMap<>();
    for (long start = 0; start < 90; start++) {
      if (start % 3 != 0) {
        panes.put(
            start,
            new MergedPane(
                start,
                start == 40 ? predictions : start * start,
                0,
                SketchPlan.of(TargetSpace.classes(2), null).empty(),
                null,
                null,
                List.of()));
      }
    }
    return panes;
  }

  @Test
  void isWhatAWalkThroughThePanesSays() {
    NavigableMap<Long, MergedPane> panes = panes(7);
    WindowContents contents = new WindowContents(panes);

    for (long from = -5; from < 95; from++) {
      for (long to = from; to < 95; to++) {
        long walked = 17;
        for (MergedPane pane : panes.subMap(from, to).values()) {
          walked = 31 * walked + pane.content();
        }
        long predictions =
            panes.subMap(from, to).values().stream().mapToLong(MergedPane::predictions).sum();
        assertThat(contents.of(from, to))
            .isEqualTo(new WindowContents.Content(walked, 0, predictions));
      }
    }
  }

  @Test
  void changesForTheWindowsOfAPaneThatChanged() {
    WindowContents before = new WindowContents(panes(7));
    WindowContents after = new WindowContents(panes(8));

    assertThat(after.of(36, 42)).isNotEqualTo(before.of(36, 42));
    assertThat(after.of(42, 48)).isEqualTo(before.of(42, 48));
    assertThat(after.of(30, 40)).isEqualTo(before.of(30, 40));
  }
}
