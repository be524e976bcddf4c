package io.evenkeel.app.compare;

import io.evenkeel.app.alert.ComparedScore;
import io.evenkeel.app.alert.ComparisonWords;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.core.score.Interval;
import io.evenkeel.core.sequential.ScoreDifference;
import io.evenkeel.schemas.Better;
import io.evenkeel.schemas.Comparison;
import io.evenkeel.schemas.internal.PairState;
import io.evenkeel.schemas.internal.ScoredCase;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Two versions of a model, what their scores show, and which alert is open: mutable.
 *
 * <p>One is shown to be better when its e-value reaches 2/α, which is just when the interval at 1 −
 * α excludes 0. That stays so until its e-value is below a tenth of it, so that it does not come
 * and go with every case near the threshold.
 */
final class Pair {
  private static final double SLACK = Math.log(10);

  private final String model;
  private final String champion;
  private final String challenger;
  private final String score;
  private final ScoreDifference difference;
  private long since;
  private long until;
  private long seenAt;
  private long ranAt;
  private Better better;
  private Better alerted;
  private long raisedAt;
  private @Nullable String silencedBy;

  /** When the last look was, by the clock, and what {@link #until} was then and a look before. */
  private long lookedAt;

  private long untilAtLook = Long.MIN_VALUE;
  private long untilBefore = Long.MIN_VALUE;

  private Pair(PairState state) {
    model = state.getModel();
    champion = state.getChampion();
    challenger = state.getChallenger();
    score = state.getScore();
    difference =
        new ScoreDifference(
            ComparedScore.of(score).bound(),
            new ScoreDifference.State(state.getN(), state.getSum(), state.getVariation()));
    since = state.getSince();
    until = state.getUntil();
    seenAt = state.getSeenAt();
    ranAt = state.getRanAt();
    better = state.getBetter();
    alerted = state.getAlerted();
    raisedAt = state.getRaisedAt();
    silencedBy = state.getSilencedBy();
  }

  /**
   * Two versions as they were. The time in which the comparison did not run is no silence: cases
   * may have come meanwhile, which are to be read yet.
   *
   * @param now wall-clock time, milliseconds since 1970
   */
  static Pair resume(PairState state, long now) {
    Pair pair = new Pair(state);
    if (pair.ranAt > 0) {
      pair.seenAt += Math.max(0, now - pair.ranAt);
    }
    pair.ranAt = now;
    return pair;
  }

  /** Two versions of which a first case is known, which is not counted yet. */
  static Pair begin(ScoredCase first) {
    return new Pair(
        PairState.newBuilder()
            .setModel(first.getModel())
            .setChampion(first.getChampion())
            .setChallenger(first.getChallenger())
            .setN(0)
            .setSum(0)
            .setVariation(0)
            .setSince(first.getMadeAt())
            .setUntil(first.getKnownAt())
            .setSeenAt(0)
            .setBetter(Better.UNDECIDED)
            .setAlerted(Better.UNDECIDED)
            .setRaisedAt(0)
            .setScore(first.getScore())
            .setRanAt(0)
            .build());
  }

  /** All that is kept. */
  PairState state() {
    ScoreDifference.State sums = difference.state();
    return PairState.newBuilder()
        .setModel(model)
        .setChampion(champion)
        .setChallenger(challenger)
        .setN(sums.n())
        .setSum(sums.sum())
        .setVariation(sums.variation())
        .setSince(since)
        .setUntil(until)
        .setSeenAt(seenAt)
        .setBetter(better)
        .setAlerted(alerted)
        .setRaisedAt(raisedAt)
        .setSilencedBy(silencedBy)
        .setScore(score)
        .setRanAt(ranAt)
        .build();
  }

  /**
   * The key of the versions of a case. That of the challenger stands where the key of a series has
   * a segment.
   *
   * @param topic of the challenger
   */
  static String key(ScoredCase one, String topic) {
    return new SeriesKey(one.getModel(), one.getChampion(), one.getChallenger()).key()
        + '|'
        + topic;
  }

  /** The score that is compared: that of the first case. */
  String score() {
    return score;
  }

  /**
   * Counts a case of this score.
   *
   * @param alpha α in (0, 1)
   * @param now wall-clock time, milliseconds since 1970
   */
  void add(ScoredCase one, double alpha, long now) {
    seenAt = now;
    difference.add(one.getDifference());
    since = Math.min(since, one.getMadeAt());
    until = Math.max(until, one.getKnownAt());
    better = better(Math.log(2 / alpha));
  }

  private Better better(double enough) {
    if (difference.logEOfLarger() >= enough) {
      return Better.CHALLENGER;
    }
    if (difference.logEOfSmaller() >= enough) {
      return Better.CHAMPION;
    }
    return logE(better) >= enough - SLACK ? better : Better.UNDECIDED;
  }

  private double logE(Better one) {
    return switch (one) {
      case CHALLENGER -> difference.logEOfLarger();
      case CHAMPION -> difference.logEOfSmaller();
      case UNDECIDED, UNKNOWN -> Double.NEGATIVE_INFINITY;
    };
  }

  /** Name of the model. */
  String model() {
    return model;
  }

  /**
   * When the newest label became known that was counted some time ago, milliseconds since 1970: the
   * partitions of cases are read each at a pace of its own. Nothing is known of it after a restart.
   *
   * @param ago how long ago at least, by the clock, milliseconds
   * @param now wall-clock time, milliseconds since 1970
   */
  long untilAsOf(long ago, long now) {
    if (now - lookedAt >= ago) {
      untilBefore = untilAtLook;
      untilAtLook = until;
      lookedAt = now;
    }
    return untilBefore;
  }

  /**
   * How long no case has been counted while the comparison ran, milliseconds.
   *
   * @param now wall-clock time, milliseconds since 1970
   */
  long silence(long now) {
    return now - seenAt;
  }

  /** When the comparison ran, as the state says it, by the clock, milliseconds since 1970. */
  long ranAt() {
    return ranAt;
  }

  /** Notes that the comparison runs. */
  void runs(long now) {
    ranAt = now;
  }

  /** Which one is shown to be better. */
  Better better() {
    return better;
  }

  /** Which one the open alert says to be better; UNDECIDED without one. */
  Better alerted() {
    return alerted;
  }

  /** Opens an alert that says this, or, with UNDECIDED, closes it. */
  void alert(Better one) {
    alerted = one;
    raisedAt = one == Better.UNDECIDED ? 0 : until;
  }

  /** When the label became known with which the open alert was raised. */
  Instant raisedAt() {
    return Instant.ofEpochMilli(raisedAt);
  }

  /** The silence that holds for the open alert, as it was sent; null without one. */
  @Nullable String silencedBy() {
    return silencedBy;
  }

  /** Notes the silence with which the alert is sent. */
  void silence(@Nullable String silence) {
    silencedBy = silence;
  }

  /**
   * What the scores show; there is at least one case.
   *
   * @param alpha α in (0, 1)
   * @param topic of the challenger
   */
  Comparison comparison(double alpha, String topic) {
    Interval interval = difference.interval(alpha);
    Comparison.Builder comparison =
        Comparison.newBuilder()
            .setModel(model)
            .setChampion(champion)
            .setChallenger(challenger)
            .setChallengerTopic(topic)
            .setScore(score)
            .setBetter(better)
            .setN(difference.n())
            .setDifference(difference.mean())
            .setLower(interval.lower())
            .setUpper(interval.upper())
            .setAlpha(alpha)
            .setLogEChallenger(difference.logEOfLarger())
            .setLogEChampion(difference.logEOfSmaller())
            .setSince(Instant.ofEpochMilli(since))
            .setUntil(Instant.ofEpochMilli(until))
            .setWords("");
    return comparison.setWords(ComparisonWords.of(comparison.build())).build();
  }
}
