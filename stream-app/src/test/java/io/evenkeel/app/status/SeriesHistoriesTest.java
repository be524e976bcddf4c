package io.evenkeel.app.status;

import static io.evenkeel.app.status.OutputRecords.start;
import static io.evenkeel.app.status.OutputRecords.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SeriesHistoriesTest {
  private static final int KEPT = 50;

  @Test
  void keepsAsManyWindowsOfEachSeriesAsFitIntoItsMemory() {
    long most = 300 * bytesOfAWindow();
    SeriesHistories histories = new SeriesHistories(KEPT, most);

    add(histories, 1, KEPT);
    assertThat(first(histories).windows()).hasSize(KEPT);

    add(histories, 20, KEPT);
    assertThat(histories.all()).hasSize(20);
    assertThat(bytes(histories)).isBetween(most / 2, most);
    assertThat(histories.all().values())
        .allSatisfy(
            history -> {
              assertThat(history.windows()).hasSizeBetween(10, 15);
              assertThat(history.newest().start()).isEqualTo(start(KEPT - 1).toEpochMilli());
            });
  }

  @Test
  void keepsTheNewestWindowOfEachSeriesWhateverItTakes() {
    SeriesHistories histories = new SeriesHistories(KEPT, 1);

    add(histories, 20, KEPT);

    assertThat(histories.all()).hasSize(20);
    assertThat(histories.all().values())
        .allSatisfy(history -> assertThat(history.windows()).hasSize(1));
  }

  @Test
  void keepsMoreWindowsAgainWhenSeriesAreDropped() {
    SeriesHistories histories = new SeriesHistories(KEPT, 60 * bytesOfAWindow());
    add(histories, 20, 5);

    assertThat(histories.drop(Set.copyOf(histories.all().keySet()))).isTrue();
    add(histories, 1, KEPT);

    assertThat(histories.all()).hasSize(1);
    assertThat(first(histories).windows()).hasSize(KEPT);
    assertThat(histories.drop(Set.of("m7||"))).isFalse();
  }

  private static SeriesHistory first(SeriesHistories histories) {
    return Objects.requireNonNull(histories.all().get("m0||"));
  }

  private static void add(SeriesHistories histories, int series, int windows) {
    for (int window = 0; window < windows; window++) {
      for (int model = 0; model < series; model++) {
        histories.add(verdict("m" + model, window).build());
      }
    }
  }

  private static long bytes(SeriesHistories histories) {
    return histories.all().values().stream().mapToLong(SeriesHistory::bytes).sum();
  }

  private static long bytesOfAWindow() {
    return JudgedWindow.of(verdict("m0", 0).build()).bytes();
  }
}
