package io.evenkeel.local.measure;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.LongUnaryOperator;

/**
 * What threads of this process have used: other load on the machine does not count.
 *
 * @param nanos processor time
 * @param bytes memory that was allocated
 */
record ThreadUse(long nanos, long bytes) {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** What all living stream threads and their producers have used. */
  static ThreadUse ofStreams() {
    long[] ids =
        Arrays.stream(THREADS.getThreadInfo(THREADS.getAllThreadIds()))
            .filter(Objects::nonNull)
            .filter(thread -> thread.getThreadName().contains("StreamThread"))
            .mapToLong(ThreadInfo::getThreadId)
            .toArray();
    return new ThreadUse(
        sum(ids, THREADS::getThreadCpuTime), sum(ids, THREADS::getThreadAllocatedBytes));
  }

  private static long sum(long[] ids, LongUnaryOperator use) {
    return Arrays.stream(ids).map(use).filter(known -> known > 0).sum();
  }

  /** What has been used since an earlier time. */
  ThreadUse since(ThreadUse before) {
    return new ThreadUse(nanos - before.nanos, bytes - before.bytes);
  }
}
