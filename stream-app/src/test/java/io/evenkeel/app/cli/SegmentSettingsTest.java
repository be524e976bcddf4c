package io.evenkeel.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.dataset.TestData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Segments of the settings of a dataset file that can never be are not passed over in silence. */
class SegmentSettingsTest extends CommandTest {
  private int run(String command, String settings) throws IOException {
    TestData.table(
        folder.resolve("coins.csv"), "n,region,p,y", 200, n -> n + ",north,0.5," + n % 2);
    Path file =
        TestData.dataset(
            folder,
            """
            models:
              - model: coins
                file: coins.csv
                id: '{n}'
                time: {start: '2026-01-01T00:00:00Z', step: 1s}
                segments: {region: '{region}'}
                distribution: {binary: p}
                label: {column: y, delay: 1s}
                settings: {%s}
            """
                .formatted(settings));
    List<String> words = new ArrayList<>(List.of(command, file.toString()));
    if (command.equals("recalibrate")) {
      words.addAll(List.of("-o", folder.resolve("map.json").toString()));
    }
    return execute(words.toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(strings = {"evaluate", "backtest", "recalibrate"})
  void areRefusedIfTheyAreAListInAList(String command) throws IOException {
    assertThat(run(command, "segments: [[region]]")).isEqualTo(2);
    assertThat(err.toString())
        .contains("models.coins.segments: holds something else than texts in its list");
  }

  @Test
  void areRefusedWithoutAValueOrGivenTwice() throws IOException {
    assertThat(run("evaluate", "segments: null")).isEqualTo(2);
    assertThat(err.toString()).contains("models.coins.segments: has no value");
    assertThat(run("evaluate", "window.size: 1d, window: {size: 2d}")).isEqualTo(2);
    assertThat(err.toString()).contains("models.coins.window.size: is given twice; keep one");
  }

  @ParameterizedTest
  @ValueSource(strings = {"evaluate", "backtest", "recalibrate"})
  void areWarnedOfIfNoRowHasTheAttribute(String command) throws IOException {
    assertThat(run(command, "segments: [region, regoin+region]")).isZero();
    assertThat(err.toString())
        .containsOnlyOnce("Warning: ")
        .contains(
            "models.coins.segments: no row has the attribute 'regoin', so nothing is monitored by"
                + " it; the attributes are [region]. Correct the name, or add it to 'segments'");

    assertThat(run(command, "segments: [region]")).isZero();
    assertThat(err.toString()).doesNotContain("Warning");
  }
}
