package io.evenkeel.app.explain;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.follow.AbsentException;
import io.evenkeel.app.follow.TopicReader;
import io.evenkeel.app.judge.VerdictReplay;
import io.evenkeel.app.oncall.AlertTopic;
import io.evenkeel.app.state.PaneGrid;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.verdict.Sources;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.internal.Partial;
import io.evenkeel.schemas.internal.Profile;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Recomputes the verdict behind an alert: from the predictions and labels at the offsets that it
 * names, with its version of the profile and the settings of now. Memory grows with the predictions
 * of one source partition that count.
 */
public final class Explainer {
  private final AppConfig config;
  private final TopicReader reader;
  private final Recorded recorded;

  /** An explainer that has read nothing. */
  public Explainer(AppConfig config, TopicReader reader) {
    this.config = config;
    this.reader = reader;
    this.recorded = Recorded.of(config, reader);
  }

  /**
   * Explains an alert.
   *
   * @param id its fingerprint, or the beginning of it
   * @param at its newest state up to this event time; null for the newest of all
   * @throws AbsentException if something of it is not there any more
   */
  public Explanation explain(String id, @Nullable Instant at) {
    Alert alert = new AlertTopic(config, reader).find(id, at);
    String cause = alert.getVerdict();
    if (cause == null) {
      throw new AbsentException("no verdict caused the alert: " + alert.getSummary());
    }
    Verdict verdict = recorded.verdict(cause);
    SeriesKey series =
        new SeriesKey(verdict.getModel(), verdict.getVersion(), verdict.getSegment());
    Map<String, Profile> profiles = recorded.profile(series, verdict.getProfile());
    ModelSettings settings = config.model(series.model());
    VerdictReplay.Then then =
        new VerdictReplay.Then(verdict, config, profiles.get(series.modelKey()));
    Sources sources = Sources.of(verdict.getProvenance());
    List<Partial> partials =
        new Recount(config, reader, recorded)
            .of(
                series,
                sources,
                profiles,
                since(verdict, settings),
                verdict.getWindowEnd().toEpochMilli());
    VerdictReplay again = VerdictReplay.of(then, partials);
    List<String> warnings =
        Agreement.warnings(cause, verdict, again.verdict().getProvenance().getConfigHash());
    Agreement.tooEarly(alert, verdict).ifPresent(warnings::add);
    if (settings.evidence().isRelative()) {
      warnings.add("what is no worse than the reference is not made again: numbers may differ");
    }
    List<Comparison> comparisons =
        Comparison.of(verdict, again.verdict(), settings, () -> recorded.isOlder(series, verdict));
    return new Explanation(alert, verdict, again, new Agreement(sources, comparisons, warnings));
  }

  /** Start of the first pane that the verdict may rest on. */
  private static long since(Verdict verdict, ModelSettings settings) {
    PaneGrid panes = PaneGrid.of(settings.window());
    long compared =
        verdict.getWindowStart().toEpochMilli() - settings.drift().windowsBefore() * panes.window();
    return Math.min(verdict.getEvidence().getSince().toEpochMilli(), compared);
  }
}
