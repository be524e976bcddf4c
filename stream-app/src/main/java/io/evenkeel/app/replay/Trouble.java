package io.evenkeel.app.replay;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is made to go wrong on the way to Kafka, on purpose and in the same way each time. Event
 * times stay true; only the order and the number of deliveries suffer, and, for corrected labels,
 * what is known at first.
 *
 * @param seed of all random choices
 * @param shuffle every event is late by a uniform part of this duration; null: the order of all
 *     events is random, which needs all of them in memory
 * @param duplicates share of events delivered twice, in [0, 1]; the copy is late by the same law
 * @param early share of labelled predictions that arrive only after their first label, in [0, 1]
 * @param dropped share of labels that never arrive, in [0, 1]
 * @param corrected share of labels that are wrong first (half-way between prediction and label
 *     comes the target of another case of the model) and then corrected by the true one, in [0, 1]
 */
public record Trouble(
    long seed,
    @Nullable Duration shuffle,
    double duplicates,
    double early,
    double dropped,
    double corrected) {

  /** Nothing goes wrong. */
  public static final Trouble NONE = new Trouble(0, Duration.ZERO, 0, 0, 0, 0);

  /** Checks the shares and the duration. */
  public Trouble {
    if (shuffle != null && shuffle.isNegative()) {
      throw new IllegalArgumentException("shuffle must not be negative, got " + shuffle);
    }
    checkShare("duplicates", duplicates);
    checkShare("early", early);
    checkShare("dropped", dropped);
    checkShare("corrected", corrected);
  }

  /** Whether the order of all events is random. */
  public boolean shufflesAll() {
    return shuffle == null;
  }

  /** The longest time by which the shuffle delays an event; zero when it shuffles all. */
  Duration lateness() {
    return Objects.requireNonNullElse(shuffle, Duration.ZERO);
  }

  private static void checkShare(String name, double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException(name + " must be a share in [0, 1], got " + share);
    }
  }
}
