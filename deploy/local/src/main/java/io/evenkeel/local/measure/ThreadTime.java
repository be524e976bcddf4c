package io.evenkeel.local.measure;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Objects;

/** Processor time of threads of this process: other load on the machine does not count. */
final class ThreadTime {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private ThreadTime() {}

  /** Nanoseconds that all living threads have taken whose name contains the text. */
  static long of(String name) {
    return Arrays.stream(THREADS.getThreadInfo(THREADS.getAllThreadIds()))
        .filter(Objects::nonNull)
        .filter(thread -> thread.getThreadName().contains(name))
        .mapToLong(ThreadInfo::getThreadId)
        .map(THREADS::getThreadCpuTime)
        .filter(time -> time > 0)
        .sum();
  }
}
