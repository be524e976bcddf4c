package io.evenkeel.app.observe;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.state.Labelled;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.internal.Pane;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the labels of a pane again from its predictions, after one was taken back beside which the
 * others were lost to rounding, such as a fill value of 1e36 that was corrected: mutable.
 *
 * <p>Cost: each prediction of the pane is read. Of many such labels, those that come before the
 * last are taken back beside one that is as large, so that it is done about once. Where such labels
 * come and are corrected again and again, it waits until so many others have come that all labels
 * together cost no more than {@value #PER_LABEL} predictions each.
 */
final class Recount {
  private static final Logger LOGGER = LoggerFactory.getLogger(Recount.class);

  /** A pane with more predictions would hold up for seconds whatever comes next. */
  private static final long MOST = 100_000;

  private static final long PER_LABEL = 100;

  private final AppConfig config;
  private final ObserveState state;

  /** Panes to be counted again, with those of the same time that list their predictions. */
  private final Map<PaneKey, PaneKey> waiting = new LinkedHashMap<>();

  /** The predictions that may be read now. */
  private long allowed = MOST;

  Recount(AppConfig config, ObserveState state) {
    this.config = config;
    this.state = state;
  }

  /**
   * Notes that a label was taken in, and counts panes again.
   *
   * @param lost open panes whose other labels were lost when a label was taken back
   * @param listed the pane of the same time that their predictions are listed with
   */
  void labelled(Iterable<PaneKey> lost, PaneKey listed) {
    allowed = Math.min(MOST, allowed + PER_LABEL);
    lost.forEach(pane -> waiting.put(pane, listed));
    Iterator<Map.Entry<PaneKey, PaneKey>> panes = waiting.entrySet().iterator();
    while (panes.hasNext()) {
      Map.Entry<PaneKey, PaneKey> next = panes.next();
      Pane all = state.panes().get(next.getValue());
      long predictions = all == null ? 0 : all.getPredictions();
      if (predictions <= MOST && predictions > allowed) {
        return;
      }
      panes.remove();
      if (predictions > MOST) {
        warn(next.getKey());
      } else if (state.panes().isOpen(next.getKey())) {
        allowed -= predictions;
        count(next.getKey(), next.getValue());
      }
    }
  }

  private static void warn(PaneKey pane) {
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
  }

  private void count(PaneKey pane, PaneKey listed) {
    state.panes().clearLabels(pane);
    for (String id : state.members().of(listed)) {
      Observation observation = state.observations().get(id);
      if (observation != null) {
        add(pane, id, observation);
      }
    }
  }

  private void add(PaneKey pane, String id, Observation observation) {
    int segment = PaneKey.of(observation, config).indexOf(pane);
    Labelled seen = ObserveState.labelled(observation);
    if (segment >= 0 && seen != null && state.panes().counts(pane, observation)) {
      long number = observation.number();
      Labelled partner = state.partner(observation, segment, pane, number);
      state.panes().add(pane, id, number, seen.countedIn(observation.segments().size()), partner);
    }
  }
}
