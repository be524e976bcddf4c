package io.evenkeel.app.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.state.SeriesKey;
import org.junit.jupiter.api.Test;

class ChangesTest {
  private static final PaneKey PANE = new PaneKey(SeriesKey.whole("m", ""), 0);
  private static final PaneKey OTHER = new PaneKey(SeriesKey.whole("m", ""), 600_000);
  private static final long PATIENCE = 30_000;

  private final Changes changes = new Changes();

  private void change(PaneKey pane, int times) {
    for (int i = 0; i < times; i++) {
      changes.add(pane);
    }
  }

  private Iterable<PaneKey> take(long now) {
    return changes.take(now, pane -> PATIENCE);
  }

  @Test
  void takesWhatWasNeverTakenAtOnceAndWhatDidNotChangeNever() {
    change(PANE, 1);

    assertThat(take(0)).containsExactly(PANE);
    assertThat(take(10 * PATIENCE)).isEmpty();
  }

  @Test
  void takesAtOnceWhatItRemembersNoLonger() {
    Changes few = new Changes(1);
    few.add(PANE);
    few.add(OTHER);
    assertThat(few.take(0, pane -> PATIENCE)).containsExactlyInAnyOrder(PANE, OTHER);
    assertThat(few.take(1, pane -> PATIENCE)).isEmpty();

    few.add(PANE);
    few.add(OTHER);
    few.add(OTHER);

    assertThat(few.take(2, pane -> PATIENCE)).containsExactlyInAnyOrder(PANE, OTHER);
    assertThat(few.take(3, pane -> PATIENCE)).isEmpty();
  }

  @Test
  void takesWhatHasGrownByATwentiethAtOnce() {
    change(PANE, 100);
    take(0);
    change(PANE, 5);
    assertThat(take(1)).isEmpty();

    change(PANE, 1);
    assertThat(take(2)).containsExactly(PANE);
  }

  @Test
  void takesWhatHasChangedLittleWhenItHasWaited() {
    change(PANE, 100);
    change(OTHER, 100);
    take(0);
    change(PANE, 1);

    assertThat(take(PATIENCE - 1)).isEmpty();
    assertThat(take(PATIENCE)).containsExactly(PANE);
    assertThat(take(2 * PATIENCE)).isEmpty();
  }

  @Test
  void waitsForNoClockThatWasSetBack() {
    change(PANE, 100);
    take(0);
    change(PANE, 1);

    assertThat(take(-1)).containsExactly(PANE);
  }

  @Test
  void takesWhatMustNotWaitAtOnce() {
    change(PANE, 100);
    take(0);
    change(PANE, 1);

    assertThat(changes.take(1, pane -> 0)).containsExactly(PANE);
  }

  @Test
  void takesWhatCountsAsNeverTakenAtOnce() {
    change(PANE, 100);
    take(0);
    changes.renew(PANE);

    assertThat(take(1)).containsExactly(PANE);
  }

  @Test
  void forgets() {
    change(PANE, 1);
    changes.forget(PANE);

    assertThat(take(0)).isEmpty();
  }
}
