package io.evenkeel.app.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.state.MapStore;
import io.evenkeel.app.state.Profiles;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.state.SharedProfiles;
import io.evenkeel.schemas.internal.Profile;
import io.evenkeel.schemas.internal.TargetKind;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.streams.state.ValueAndTimestamp;
import org.junit.jupiter.api.Test;

class ProfilesToLearnTest {
  private static final SeriesKey SERIES = SeriesKey.whole("churn", "1");

  private final MapStore<ValueAndTimestamp<Profile>> topic = new MapStore<>("profiles");
  private final Profiles profiles = new Profiles(topic, model -> 1e-4, new SharedProfiles());
  private final ProfilesToLearn toLearn = new ProfilesToLearn(AppConfig.of(Map.of()), profiles);

  private static Profile learned() {
    return Profile.newBuilder()
        .setModel("churn")
        .setVersion("1")
        .setProfile(1)
        .setLearnedThrough(0)
        .setSpace(TargetKind.CLASSES)
        .setSize(2)
        .build();
  }

  private void look() {
    profiles.refresh();
    assertThat(toLearn.learn(SERIES, new TreeMap<>(), Watermarks.Watermark.NOWHERE)).isNull();
  }

  @Test
  void publishesNoProfileAgainThatHasNotComeBackYet() {
    toLearn.published(SERIES, learned());

    look();

    assertThat(toLearn.awaited()).isEqualTo(1);
  }

  /** It is shared by all tasks then; a copy in each would be as many as there are partitions. */
  @Test
  void keepsNoProfileThatHasComeBack() {
    toLearn.published(SERIES, learned());
    topic.put(SERIES.modelKey(), ValueAndTimestamp.make(learned(), 0));

    look();

    assertThat(toLearn.awaited()).isZero();
  }
}
