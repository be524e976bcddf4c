package io.evenkeel.app.observe;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.state.PaneGrid;
import io.evenkeel.app.state.SeriesKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One pane of one series. */
final class PaneKey {
  private final SeriesKey series;
  private final long start;

  /** Made when it is first asked for: every access to a store needs it. */
  private @Nullable String key;

  /** So is this, which every access to a profile needs. */
  private @Nullable String modelKey;

  /**
   * The pane.
   *
   * @param start start of the pane, milliseconds since 1970
   */
  PaneKey(SeriesKey series, long start) {
    this.series = series;
    this.start = start;
  }

  /** The panes that count an observation, one of each of its series, in their order. */
  static List<PaneKey> of(Observation observation, AppConfig config) {
    String model = observation.model();
    String version = observation.version();
    long start = observation.paneStart(PaneGrid.of(config.model(model).window()));
    List<String> segments = observation.segments();
    List<PaneKey> panes = new ArrayList<>(segments.size());
    for (String segment : segments) {
      panes.add(new PaneKey(new SeriesKey(model, version, segment), start));
    }
    return panes;
  }

  SeriesKey series() {
    return series;
  }

  long start() {
    return start;
  }

  /** The key of the version of the model. */
  String modelKey() {
    String made = modelKey;
    if (made == null) {
      made = series.modelKey();
      modelKey = made;
    }
    return made;
  }

  /** The key under which stores know it. */
  String key() {
    String made = key;
    if (made == null) {
      made = series.pane(start);
      key = made;
    }
    return made;
  }

  /** The pane of a key made by {@link #key()}. */
  static PaneKey parse(String key) {
    return new PaneKey(
        SeriesKey.parse(key), Long.parseLong(key.substring(key.lastIndexOf('|') + 1)));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PaneKey pane && key().equals(pane.key());
  }

  @Override
  public int hashCode() {
    return key().hashCode();
  }

  @Override
  public String toString() {
    return key();
  }
}
