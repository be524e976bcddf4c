package io.evenkeel.app.observe;

import static io.evenkeel.app.observe.LabelNumbers.MOST_MISSING;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.state.SeriesKey;
import org.junit.jupiter.api.Test;

class LabelNumbersTest {
  private static final PaneKey FIRST = new PaneKey(SeriesKey.whole("m", ""), 0);
  private static final PaneKey SECOND = new PaneKey(SeriesKey.whole("m", ""), 600_000);

  private final LabelNumbers labels = new LabelNumbers();

  @Test
  void goesOnAfterTheGreatestNumberThatWasUsed() {
    assertThat(labels.next()).isEqualTo(1);

    labels.used(7);
    labels.used(3);

    assertThat(labels.last()).isEqualTo(7);
    assertThat(labels.next()).isEqualTo(8);
  }

  @Test
  void takesPanesThatLackALabelOfLongAgoOnce() {
    labels.missing(FIRST, 1);
    labels.missing(SECOND, 2);
    labels.missing(FIRST, 3);
    labels.used(MOST_MISSING);
    assertThat(labels.takeOverdue()).isEmpty();

    labels.next();
    assertThat(labels.takeOverdue()).containsExactly(FIRST);
    labels.next();
    assertThat(labels.takeOverdue()).containsExactly(SECOND);
    labels.used(10 * MOST_MISSING);
    assertThat(labels.takeOverdue()).isEmpty();
  }

  @Test
  void takesNoPaneThatIsWritten() {
    labels.missing(FIRST, 1);
    labels.written(FIRST);
    labels.used(10 * MOST_MISSING);

    assertThat(labels.takeOverdue()).isEmpty();
  }
}
