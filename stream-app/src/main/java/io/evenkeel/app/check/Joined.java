package io.evenkeel.app.check;

import io.evenkeel.app.check.CheckReport.Delays;
import io.evenkeel.app.check.CheckReport.ModelJoin;
import java.util.ArrayList;
import java.util.List;

/** Mutable: how predictions and labels of one model meet. */
final class Joined {
  private final String model;
  private final List<Long> delays = new ArrayList<>();
  private long predictions;
  private long corrections;

  Joined(String model) {
    this.model = model;
  }

  void predicted() {
    predictions++;
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
    return new ModelJoin(model, predictions, delays.size(), corrections, quantiles);
  }
}
