package io.evenkeel.app.replay;

import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** How fast the time of the events passes. */
@FunctionalInterface
public interface Pace {

  /** As fast as they can be sent. */
  Pace FULL_SPEED = delivery -> {};

  /**
   * Returns when it is time to send what is delivered at this time; at once if the thread has been
   * interrupted.
   */
  void await(long delivery);

  /**
   * So many times as fast as the clock; the first event is sent at once.
   *
   * @param speed event time per wall-clock time, positive
   * @param clock the wall clock
   */
  static Pace scaled(double speed, InstantSource clock) {
    return scaled(
        speed, clock, millis -> LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis)));
  }

  /** The same, with another way to let milliseconds pass. */
  static Pace scaled(double speed, InstantSource clock, LongConsumer rest) {
    if (!(speed > 0 && speed < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("a speed must be positive and finite, got " + speed);
    }
    return new Pace() {
      private @Nullable Long firstDelivery;
      private long began;

      @Override
      public void await(long delivery) {
        if (firstDelivery == null) {
          firstDelivery = delivery;
          began = clock.millis();
        }
        long due = began + (long) ((delivery - firstDelivery) / speed);
        for (long left = due - clock.millis();
            left > 0 && !Thread.currentThread().isInterrupted();
            left = due - clock.millis()) {
          rest.accept(left);
        }
      }
    };
  }
}
