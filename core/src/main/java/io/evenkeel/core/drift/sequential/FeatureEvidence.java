package io.evenkeel.core.drift.sequential;

import io.evenkeel.core.drift.Feature;
import java.util.Optional;

/**
 * The evidence that one feature has drifted.
 *
 * @param feature the feature
 * @param logEValue log E, finite
 * @param alarms whether it is part of an alarm, which ends by evidence of its own
 * @param isNamed whether it alone is known to have drifted: the chance that any feature is named
 *     without cause is alpha
 * @param isListed whether it belongs to a list of which at most a tenth is there without cause
 * @param drift how it has drifted; none while it does not alarm
 */
public record FeatureEvidence(
    Feature feature,
    double logEValue,
    boolean alarms,
    boolean isNamed,
    boolean isListed,
    Optional<FeatureChange> drift) {}
