package io.evenkeel.app.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.state.PaneGrid;
import org.junit.jupiter.api.Test;

/** Windows of an hour, every ten minutes: the newest is out of date after 36 s. */
class BackoffTest {
  private static final long MINUTE = 60_000;
  private static final PaneGrid CUT = new PaneGrid(10 * MINUTE, 60 * MINUTE, 0);
  private static final long END = 600 * MINUTE;

  private final Backoff backoff = new Backoff(true);

  private static WindowContents.Content content(long labelled) {
    return new WindowContents.Content(7 * labelled, labelled, 1000);
  }

  private static Issued verdict(long labelled) {
    return new Issued(END, 0, content(labelled).hash(), labelled, null, 0);
  }

  private boolean isDue(long labelled, long newest, long now) {
    backoff.begin(now);
    return backoff.isDue(END, content(labelled), newest, CUT);
  }

  private void issue(long labelled, long now) {
    backoff.begin(now);
    backoff.issued(END, content(labelled));
  }

  @Test
  void aWindowOfWhichNothingIsKnownIsDue() {
    assertThat(isDue(1, END, 0)).isTrue();
  }

  @Test
  void labelsThatGrewByATenthAreDueAtOnce() {
    issue(100, 0);

    assertThat(isDue(110, END, 1)).isFalse();
    assertThat(isDue(111, END, 1)).isTrue();
    assertThat(isDue(89, END, 1)).isTrue();
  }

  @Test
  void eachOfTheFirstTenLabelsIsDueAtOnce() {
    for (int labelled = 0; labelled < 10; labelled++) {
      issue(labelled, 0);
      assertThat(isDue(labelled + 1, END, 1)).isTrue();
    }
    issue(10, 0);
    assertThat(isDue(11, END, 1)).isFalse();
  }

  @Test
  void predictionsCountAsLabelsDo() {
    issue(100, 0);
    backoff.begin(1);

    assertThat(backoff.isDue(END, new WindowContents.Content(1, 100, 1100), END, CUT)).isFalse();
    assertThat(backoff.isDue(END, new WindowContents.Content(1, 100, 1101), END, CUT)).isTrue();
  }

  @Test
  void theNewestWindowWaitsAHundredthOfItsLength() {
    issue(100, 1000);

    assertThat(isDue(101, END, 1000 + 35_999)).isFalse();
    assertThat(backoff.dueAt()).isEqualTo(1000 + 36_000);
    assertThat(isDue(101, END, 1000 + 36_000)).isTrue();
    assertThat(backoff.dueAt()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void theNewestOfLongWindowsWaitsAMinute() {
    PaneGrid week = new PaneGrid(60 * MINUTE, 7 * 24 * 60 * MINUTE, 0);
    issue(100, 0);

    backoff.begin(MINUTE - 1);
    assertThat(backoff.isDue(END, content(101), END, week)).isFalse();
    backoff.begin(MINUTE);
    assertThat(backoff.isDue(END, content(101), END, week)).isTrue();
  }

  @Test
  void anOlderWindowWaitsATenthOfItsAgeLonger() {
    issue(100, 0);

    long dueAt = 36_000 + 6 * MINUTE;
    assertThat(isDue(101, END + 60 * MINUTE, dueAt - 1)).isFalse();
    assertThat(isDue(101, END + 60 * MINUTE, dueAt)).isTrue();
  }

  @Test
  void aClockThatWasSetBackHoldsNothingBack() {
    issue(100, 5 * MINUTE);

    assertThat(isDue(101, END, 4 * MINUTE)).isTrue();
  }

  @Test
  void whatWasHeldBackIsNewsOnce() {
    issue(100, 0);

    assertThat(backoff.isNews(END, verdict(100), content(101))).isTrue();
    assertThat(isDue(101, END, 1)).isFalse();
    assertThat(backoff.isNews(END, verdict(100), content(101))).isFalse();
    assertThat(backoff.isNews(END, verdict(100), content(102))).isTrue();
  }

  @Test
  void aSeriesWithoutProvisionalVerdictsSaysWhatIsNews() {
    Backoff none = new Backoff(false);

    assertThat(none.isNews(END, null, content(100))).isTrue();
    assertThat(none.isDue(END, content(100), END, CUT)).isFalse();
    assertThat(none.isNews(END, null, content(100))).isFalse();
    assertThat(none.isNews(END, null, content(101))).isTrue();
  }

  @Test
  void onlySoManyOfTheNewestWindowsAreRemembered() {
    issue(100, 0);
    assertThat(isDue(101, END, 1)).isFalse();

    for (long later = 1; later <= 256; later++) {
      backoff.issued(END + 10 * MINUTE * later, content(100));
    }

    assertThat(isDue(101, END, 1)).isTrue();
  }

  @Test
  void nothingIsKeptOfWindowsThatAreFinal() {
    issue(100, 0);
    backoff.settled(END);

    assertThat(backoff.isNews(END, verdict(100), content(101))).isTrue();
    assertThat(isDue(101, END, 1)).isTrue();
  }
}
