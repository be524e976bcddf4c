package io.evenkeel.local.measure;

import io.evenkeel.app.codec.RawAvroSerde;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.follow.TopicFollower;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.schemas.internal.Profile;
import java.util.List;

/** Sees whether the profile of the only model has been learned. */
final class LearnedProfile implements AutoCloseable {
  private final TopicFollower<Profile> profiles;
  private volatile boolean learned;

  LearnedProfile(AppConfig config) {
    profiles =
        new TopicFollower<>(
            KafkaProperties.clients(config),
            List.of(config.topics().profiles()),
            RawAvroSerde.of(Profile.class).deserializer(),
            profile -> learned = profile.getProfile() > 0);
    profiles.start();
  }

  /** Whether it has been. */
  boolean isLearned() {
    return learned;
  }

  @Override
  public void close() {
    profiles.close();
  }
}
