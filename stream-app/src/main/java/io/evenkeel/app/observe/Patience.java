package io.evenkeel.app.observe;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.state.PaneGrid;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.internal.Frontier;

/**
 * How long a pane that has changed little may wait: half as long as the verdict that it would
 * change. It does not wait if all of its labels have come, or if the next frontier reports that all
 * of its predictions have come, or if this is not known.
 *
 * @param sent the newest frontiers
 * @param now wall-clock time, milliseconds since 1970
 */
record Patience(
    AppConfig config, ObserveState state, Isolation isolation, SentFrontiers sent, long now) {

  /** How long after its last publication the pane may wait, milliseconds. */
  long of(PaneKey key) {
    long[] patience = {0};
    SeriesKey series = key.series();
    isolation.done(
        series.model(),
        "looking whether to publish " + series.inWords(),
        now,
        () -> patience[0] = longest(key));
    return patience[0];
  }

  private long longest(PaneKey key) {
    SeriesKey series = key.series();
    ModelSettings settings = config.model(series.model());
    ModelEventTime.Time time = state.clocks().time(series.model(), now);
    Frontier last = sent.newest(series.model());
    if (time == null
        || last == null
        || time.idle()
        || settings.labels().minCoverage().isPresent()
        || !state.profiles().learned(key.modelKey())) {
      return 0;
    }
    PaneGrid panes = PaneGrid.of(settings.window());
    long end = panes.endOf(key.start());
    long settled = state.settled().through(series.model(), series.version());
    boolean labelsAreComplete = end <= Math.max(time.labelsThrough(settings), settled);
    boolean predictionsBecomeComplete =
        end > last.getPredictionsThrough() && end <= time.predictionsThrough(settings);
    return labelsAreComplete || predictionsBecomeComplete
        ? 0
        : panes.freshFor(time.predictions() - end) / 2;
  }
}
