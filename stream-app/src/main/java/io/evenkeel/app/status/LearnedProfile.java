package io.evenkeel.app.status;

import io.evenkeel.schemas.internal.Profile;
import io.evenkeel.schemas.internal.TargetKind;
import java.time.Instant;

/**
 * What the page says of a profile, whose record may have megabytes.
 *
 * @param version of the profile; 0 while it is being learned
 * @param learnedThrough predictions made before this were learned from
 * @param space kind of target
 * @param size number of classes, or dimension
 * @param locations number of locations
 */
record LearnedProfile(
    int version, Instant learnedThrough, TargetKind space, int size, int locations) {

  static LearnedProfile of(Profile record) {
    return new LearnedProfile(
        record.getProfile(),
        Instant.ofEpochMilli(record.getLearnedThrough()),
        record.getSpace(),
        record.getSize(),
        record.getLocations().size());
  }
}
