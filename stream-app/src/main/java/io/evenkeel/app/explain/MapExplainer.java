package io.evenkeel.app.explain;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.follow.AbsentException;
import io.evenkeel.app.follow.TopicReader;
import io.evenkeel.app.judge.MapReplay;
import io.evenkeel.app.oncall.PublishedMaps;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.verdict.Sources;
import io.evenkeel.app.wording.Times;
import io.evenkeel.schemas.PublishedMap;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictEvidence;
import io.evenkeel.schemas.internal.Partial;
import io.evenkeel.schemas.internal.Profile;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Recomputes a published map: from the predictions and labels of its series since the first pane of
 * its proof, with the profile of the verdict with which it was decided and the settings of now.
 *
 * <p>The verdict names the offsets of its evidence. Where that starts after the proof, as it does
 * once a fault has ended, all events count that are left.
 */
public final class MapExplainer {
  private final AppConfig config;
  private final TopicReader reader;
  private final Recorded recorded;

  /** An explainer that has read nothing. */
  public MapExplainer(AppConfig config, TopicReader reader) {
    this.config = config;
    this.reader = reader;
    this.recorded = Recorded.of(config, reader);
  }

  /**
   * Explains a map, or why it was withdrawn.
   *
   * @param key as for {@link PublishedMaps#find}
   * @param at its newest record up to this event time; null for the newest of all
   * @throws AbsentException if something of it is not there any more
   */
  public MapExplanation explain(String key, @Nullable Instant at) {
    PublishedMap map = new PublishedMaps(config).find(reader, key, at);
    SeriesKey series = new SeriesKey(map.getModel(), map.getVersion(), map.getSegment());
    try {
      return explain(series, map);
    } catch (AbsentException e) {
      throw new AbsentException(
          series.inWords()
              + ": "
              + map.getWords()
              + ", decided "
              + Times.minute(map.getUpdatedAt())
              + ", cannot be recomputed: "
              + e.getMessage());
    }
  }

  private MapExplanation explain(SeriesKey series, PublishedMap map) {
    String name = map.getVerdict();
    Instant since = map.getSince();
    if (name == null && since != null) {
      throw new AbsentException("no labels decided it");
    }
    if (name == null || since == null) {
      throw new AbsentException(
          "an earlier version of Evenkeel wrote the record, which does not say since when its labels"
              + " count; the next record of the series will");
    }
    Verdict verdict = recorded.verdict(name);
    Map<String, Profile> profiles = recorded.profile(series, verdict.getProfile());
    MapReplay.Then then =
        new MapReplay.Then(map, since, verdict, config, profiles.get(series.modelKey()));
    Recount recount = new Recount(config, reader, recorded);
    boolean isNamed = names(verdict, since, map.getUpdatedAt());
    Sources sources = isNamed ? Sources.of(verdict.getProvenance()) : recount.since(since);
    Instant window = verdict.getWindowStart();
    List<Partial> partials =
        recount.of(
            series,
            sources,
            profiles,
            (window.isBefore(since) ? window : since).toEpochMilli(),
            map.getUpdatedAt().toEpochMilli());
    MapReplay again = MapReplay.of(then, partials);
    List<String> warnings = Agreement.warnings(name, verdict, again.configHash());
    if (!isNamed) {
      warnings.add(
          "the verdict does not name the offsets of all panes of the proof: all labels that are left"
              + " count, but those that came too late");
    }
    if (then.isSelection()) {
      warnings.add("that the alert of the rule selection was open is taken from the record");
    }
    return new MapExplanation(
        then, name, again, new Agreement(sources, Comparison.of(map, again.published()), warnings));
  }

  /** Whether the verdict names the offsets of all panes of the proof. */
  private static boolean names(Verdict verdict, Instant since, Instant through) {
    VerdictEvidence evidence = verdict.getEvidence();
    return !evidence.getSince().isAfter(since) && !evidence.getThrough().isBefore(through);
  }
}
