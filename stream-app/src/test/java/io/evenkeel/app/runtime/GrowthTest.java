package io.evenkeel.app.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class GrowthTest {
  private double count;
  private long nanos = -7; // where System.nanoTime begins is anyone's guess
  private final Growth growth = new Growth(() -> count, Duration.ofNanos(10), () -> nanos);

  @Test
  void endsAWhileAfterTheCounterGrewLast() {
    assertThat(growth.grew()).isFalse();

    count = 3;
    assertThat(growth.grew()).isTrue();
    nanos += 9;
    assertThat(growth.grew()).isTrue();
    nanos += 1;
    assertThat(growth.grew()).isFalse();
    count = 4;
    assertThat(growth.grew()).isTrue();
  }
}
