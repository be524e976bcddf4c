package io.evenkeel.app.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.state.Doubles;
import io.evenkeel.core.drift.Feature;
import io.evenkeel.core.drift.sequential.Direction;
import io.evenkeel.core.drift.sequential.Direction.Kind;
import io.evenkeel.core.drift.sequential.FeatureChange;
import io.evenkeel.core.drift.sequential.FeatureEvidence;
import io.evenkeel.core.score.Interval;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DriftEpisodeTest {
  private static final long HOUR = 3_600_000;
  private static final long DAY = 24 * HOUR;

  private DriftEpisode episode = new DriftEpisode(Doubles.NONE);

  /** Features that drift so; null for one that does not. */
  private static List<FeatureEvidence> features(@Nullable Kind... kinds) {
    return Arrays.stream(kinds)
        .map(
            kind ->
                new FeatureEvidence(
                    Feature.of("x", 1, 2, 3),
                    0,
                    kind != null,
                    kind != null,
                    kind != null,
                    Optional.ofNullable(kind).map(DriftEpisodeTest::change)))
        .toList();
  }

  private static FeatureChange change(Kind kind) {
    return new FeatureChange(
        new Direction(kind, Double.NaN),
        0,
        0,
        0,
        Double.NaN,
        Optional.empty(),
        false,
        0,
        0,
        Interval.EVERYTHING,
        Optional.empty());
  }

  /** What the episode says after the alarm, as one that was kept and read again does. */
  private int alarm(long hour, @Nullable Kind... kinds) {
    episode.alarm(features(kinds), hour * HOUR, DAY);
    episode = new DriftEpisode(episode.state());
    return episode.version();
  }

  @Test
  void isAnotherProblemWhenAFeatureJoins() {
    assertThat(alarm(1, Kind.HIGHER, null)).isZero();
    assertThat(alarm(2, Kind.HIGHER, null)).isZero();
    assertThat(alarm(3, Kind.HIGHER, Kind.WIDER)).isEqualTo(1);
    assertThat(alarm(4, null, Kind.WIDER)).isEqualTo(1);
    assertThat(alarm(5, Kind.HIGHER, Kind.WIDER)).isEqualTo(1);
  }

  @Test
  void isAnotherProblemWhenAFeatureTurnsToTheOtherSideOrIsGone() {
    assertThat(alarm(1, Kind.HIGHER)).isZero();
    assertThat(alarm(2, Kind.MORE_ABOVE)).isZero();
    assertThat(alarm(3, Kind.WIDER)).isZero();
    assertThat(alarm(4, Kind.LOWER)).isEqualTo(1);
    assertThat(alarm(5, Kind.MORE_MISSING)).isEqualTo(2);
  }

  @Test
  void isReopenedOnlySoonAfterItsEnd() {
    alarm(1, Kind.HIGHER);
    assertThat(episode.isReopened()).isFalse();
    episode.quiet(5 * HOUR);
    episode.quiet(6 * HOUR);
    assertThat(episode.isOpen()).isFalse();

    alarm(28, Kind.LOWER);
    assertThat(episode.isReopened()).isTrue();
    assertThat(episode.version()).isZero();
    episode.quiet(30 * HOUR);

    alarm(54, Kind.LOWER);
    assertThat(episode.isReopened()).isFalse();
  }
}
