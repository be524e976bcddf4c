package io.evenkeel.app.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.AlertSettings;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.core.sequential.ELond;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WindowTestsTest {
  private static final long WINDOW = 1000;

  private WindowTests rule = rule();
  private WindowTests.Memory memory = WindowTests.Memory.NONE;
  private long end;

  private static WindowTests rule(String... settings) {
    Map<String, String> all = new HashMap<>();
    for (String setting : settings) {
      all.put("defaults." + setting.split("=", -1)[0], setting.split("=", -1)[1]);
    }
    AlertSettings alert = AppConfig.of(all).defaults().alert();
    return new WindowTests(alert, WINDOW);
  }

  private boolean next(boolean rejected) {
    return next(rejected, WINDOW);
  }

  private boolean next(boolean rejected, long advance) {
    end += advance;
    return next(rejected, 100L, end);
  }

  private boolean next(boolean rejected, long labels, long at) {
    memory = rule.next(memory, new WindowTests.Tested(at, labels, rejected, rejected ? 7 : 0));
    return memory.isRejecting();
  }

  private boolean nextOf(long labels, boolean rejected) {
    end += WINDOW;
    return next(rejected, labels, end);
  }

  @Test
  void findsAProblemWhenMofNWindowsAreRejected() {
    assertThat(next(true)).isFalse();
    assertThat(next(true)).isFalse();
    assertThat(next(false)).isFalse();
    assertThat(next(true)).isTrue();
    assertThat(memory.since()).isEqualTo(WINDOW);
  }

  @Test
  void passesOverFewerAmongMoreWindows() {
    for (int i = 0; i < 20; i++) {
      assertThat(next(i % 2 == 0)).isFalse();
    }
  }

  @Test
  void countsOneOfWindowsThatOverlap() {
    for (int i = 0; i < 9; i++) {
      assertThat(next(true, WINDOW / 10)).isFalse();
    }
  }

  @Test
  void endsAfterAsManyQuietWindowsInARowAsRaisedIt() {
    next(true);
    next(true);
    next(true);
    assertThat(next(false)).isTrue();
    assertThat(next(true)).isTrue();
    assertThat(next(false)).isTrue();
    assertThat(next(false)).isTrue();
    assertThat(next(false)).isFalse();
  }

  @Test
  void staysOpenWhileTheQuietWindowsAreTooSmallToShowTheProblem() {
    nextOf(1000, true);
    nextOf(600, true);
    nextOf(800, true);
    for (int i = 0; i < 17; i++) {
      assertThat(nextOf(100, false)).isTrue();
    }
    assertThat(nextOf(100, false)).as("1,800 labels, 3 times the smallest").isFalse();
  }

  /** A miscalibration explains the first windows and ends within the fourth. */
  private void miscalibrated() {
    next(true);
    next(true);
    next(true);
    next(true);
    rule = rule.since(3 * WINDOW + 1);
  }

  @Test
  void beginsOnlyByWindowsThatBeginAfterAMiscalibrationIsOver() {
    miscalibrated();
    assertThat(memory.isRejecting()).isTrue();
    assertThat(rule.begins(memory)).as("the windows of the fault").isFalse();

    next(true);
    next(true);
    assertThat(rule.begins(memory)).as("two after it").isFalse();
    next(true);
    assertThat(rule.begins(memory)).isTrue();
    assertThat(memory.since()).isEqualTo(5 * WINDOW);
  }

  @Test
  void beginsByNoWindowFromBeforeAGapOfWindowsWithTooFewLabels() {
    miscalibrated();
    end += 50 * WINDOW;
    next(false);

    assertThat(rule.begins(memory)).isFalse();
    assertThat(memory.rejected()).containsExactly(false);
  }

  @Test
  void beginsNotWhileFewerWindowsThanThatAreRejected() {
    nextOf(100, true);
    nextOf(100, true);
    nextOf(100, true);
    assertThat(rule.begins(memory)).isTrue();
    for (int i = 0; i < 4; i++) {
      nextOf(10, false);
    }
    assertThat(memory.isRejecting()).as("too few labels to end it").isTrue();
    assertThat(rule.begins(memory)).isFalse();
  }

  @Test
  void staysOpenAcrossAMiscalibrationUntilWindowsAreQuiet() {
    miscalibrated();
    next(false);
    next(false);
    assertThat(memory.isRejecting()).isTrue();
    assertThat(memory.since()).isEqualTo(WINDOW);
    assertThat(next(false)).isFalse();
  }

  @Test
  void asksForTheLabelsOfTheWindowsThatAreRemembered() {
    nextOf(20, true);
    for (int i = 0; i < 5; i++) {
      nextOf(500, false);
    }
    nextOf(1000, true);
    nextOf(1000, true);
    nextOf(1000, true);
    assertThat(memory.fewest()).isEqualTo(1000);
  }

  @Test
  void rejectsNoWindowOfMostCalibratedSeriesAtAFalseDiscoveryRate() {
    rule = rule("alert.false-discoveries=0.05");
    int rejected = 0;
    for (int series = 0; series < 400; series++) {
      SplittableRandom random = new SplittableRandom(series);
      WindowTests.Memory now = WindowTests.Memory.NONE;
      for (int t = 1; t <= 500; t++) {
        // The e-value that rejects as often as any can: the first threshold, or nothing.
        double threshold = new ELond(0.05).logThreshold(t - 1, 0);
        boolean isLarge = random.nextDouble() < Math.exp(-threshold);
        double logE = isLarge ? threshold : Double.NEGATIVE_INFINITY;
        now = rule.next(now, new WindowTests.Tested(t * WINDOW, 100, true, logE));
      }
      assertThat(now.tests()).isEqualTo(500);
      rejected += now.rejections() > 0 ? 1 : 0;
    }

    // 0.05 and three standard errors; whatever the tests of the windows say.
    assertThat(rejected / 400.0).isLessThanOrEqualTo(0.05 + 3 * Math.sqrt(0.05 * 0.95 / 400));
    assertThat(rejected).isPositive();
  }
}
