package io.evenkeel.app.codec;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Takes out of predictions what is not to be kept. Immutable and safe for use by many threads.
 *
 * <p>With the key, {@code printf %s 'country=DE' | openssl dgst -sha256 -hmac KEY} makes the same
 * hash of {@code country=DE}. Its first {@value #DIGITS} digits count. The name of the attribute is
 * in it, so that equal values of two attributes differ. Among a million values two have one hash
 * with a probability of 3e-8.
 */
public final class Privacy {
  /** Keeps everything. */
  public static final Privacy NONE = new Privacy("", Set.of(), Set.of());

  /** The length of a hash in hexadecimal digits: 64 bits. */
  static final int DIGITS = 16;

  private static final String ALGORITHM = "HmacSHA256";

  private final byte[] key;
  private final Set<String> hashed;
  private final Set<String> dropped;

  /**
   * @param key secret to hash with; not empty if anything is hashed
   * @param hashed attributes whose values are hashed; features of these names are dropped, as a
   *     hash is no number
   * @param dropped attributes and features that are left out
   */
  public Privacy(String key, Collection<String> hashed, Collection<String> dropped) {
    this.key = key.getBytes(StandardCharsets.UTF_8);
    this.hashed = Set.copyOf(hashed);
    this.dropped = Set.copyOf(dropped);
  }

  /** What may be kept of the prediction. */
  public PredictionEvent keep(PredictionEvent event) {
    if (hashed.isEmpty() && dropped.isEmpty()) {
      return event;
    }
    Map<String, String> segments = new LinkedHashMap<>(event.segments());
    segments.keySet().removeAll(dropped);
    segments.replaceAll(
        (attribute, value) -> hashed.contains(attribute) ? hash(attribute, value) : value);
    Map<String, Double> features = new LinkedHashMap<>(event.features());
    features.keySet().removeAll(dropped);
    features.keySet().removeAll(hashed);
    return event.with(segments, features);
  }

  private String hash(String attribute, String value) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      byte[] hash = mac.doFinal((attribute + '=' + value).getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(Arrays.copyOf(hash, DIGITS / 2));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has " + ALGORITHM, e);
    }
  }
}
