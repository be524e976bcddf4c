package io.evenkeel.app.judge;

import java.util.concurrent.atomic.AtomicLong;

/** Memory that all tasks of a process share, up to a bound; for several threads. */
final class Room {
  /** Of the heap, what is remembered of panes that can be read again. */
  private static final int PART_OF_HEAP = 8;

  private final long most;
  private final AtomicLong taken = new AtomicLong();

  /** A free room of so many bytes. */
  Room(long most) {
    this.most = most;
  }

  /** A free room of an eighth of the largest heap. */
  static Room ofHeap() {
    return new Room(Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
  }

  /** Takes so many bytes if they are free; whether they were. */
  boolean take(long bytes) {
    if (taken.addAndGet(bytes) <= most) {
      return true;
    }
    give(bytes);
    return false;
  }

  /** Gives back what was taken. */
  void give(long bytes) {
    taken.addAndGet(-bytes);
  }
}
