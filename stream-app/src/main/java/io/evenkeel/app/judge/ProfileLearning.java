package io.evenkeel.app.judge;

import io.evenkeel.app.codec.BinaryForm;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.config.ProfileSettings;
import io.evenkeel.app.state.PaneGrid;
import io.evenkeel.app.state.ProfileRecords;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.core.drift.DriftPlan;
import io.evenkeel.core.moments.BottomK;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.profile.FeatureQuarters;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.schemas.internal.Profile;
import io.evenkeel.schemas.internal.SampledPrediction;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Learns the profile of a version of a model from its first predictions.
 *
 * <p>It takes whole panes, in the order of event time, until enough predictions were made, and the
 * panes after them are judged. So the profile depends on what was predicted, not on how fast it was
 * read.
 */
final class ProfileLearning {
  private static final int FIRST_VERSION = 1;

  private ProfileLearning() {}

  /**
   * The record to publish; null when there is nothing new to say.
   *
   * @param panes panes of the whole model, by start
   * @param watermark predictions made before this have been seen, milliseconds since 1970
   * @param newest what was published last
   */
  static @Nullable Profile learn(
      SeriesKey whole,
      SortedMap<Long, MergedPane> panes,
      Cut cut,
      long watermark,
      @Nullable Profile newest) {
    long predictions = 0;
    long through = 0;
    BottomK<SampledPrediction> sample =
        new BottomK<>(cut.settings().sample(), cut.settings().seed());
    for (MergedPane pane : panes.values()) {
      if (cut.panes().endOf(pane.start()) > watermark) {
        break;
      }
      predictions += pane.predictions();
      through = cut.panes().endOf(pane.start());
      collect(pane, sample, cut.settings());
      if (predictions >= cut.settings().sample()) {
        return learn(whole, through, sample.items(), cut);
      }
    }
    boolean news = through > 0 && (newest == null || newest.getLearnedThrough() < through);
    return news
        ? ProfileRecords.learning(whole, through, panes.values().iterator().next().space())
        : null;
  }

  private static Profile learn(
      SeriesKey whole, long through, List<SampledPrediction> sample, Cut cut) {
    List<PredictiveDistribution> predictions =
        sample.stream()
            .map(seen -> BinaryForm.distribution(seen.getDistribution().duplicate()))
            .toList();
    long seed = cut.settings().seed();
    List<Map<String, Double>> features =
        sample.stream().map(SampledPrediction::getFeatures).toList();
    var profile =
        ProfileLearner.learn(FIRST_VERSION, predictions, cut.settings().locations(), seed)
            .withFeatures(FeatureQuarters.learn(features, cut.features()));
    DriftPlan drift =
        DriftPlan.learn(
            ProfileRecords.embedding(profile), predictions, features, cut.features(), seed);
    double[] reference = new double[drift.length()];
    for (int i = 0; i < predictions.size(); i++) {
      drift.add(reference, predictions.get(i), sample.get(i).getFeatures());
    }
    return ProfileRecords.toRecord(whole, through, profile, drift, reference);
  }

  /**
   * How to cut time, and how much to learn from.
   *
   * @param panes the panes
   * @param settings size of the sample, number of locations, seed
   * @param features the most features to watch
   */
  record Cut(PaneGrid panes, ProfileSettings settings, int features) {
    static Cut of(ModelSettings settings) {
      return new Cut(
          PaneGrid.of(settings.window()), settings.profile(), settings.drift().featuresLimit());
    }
  }

  /**
   * Of each pane so many as one source partition keeps: their number, and so the profile, must not
   * depend on how many partitions there are.
   */
  private static void collect(
      MergedPane pane, BottomK<SampledPrediction> sample, ProfileSettings settings) {
    BottomK<SampledPrediction> ofPane = new BottomK<>(settings.reservoir(), settings.seed());
    for (MergedPane.Part part : pane.parts()) {
      for (SampledPrediction prediction : part.sample()) {
        ofPane.add(prediction.getPredictionId(), prediction);
      }
    }
    ofPane.entries().forEach(seen -> sample.add(seen.id(), seen.item()));
  }
}
