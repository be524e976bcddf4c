package io.evenkeel.app.observe;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.internal.Pane;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the labels of a pane again from its predictions, after one was taken back beside which the
 * others were lost to rounding, such as a fill value of 1e36 that was corrected.
 *
 * <p>Cost: each prediction of the pane is read. Of many such labels, those that come before the
 * last are taken back beside one that is as large, so that it is done about once.
 */
final class Recount {
  private static final Logger LOGGER = LoggerFactory.getLogger(Recount.class);

  /** A pane with more predictions would hold up for seconds whatever comes next. */
  private static final long MOST = 100_000;

  private final EventChecks checks;
  private final ObserveState state;

  Recount(AppConfig config, ObserveState state) {
    this.checks = new EventChecks(config);
    this.state = state;
  }

  /**
   * Counts the labels of an open pane again.
   *
   * @param listed the pane of the same time that its predictions are listed with
   */
  void of(PaneKey pane, PaneKey listed) {
    Pane all = state.panes().get(listed);
    if (all == null || all.getPredictions() > MOST) {
      SeriesKey series = pane.series();
      LOGGER.warn(
          "event=sums-not-exact model={} version={} segment={} pane={} reason=\"a label was corrected"
              + " beside which others are lost to rounding, and the pane has more than {} predictions"
              + " to count again\"",
          series.model(),
          series.version(),
          series.segment(),
          Instant.ofEpochMilli(pane.start()),
          MOST);
      return;
    }
    state.panes().clearLabels(pane);
    for (String id : state.members().of(listed)) {
      Observation observation = state.observations().get(id);
      if (observation != null) {
        add(pane, observation);
      }
    }
  }

  private void add(PaneKey pane, Observation observation) {
    int segment = checks.panes(observation).indexOf(pane);
    Labelled seen = ObserveState.labelled(observation);
    if (segment >= 0 && seen != null && state.panes().counts(pane, observation)) {
      long number = observation.number();
      Labelled partner = state.partner(observation, segment, pane, number);
      state.panes().add(pane, number, seen.countedIn(observation.segments().size()), partner);
    }
  }
}
