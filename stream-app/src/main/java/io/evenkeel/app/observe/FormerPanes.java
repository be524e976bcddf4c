package io.evenkeel.app.observe;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.schemas.internal.Pane;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open panes that were begun before a change of the settings by which panes are made: mutable.
 * They are not published. The second stage would refuse them, and that alarms: it would look as if
 * an instance had other settings than the others, until the labels of the last one are in.
 */
final class FormerPanes {
  private static final Logger LOGGER = LoggerFactory.getLogger(FormerPanes.class);

  private final AppConfig config;
  private final OpenPanes panes;
  private final int partition;
  private final Set<String> told = new HashSet<>();

  /**
   * Those among the panes.
   *
   * @param partition the source partition
   */
  FormerPanes(AppConfig config, OpenPanes panes, int partition) {
    this.config = config;
    this.panes = panes;
    this.partition = partition;
  }

  /** Whether the pane is one of them. Of the first one of a model a line is logged. */
  boolean has(PaneKey key, Pane pane) {
    String model = key.series().model();
    if (!isFormer(model, pane)) {
      return false;
    }
    if (told.add(model)) {
      LOGGER.warn(
          "event=leave-out model={} partition={} panes={}: they were begun before a change of one of"
              + " {}; no verdict counts them",
          model,
          partition,
          count(model),
          ModelSettings.PANE_FORM.stream().sorted().toList());
    }
    return true;
  }

  private boolean isFormer(String model, Pane pane) {
    return pane.getPaneForm() != config.model(model).paneForm();
  }

  private long count(String model) {
    return panes.open().stream()
        .filter(key -> key.series().model().equals(model))
        .filter(
            key -> {
              Pane pane = panes.get(key);
              return pane != null && isFormer(model, pane);
            })
        .count();
  }
}
