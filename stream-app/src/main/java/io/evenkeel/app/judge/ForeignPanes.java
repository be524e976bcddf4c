package io.evenkeel.app.judge;

import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.metrics.Instrument;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.schemas.internal.Partial;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Panes that an instance with other settings made. They are refused, as adding them up would give
 * verdicts on no window at all, and counted. The log limits equal lines, for each model by itself.
 */
final class ForeignPanes {
  private static final Logger LOGGER = LoggerFactory.getLogger(ForeignPanes.class);

  private ForeignPanes() {}

  /** Refuses a pane. */
  static void refuse(Metrics metrics, Partial partial) {
    metrics.count(Instrument.FOREIGN, partial.getModel());
    LOGGER.error(
        "event=refuse model={} partition={}: its panes were made by an instance with other"
            + " settings; give all instances the same {}",
        partial.getModel(),
        partial.getPartition(),
        ModelSettings.PANE_FORM.stream().sorted().toList());
  }
}
