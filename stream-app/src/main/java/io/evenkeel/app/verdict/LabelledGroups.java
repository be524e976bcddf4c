package io.evenkeel.app.verdict;

import io.evenkeel.core.moments.ConfidenceBins;
import io.evenkeel.core.moments.ReliabilityMoments;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.score.Reliability;
import io.evenkeel.core.score.ReliabilityBin;
import io.evenkeel.core.score.Scores;
import io.evenkeel.schemas.VerdictDiagrams;
import io.evenkeel.schemas.VerdictScores;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes what a verdict says of the labelled predictions: null without any. */
final class LabelledGroups {

  private LabelledGroups() {}

  static @Nullable VerdictScores scores(Sketch sketch) {
    if (sketch.labelled() == 0) {
      return null;
    }
    Scores scores = sketch.scores();
    return VerdictScores.newBuilder()
        .setLogLoss(known(scores.logLoss()))
        .setBrier(known(scores.brier()))
        .setAccuracy(known(scores.accuracy()))
        .setCrps(known(scores.crps()))
        .build();
  }

  private static @Nullable Double known(double score) {
    return Double.isNaN(score) ? null : score;
  }

  static @Nullable VerdictDiagrams diagrams(Sketch sketch) {
    if (sketch.labelled() == 0) {
      return null;
    }
    VerdictDiagrams.Builder group = VerdictDiagrams.newBuilder();
    Reliability reliability = sketch.reliability();
    List<ReliabilityBin> bins = reliability.topLabel();
    if (!bins.isEmpty()) {
      group
          .setReliabilityCounts(bins.stream().map(ReliabilityBin::count).toList())
          .setReliabilityConfidences(bins.stream().map(ReliabilityBin::confidence).toList())
          .setReliabilityFrequencies(bins.stream().map(ReliabilityBin::frequency).toList());
    }
    if (sketch.plan().space().equals(TargetSpace.classes(2))) {
      addEvent(group, sketch.confidences());
    }
    if (!reliability.pit().isEmpty()) {
      group.setPitCounts(reliability.pit());
    }
    return group.build();
  }

  /** Class 1 of two, in bins that distinguish rare predictions. */
  private static void addEvent(VerdictDiagrams.Builder group, ConfidenceBins bins) {
    List<Long> counts = new ArrayList<>();
    List<Double> probabilities = new ArrayList<>();
    List<Double> frequencies = new ArrayList<>();
    for (int k = 0; k < ReliabilityMoments.BINNING.bins(); k++) {
      counts.add((long) bins.count(k));
      probabilities.add(bins.mean(k));
      frequencies.add(bins.hits(k) / bins.count(k));
    }
    group
        .setEventCounts(counts)
        .setEventProbabilities(probabilities)
        .setEventFrequencies(frequencies);
  }
}
