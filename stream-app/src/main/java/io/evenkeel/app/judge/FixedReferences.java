package io.evenkeel.app.judge;

import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RejectedEventException;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.replay.Case;
import io.evenkeel.app.state.Profiles;
import io.evenkeel.app.state.SegmentName;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.core.drift.DriftMoments;
import io.evenkeel.core.drift.DriftPlan;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.schemas.internal.Profile;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What all windows of each series may be compared with: the cases that its profile was learned
 * from, or those of a file, summed up once the profile is known. Mutable: remembers the sums of
 * files.
 */
final class FixedReferences {
  private static final Logger LOGGER = LoggerFactory.getLogger(FixedReferences.class);

  /** The most numbers of sums of files that are remembered: 10 MB, of some 2,000 usual series. */
  static final int MOST_REMEMBERED = 1_250_000;

  private final AppConfig config;
  private final Profiles profiles;
  private final ReferenceFiles files;
  private final Map<SeriesKey, DriftReference.Fixed> ofFiles = new HashMap<>();
  private long remembered;

  FixedReferences(AppConfig config, Profiles profiles, ReferenceFiles files) {
    this.config = config;
    this.profiles = profiles;
    this.files = files;
  }

  /** That of a series; null without a profile. */
  DriftReference.@Nullable Fixed of(SeriesKey series) {
    DriftMoments learned = profiles.reference(series.modelKey());
    Profile profile = profiles.newest(series.modelKey());
    if (learned == null || profile == null) {
      return null;
    }
    ModelSettings settings = config.model(series.model());
    if (settings.drift().file().isEmpty()) {
      return new DriftReference.Fixed(
          learned.plan(), learned, learned, profile.getLearnedThrough(), "");
    }
    DriftReference.Fixed known = ofFiles.get(series);
    if (known == null || !known.plan().equals(learned.plan())) {
      ReferenceFiles.Sample all = files.sample(settings.drift().file().get(), series.model());
      List<Case> cases =
          all.cases().stream().filter(one -> isOf(series, one, settings.segments())).toList();
      known =
          new DriftReference.Fixed(
              learned.plan(),
              learned,
              sum(series, cases, learned.plan(), settings),
              profile.getLearnedThrough(),
              all.checksum());
      remember(series, known);
    }
    return known;
  }

  void remember(SeriesKey series, DriftReference.Fixed known) {
    DriftReference.Fixed former = ofFiles.remove(series);
    remembered += known.plan().length() - (former == null ? 0 : former.plan().length());
    if (remembered > MOST_REMEMBERED) {
      ofFiles.clear();
      remembered = known.plan().length();
    }
    ofFiles.put(series, known);
  }

  /** The numbers of sums of files that are remembered now. */
  long remembered() {
    return remembered;
  }

  private static boolean isOf(SeriesKey series, Case one, List<String> combinations) {
    Map<String, String> attributes = one.prediction().segments();
    return series.segment().isEmpty()
        || combinations.stream()
            .map(combination -> SegmentName.of(combination, attributes))
            .anyMatch(series.segment()::equals);
  }

  /** Cases that are not judged as those of the profile are left out, as of another model. */
  private static DriftMoments sum(
      SeriesKey series, List<Case> cases, DriftPlan plan, ModelSettings settings) {
    TargetSpace space = plan.predictions().locations().get(0).space();
    double[] block = new double[plan.length()];
    int others = 0;
    for (Case one : cases) {
      try {
        PredictionEvent event = one.prediction().judged(settings::view);
        if (event.distribution().space().equals(space)) {
          add(block, plan, event, one.labels(), settings.classes());
        } else {
          others++;
        }
      } catch (RejectedEventException e) {
        others++;
      }
    }
    if (others > 0 && series.segment().isEmpty()) {
      LOGGER.warn(
          "event=drift-reference-of-others model={} cases={} left-out={}",
          series.model(),
          cases.size(),
          others);
    }
    return plan.moments(block);
  }

  private static void add(
      double[] block,
      DriftPlan plan,
      PredictionEvent event,
      List<LabelEvent> labels,
      List<String> classes) {
    Target last =
        labels.isEmpty() ? null : event.target(labels.get(labels.size() - 1).target(), classes);
    plan.add(block, event.distribution(), event.features());
    if (last != null) {
      plan.label(block, event.distribution(), last, 1);
    }
  }
}
