package io.evenkeel.core.profile;

import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.TargetSpace;
import java.util.List;

/**
 * Everything that must be fixed before the data that it judges. It is learned from predictions
 * only, never from labels, and replaced only by one with a higher version.
 *
 * @param version at least 1, growing
 * @param space the space of the targets
 * @param kernel the kernel of the SKCE and of the mean embedding
 * @param locations the J &ge; 1 test locations of the mean embedding
 * @param features by whose quarters the residuals of cases are summed, at most {@value
 *     FeatureQuarters#MOST}
 */
public record Profile(
    int version,
    TargetSpace space,
    TensorKernel kernel,
    List<TestLocation> locations,
    List<FeatureQuarters> features) {

  /** A profile without features. */
  public Profile(
      int version, TargetSpace space, TensorKernel kernel, List<TestLocation> locations) {
    this(version, space, kernel, locations, List.of());
  }

  /** Checks the version and the locations, and copies the lists. */
  public Profile {
    locations = List.copyOf(locations);
    features = List.copyOf(features);
    if (version < 1) {
      throw new IllegalArgumentException("a profile's version must be at least 1, got " + version);
    }
    if (locations.isEmpty()) {
      throw new IllegalArgumentException("a profile needs at least one test location, got none");
    }
    if (features.size() > FeatureQuarters.MOST) {
      throw new IllegalArgumentException(
          "a profile has at most " + FeatureQuarters.MOST + " features, got " + features.size());
    }
    for (TestLocation location : locations) {
      if (!location.prediction().space().equals(space)) {
        throw new IllegalArgumentException(
            "a profile for " + space + " cannot have the test location " + location);
      }
    }
  }

  /** The same profile with features. */
  public Profile withFeatures(List<FeatureQuarters> of) {
    return new Profile(version, space, kernel, locations, of);
  }
}
