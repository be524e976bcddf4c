package io.evenkeel.local.demo;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Interrupts the thread that made it, once, when the process is stopped, or after some time, and
 * lets the process end only when that thread has cleaned up.
 */
final class Stop implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Thread worker = Thread.currentThread();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread hook = new Thread(this::stopAtShutdown, "stop-at-shutdown");
  private volatile boolean requested;

  /**
   * @param limit after which the thread is interrupted; none if null
   */
  Stop(@Nullable Duration limit) {
    Runtime.getRuntime().addShutdownHook(hook);
    if (limit != null) {
      Thread timer = new Thread(() -> stopAfter(limit), "stop-after-" + limit);
      timer.setDaemon(true);
      timer.start();
    }
  }

  /** Whether the thread was asked to stop. */
  boolean requested() {
    return requested;
  }

  /** Says that the thread has cleaned up. */
  @Override
  public void close() {
    closed.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending, and the hook waits for this moment.
    }
  }

  private synchronized void request() {
    if (!requested) {
      requested = true;
      worker.interrupt();
    }
  }

  private void stopAfter(Duration limit) {
    try {
      if (!closed.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        request();
      }
    } catch (InterruptedException e) {
      request();
    }
  }

  private void stopAtShutdown() {
    request();
    try {
      if (closed.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        // To be stopped is the proper end of a demo, so the process does not report a signal.
        Runtime.getRuntime().halt(0);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
