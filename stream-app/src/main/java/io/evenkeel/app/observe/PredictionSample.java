package io.evenkeel.app.observe;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ModelSettings;
import java.util.stream.DoubleStream;

/**
 * The predictions that are looked at where a model is watched by a share of them. A prediction is
 * in the sample of a share if the hash of its id is below that share: so it is the same with its
 * label as without, after a restart and in every partition, and a smaller share is part of a larger
 * one.
 *
 * <p>A label does not say its model. It is left out at once if no model could have its prediction
 * in its sample, and otherwise waits for it as any other.
 */
final class PredictionSample {
  /** Of its own: samples of what was looked at use other hashes of the ids. */
  private static final Hasher64 HASHER = Hashing.xxh3_64(0x5a4d_7e11L);

  private final AppConfig config;
  private final double smallest;
  private final double largest;

  PredictionSample(AppConfig config) {
    this.config = config;
    this.smallest = shares(config).min().orElse(1);
    this.largest = shares(config).max().orElse(1);
  }

  private static DoubleStream shares(AppConfig config) {
    return config.watched().mapToDouble(ModelSettings::sampling);
  }

  /** Whether the prediction is looked at. */
  boolean has(PredictionEvent event) {
    return isBelow(config.model(event.model()).sampling(), event.id());
  }

  /** Whether the prediction of this id, of whichever model it is, may be looked at. */
  boolean mayHave(String id) {
    return isBelow(largest, id);
  }

  /** Whether the prediction of this id is looked at, of whichever model it is. */
  boolean mustHave(String id) {
    return isBelow(smallest, id);
  }

  private static boolean isBelow(double share, String id) {
    return share >= 1 || (HASHER.hashCharsToLong(id) >>> 11) * 0x1p-53 < share;
  }
}
