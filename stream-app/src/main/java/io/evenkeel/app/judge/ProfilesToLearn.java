package io.evenkeel.app.judge;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.state.Profiles;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.internal.Profile;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/** Which profiles are still to be learned: mutable. Each is learned once, from the whole model. */
final class ProfilesToLearn {
  private final AppConfig config;
  private final Profiles profiles;

  /** What was published of each profile and has not come back yet. */
  private final Map<String, Profile> published = new HashMap<>();

  ProfilesToLearn(AppConfig config, Profiles profiles) {
    this.config = config;
    this.profiles = profiles;
  }

  /** Whether panes are still needed to learn a profile. */
  boolean isLearning(SeriesKey key) {
    return key.segment().isEmpty() && !profiles.learned(key.modelKey());
  }

  /** The record to publish; null if there is nothing to learn, or nothing new to say. */
  @Nullable Profile learn(
      SeriesKey key, NavigableMap<Long, MergedPane> kept, Watermarks.Watermark watermark) {
    Profile known = profiles.newest(key.modelKey());
    Profile sent = published.get(key.modelKey());
    if (sent != null && sent.equals(known)) {
      published.remove(key.modelKey());
    }
    Profile last = sent == null ? known : sent;
    if (!isLearning(key) || (last != null && last.getProfile() > 0)) {
      return null;
    }
    ProfileLearning.Cut cut = ProfileLearning.Cut.of(config.model(key.model()));
    return ProfileLearning.learn(key, kept, cut, watermark.predictions(), last);
  }

  /** The record was published. */
  void published(SeriesKey key, Profile profile) {
    published.put(key.modelKey(), profile);
  }

  /** How many profiles were published and have not come back yet. */
  int awaited() {
    return published.size();
  }

  /** Forgets the profile of a model that is forgotten. */
  void forget(SeriesKey key) {
    published.remove(key.modelKey());
    profiles.forget(key.modelKey());
  }
}
