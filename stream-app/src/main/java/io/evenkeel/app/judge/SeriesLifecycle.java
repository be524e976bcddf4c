package io.evenkeel.app.judge;

import io.evenkeel.app.config.AlertSettings;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.state.PaneGrid;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.PublishedMap;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What happens to a series without predictions. It is missed first: its alert says so, unless the
 * model goes on in other series and the alert is quiet. It is retired if the model is still
 * predicted for then and the alert is open: the alert is resolved. In the end it is forgotten,
 * whatever it was.
 *
 * <p>Missing labels are another matter: as long as there are predictions none of this happens.
 *
 * @param series the series
 * @param settings how its model is watched
 * @param memory what judging it remembers
 * @param predictedThrough end of its newest pane with predictions, milliseconds since 1970
 */
record SeriesLifecycle(
    SeriesKey series, ModelSettings settings, SeriesMemory memory, long predictedThrough) {
  private static final int TIMES = 3;
  private static final Duration LEAST = Duration.ofDays(3);

  /**
   * The absence of a series.
   *
   * @param newest start of the newest pane that is kept, milliseconds since 1970; 0 without one
   */
  static SeriesLifecycle of(
      SeriesKey series, ModelSettings settings, SeriesMemory memory, long newest) {
    long end = newest == 0 ? 0 : PaneGrid.of(settings.window()).endOf(newest);
    return new SeriesLifecycle(
        series, settings, memory, Math.max(end, memory.gaps().predictedThrough()));
  }

  /**
   * Event time without labels or predictions after which the alert says so, milliseconds; 0: never.
   *
   * @param gaps between the predictions of the series
   */
  static long noDataAfter(ModelSettings settings, Gaps gaps) {
    return settings.alert().noDataAfter().map(Duration::toMillis).orElse(usually(settings, gaps));
  }

  private static long usually(ModelSettings settings, Gaps gaps) {
    long usual = Math.max(settings.window().size().toMillis(), gaps.usual());
    return Math.max(LEAST.toMillis(), TIMES * usual);
  }

  private long noDataAfter() {
    return noDataAfter(settings, memory.gaps());
  }

  /** End of the window in which it is missed, milliseconds since 1970. */
  long missedAt() {
    PaneGrid cut = PaneGrid.of(settings.window());
    long wait = Math.max(noDataAfter(), cut.window()) + cut.length() - 1;
    return noDataAfter() == 0 ? Long.MAX_VALUE : cut.startOf(predictedThrough + wait);
  }

  /** Whether that window is over and nothing has been said of it. */
  boolean isMissed(Watermarks.Watermark watermark) {
    return memory.finalThrough() == predictedThrough && watermark.awaited() >= missedAt();
  }

  /** Whether somebody waits for it: it is the whole model and all of it, or its alert is open. */
  boolean isAwaited(Watermarks.Watermark watermark) {
    return isOpen() || (series.segment().isEmpty() && !modelGoesOn(watermark));
  }

  private boolean modelGoesOn(Watermarks.Watermark watermark) {
    return watermark.predicted() >= predictedThrough;
  }

  private boolean isOpen() {
    return memory.isOpen();
  }

  /** When it is retired if the model goes on, milliseconds since 1970. */
  long retiredAt() {
    AlertSettings alert = settings.alert();
    long after = alert.retireAfter().map(Duration::toMillis).orElse(2 * absence());
    return PaneGrid.of(settings.window()).startOf(predictedThrough + after);
  }

  /** How long a series has to be without predictions to count as absent, milliseconds. */
  private long absence() {
    return noDataAfter() == 0 ? usually(settings, memory.gaps()) : noDataAfter();
  }

  /**
   * Whether others are not absent when it is retired. A model that stops as a whole has its last
   * predictions in one series or another, a little later than in the rest.
   */
  private boolean goesOnWithout(Watermarks.Watermark watermark) {
    return watermark.predicted() >= Math.max(predictedThrough, retiredAt() - absence());
  }

  /** Whether all its windows are final. */
  boolean isJudged() {
    return memory.finalThrough() >= predictedThrough;
  }

  /** Whether its alert is open and it is retired. */
  boolean isRetired(Watermarks.Watermark watermark) {
    return isOpen() && goesOnWithout(watermark) && isJudged() && watermark.awaited() >= retiredAt();
  }

  /** What to remember of it once it is retired: if it comes back it starts from the beginning. */
  SeriesMemory retired() {
    return memory.retired(Math.max(memory.finalThrough(), retiredAt()));
  }

  /** That it is retired, in words. */
  String retiredInWords() {
    String what = "the segment has gone: it has had no predictions";
    if (series.segment().isEmpty()) {
      what =
          series.version().isEmpty()
              ? "its predictions without a version were retired: there have been none"
              : "version " + series.version() + " was retired: it has made no predictions";
    }
    return what + " since " + lastPredicted() + ", and the model goes on without";
  }

  /** What withdraws its map when it is retired; none if no map is published. */
  Optional<PublishedMap> withdrawnMap() {
    return memory.mapInForce() == 0
        ? Optional.empty()
        : Optional.of(SeriesMap.withdrawn(series, retiredAt(), retiredInWords()));
  }

  /**
   * When it is forgotten, milliseconds since 1970: never before it could be missed, and that alert
   * has stood as long again, however short the setting is.
   */
  long forgottenAt() {
    return predictedThrough + Math.max(settings.forgetAfter().toMillis(), 2 * noDataAfter());
  }

  /** Whether it is to be forgotten once it is judged. */
  boolean isForgotten(Watermarks.Watermark watermark) {
    return predictedThrough > 0 && watermark.awaited() >= forgottenAt();
  }

  /** That it is forgotten, in words. */
  String forgottenInWords() {
    return "forgotten: it has had no predictions since " + lastPredicted();
  }

  private Instant lastPredicted() {
    return Instant.ofEpochMilli(predictedThrough);
  }

  /** When the first of these comes that is still to come, milliseconds since 1970. */
  long nextDue() {
    long next = isOpen() ? Math.min(retiredAt(), forgottenAt()) : forgottenAt();
    return memory.finalThrough() > predictedThrough ? next : Math.min(next, missedAt());
  }
}
