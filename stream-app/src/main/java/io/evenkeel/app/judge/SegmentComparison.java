package io.evenkeel.app.judge;

import io.evenkeel.app.alert.Attribution;
import io.evenkeel.app.alert.Phase;
import io.evenkeel.app.codec.Surroundings;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.core.evidence.SeriesEvidence;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.recalibration.Tolerance;
import io.evenkeel.core.sequential.Evidence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/**
 * Compares the segments of a version of a model with the whole of it. All of its series are judged
 * by the same task, the whole before its segments, so that they are seldom ahead of it.
 *
 * <p>O(panes kept) for each segment: meant for changes of an alert.
 *
 * @param series what judging the series remembers
 * @param panes their panes
 */
record SegmentComparison(SeriesStore series, SeriesPanes panes, AppConfig config) {

  /**
   * A series with what is kept of it.
   *
   * @param memory what judging it remembers
   * @param panes those that are, by start; at least one
   */
  record Kept(SeriesKey key, SeriesMemory memory, NavigableMap<Long, MergedPane> panes) {

    /** Whether all panes from the given time on are here, added up or kept. */
    private boolean isWholeFrom(long since) {
      return panes.firstKey() <= since || memory.monitor().since() == since;
    }

    private Evidence evidence(long since, long through, ModelSettings settings) {
      SketchPlan plan = MergedPane.plan(panes.values());
      SeriesMonitor.State before = memory.monitor();
      long from = Math.max(since, before.through());
      Evidence sum =
          (before.since() == since
                  ? SeriesMonitor.at(before, settings, Tolerance.within(0)).evidence(plan)
                  : SeriesEvidence.empty(plan, 0))
              .evidence();
      for (MergedPane pane : panes.subMap(from, Math.max(from, through)).values()) {
        sum = sum.with(pane.sketch().evidence());
      }
      return sum;
    }
  }

  /**
   * Which segments carry what the evidence of the whole says.
   *
   * @param since panes that start from then on count as evidence of the whole, milliseconds since
   *     1970
   * @param through panes that start before then do
   */
  Attribution attribute(Kept whole, long since, long through) {
    if (since >= through) {
      return Attribution.NONE;
    }
    ModelSettings model = config.model(whole.key.model());
    Stretches stretches = new Stretches(whole, since, through, model);
    List<Attribution.Part> parts = new ArrayList<>();
    List<String> firing = new ArrayList<>();
    for (Map.Entry<SeriesKey, SeriesMemory> entry : series.segments(whole.key).entrySet()) {
      SeriesKey key = entry.getKey();
      if (entry.getValue().alert(Rule.MISCALIBRATION).phase() == Phase.FIRING) {
        firing.add(key.segment());
      }
      Kept segment = kept(key, entry.getValue());
      if (segment == null) {
        continue;
      }
      long from = stretches.from(segment);
      if (from < through) {
        add(parts, segment, segment.evidence(from, through, model), stretches.of(from));
      }
    }
    return Attribution.of(parts, firing, model.evidence().alpha());
  }

  /** A segment with panes; null if none are kept, or they cannot be read. */
  private @Nullable Kept kept(SeriesKey key, SeriesMemory memory) {
    try {
      NavigableMap<Long, MergedPane> kept = panes.load(key);
      return kept == null || kept.isEmpty() ? null : new Kept(key, memory, kept);
    } catch (RuntimeException e) {
      if (!Surroundings.failed(e)) {
        // When it is judged itself, it is set aside.
        return null;
      }
      throw e;
    }
  }

  /**
   * A segment of another kind of target is left out, and one that has taken stragglers for a pane
   * that the whole had settled.
   */
  private static void add(
      List<Attribution.Part> parts, Kept segment, Evidence part, Evidence whole) {
    if (part.mayBePartOf(whole)) {
      parts.add(new Attribution.Part(segment.key.segment(), part, whole.without(part)));
    }
  }

  /**
   * The stretches of time over which segments may be compared with the whole: all of its evidence,
   * or the panes that both have kept, whichever says more against the whole. The first shows what
   * has long been wrong, and the other what has changed.
   */
  private static final class Stretches {
    private final Kept whole;
    private final long since;
    private final long through;
    private final ModelSettings settings;
    private final Map<Long, Evidence> known = new HashMap<>();

    Stretches(Kept whole, long since, long through, ModelSettings settings) {
      this.whole = whole;
      this.since = since;
      this.through = through;
      this.settings = settings;
    }

    /** The evidence of the whole from the given time on. */
    Evidence of(long from) {
      return known.computeIfAbsent(from, then -> whole.evidence(then, through, settings));
    }

    /** The start of the stretch over which a segment is compared. */
    long from(Kept segment) {
      long recent = Math.max(whole.panes.firstKey(), segment.panes.firstKey());
      // A segment whose labels come sooner may have settled more than counts of the whole.
      boolean isAhead = segment.memory.keptFrom(settings) > through;
      boolean all = whole.isWholeFrom(since) && segment.isWholeFrom(since) && !isAhead;
      return all && (recent >= through || logE(since) >= logE(recent)) ? since : recent;
    }

    private double logE(long from) {
      return of(from).logEValue();
    }
  }
}
