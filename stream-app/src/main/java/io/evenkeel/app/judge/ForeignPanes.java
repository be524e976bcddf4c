package io.evenkeel.app.judge;

import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.metrics.Instrument;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.schemas.internal.Partial;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Panes that an instance with other settings made: mutable. They are refused, as adding them up
 * would give verdicts on no window at all; counted; and told in the log, once a minute for each
 * model.
 */
final class ForeignPanes {
  private static final Logger LOGGER = LoggerFactory.getLogger(ForeignPanes.class);
  private static final long MINUTE = Duration.ofMinutes(1).toMillis();

  private final Metrics metrics;
  private final Map<String, Long> toldAt = new HashMap<>();

  ForeignPanes(Metrics metrics) {
    this.metrics = metrics;
  }

  /**
   * Refuses a pane.
   *
   * @param now wall-clock time, milliseconds since 1970
   */
  void refuse(Partial partial, long now) {
    metrics.count(Instrument.FOREIGN, partial.getModel());
    Long told = toldAt.get(partial.getModel());
    if (told == null || now - told >= MINUTE) {
      toldAt.put(partial.getModel(), now);
      LOGGER.error(
          "event=refuse model={} partition={}: its panes were made by an instance with other"
              + " settings; give all instances the same {}",
          partial.getModel(),
          partial.getPartition(),
          ModelSettings.PANE_FORM.stream().sorted().toList());
    }
  }
}
