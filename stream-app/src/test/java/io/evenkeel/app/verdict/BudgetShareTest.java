package io.evenkeel.app.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BudgetShareTest {
  @ParameterizedTest
  @CsvSource({"PT720H, 30 days", "PT24H, 1 day", "PT36H, 36 hours", "PT90M, 90 minutes"})
  void saysItsPeriodInWholeUnits(Duration period, String words) {
    BudgetShare share = new BudgetShare(0.01, period.toMillis(), 1, 0.01);

    assertThat(share.inWords()).isEqualTo("at most 0.010 false alarms in " + words);
  }
}
