package io.evenkeel.app.compare;

import io.evenkeel.app.alert.ComparedScore;
import io.evenkeel.app.codec.BinaryForm;
import io.evenkeel.app.codec.Cluster;
import io.evenkeel.app.codec.LabelCodec;
import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.Reason;
import io.evenkeel.app.codec.RejectedEventException;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.observe.EventChecks;
import io.evenkeel.app.state.PaneGrid;
import io.evenkeel.core.moments.Outcome;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetView;
import io.evenkeel.core.score.BrierScore;
import io.evenkeel.core.score.RelativeCrps;
import io.evenkeel.schemas.Label;
import io.evenkeel.schemas.internal.PendingCase;
import io.evenkeel.schemas.internal.PendingPrediction;
import io.evenkeel.schemas.internal.ScoredCase;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a complete case says of its two versions: the difference of their Brier scores or, relative
 * to a scale that is known before the label, of their CRPS.
 */
record CaseScore(AppConfig config) {
  /**
   * The scores of a case. Of panes whose targets overlap every {@code labels.lag} one counts.
   *
   * @param one with both predictions and the label
   * @return empty for a case of another pane
   * @throws RejectedEventException if it cannot be compared, which the message explains
   */
  Optional<ScoredCase> of(String id, PendingCase one) {
    PendingPrediction champion = Objects.requireNonNull(one.getChampion());
    PendingPrediction challenger = Objects.requireNonNull(one.getChallenger());
    Label waiting = Label.newBuilder(one.getLabel()).setPredictionId(id).build();
    LabelEvent label = LabelCodec.decode(waiting);
    if (!champion.getModel().equals(challenger.getModel())) {
      throw new RejectedEventException(
          Reason.UNKNOWN_MODEL,
          "the versions are of two models: send the predictions of both under one name");
    }
    ModelSettings settings = config.model(champion.getModel());
    EventChecks.inTime(label, champion.getMadeAt(), settings, false);
    PredictiveDistribution p = BinaryForm.distribution(champion.getDistribution());
    PredictiveDistribution q = BinaryForm.distribution(challenger.getDistribution());
    if (!p.space().equals(q.space())) {
      throw new RejectedEventException(
          Reason.WRONG_SPACE, "one version predicts " + p.space() + " and the other " + q.space());
    }
    TargetView order = order(settings, p).orElse(null);
    Target y = label.target().resolve(p, order, settings.classes());
    String outcome = outcome(champion, settings);
    if (!counts(champion, settings)) {
      return Optional.empty();
    }
    return Optional.of(
        new ScoredCase(
            champion.getModel(),
            champion.getVersion(),
            challenger.getVersion(),
            champion.getMadeAt(),
            label.knownAt(),
            outcome,
            order == null ? difference(p, q, y) : difference(order.in(p), order.in(q), y),
            ComparedScore.of(order == null ? p.space() : order.in(p).space()).key()));
  }

  /** The order of classes that have one. An event is not judged here: all of a prediction is. */
  private static Optional<TargetView> order(ModelSettings settings, PredictiveDistribution p) {
    try {
      return settings.calibration().isOfEvent() ? Optional.empty() : settings.view(p);
    } catch (IllegalArgumentException e) {
      throw new RejectedEventException(Reason.WRONG_SPACE, String.valueOf(e.getMessage()), e);
    }
  }

  /** Whether a case can be scored depends on its predictions alone. */
  private static double difference(PredictiveDistribution p, PredictiveDistribution q, Target y) {
    if (p instanceof Categorical first && q instanceof Categorical second) {
      double difference =
          BrierScore.of(first, (ClassLabel) y) - BrierScore.of(second, (ClassLabel) y);
      double bound = ComparedScore.BRIER.bound();
      return Math.max(-bound, Math.min(bound, difference));
    }
    try {
      return RelativeCrps.difference(p, q, (RealVector) y);
    } catch (IllegalArgumentException e) {
      throw new RejectedEventException(
          Reason.INVALID_DISTRIBUTION, String.valueOf(e.getMessage()), e);
    }
  }

  /** Targets of panes of one class do not overlap. */
  private static boolean counts(PendingPrediction champion, ModelSettings settings) {
    PaneGrid panes = PaneGrid.of(settings.window());
    return settings.overlap().isOfOneClass(Math.floorDiv(champion.getMadeAt(), panes.length()));
  }

  /** The outcome that the case shares with others, of which one is counted; empty if none does. */
  private static String outcome(PendingPrediction champion, ModelSettings settings) {
    Double weight = champion.getWeight();
    Outcome outcome =
        new Cluster(
                champion.getCluster(),
                weight == null ? OptionalDouble.empty() : OptionalDouble.of(weight))
            .outcome(settings.labels().rowsPerOutcome());
    if (outcome.isShared() && outcome.id().isEmpty()) {
      throw new RejectedEventException(
          Reason.INVALID_PREDICTION,
          "with labels.rows-per-outcome, cases may share an outcome, and one of each is compared:"
              + " send the id of the outcome as cluster");
    }
    return outcome.isShared() ? outcome.id() : "";
  }
}
