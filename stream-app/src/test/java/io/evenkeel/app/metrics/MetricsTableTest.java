package io.evenkeel.app.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.DocumentSection;
import org.junit.jupiter.api.Test;

class MetricsTableTest {

  @Test
  void showsEveryInstrument() {
    assertThat(MetricsTable.markdown())
        .contains(
            "| `evenkeel_late_total` | counter | events | model, kind | Predictions that came");
    assertThat(MetricsTable.markdown().lines()).hasSize(2 + Instrument.values().length);
  }

  @Test
  void isWhatTheReadmeSays() {
    DocumentSection.check("metrics", MetricsTable.markdown());
  }
}
