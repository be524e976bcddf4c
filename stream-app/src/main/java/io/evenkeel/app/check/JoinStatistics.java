package io.evenkeel.app.check;

import io.evenkeel.app.check.CheckReport.Delays;
import io.evenkeel.app.check.CheckReport.ModelJoin;
import java.util.ArrayList;
import java.util.List;

/** Mutable: how predictions and labels of one model meet. */
final class JoinStatistics {
  private final String model;
  private final List<Long> delays = new ArrayList<>();
  private long predictions;
  private long first = Long.MAX_VALUE;
  private long last = Long.MIN_VALUE;
  private long corrections;

  JoinStatistics(String model) {
    this.model = model;
  }

  void predicted(long madeAt) {
    predictions++;
    first = Math.min(first, madeAt);
    last = Math.max(last, madeAt);
  }

  void labelled(long delayMillis) {
    delays.add(delayMillis);
  }

  void corrected() {
    corrections++;
  }

  ModelJoin report() {
    Delays quantiles =
        delays.isEmpty()
            ? null
            : Delays.of(delays.stream().mapToLong(Long::longValue).sorted().toArray());
    return new ModelJoin(model, predictions, first, last, delays.size(), corrections, quantiles);
  }
}
