package io.evenkeel.app.alert;

import io.evenkeel.app.config.AlertSettings;
import io.evenkeel.core.sequential.ELond;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The rule {@code window-tests}: there is a problem once the tests reject m of the last n windows,
 * and none any more after at least m windows in a row that they do not reject, if these have m
 * times the labels of the smallest window that they rejected: a night of few labels could not have
 * shown the problem. Windows that overlap share their data, so only windows that do not overlap
 * count. A miscalibration that was found explains windows that they reject: once it is over, only
 * windows that begin after that count for a problem to begin.
 *
 * @param settings m, n and the rate of false discoveries
 * @param windowLength milliseconds
 * @param from when the last miscalibration was over, milliseconds since 1970; 0 if there was none
 */
public record WindowTests(AlertSettings settings, long windowLength, long from) {
  /** Of a series of which no miscalibration was found yet. */
  public WindowTests(AlertSettings settings, long windowLength) {
    this(settings, windowLength, 0);
  }

  /** The same after a miscalibration that was over then, milliseconds since 1970. */
  public WindowTests since(long over) {
    return new WindowTests(settings, windowLength, over);
  }

  /**
   * What the rule remembers of the windows so far.
   *
   * @param rejected of the newest windows that count, oldest first: whether the tests rejected
   * @param countedThrough end of the newest window that counted, milliseconds since 1970
   * @param since end of the first rejected window of the problem, milliseconds since 1970; 0 if
   *     there is no problem
   * @param fewest labels of the smallest rejected window of the newest, or of the problem; 0 if
   *     there is neither
   * @param quiet windows in a row that were not rejected
   * @param quietLabels their labels
   * @param tests windows counted so far
   * @param rejections of these, rejected
   */
  public record Memory(
      List<Boolean> rejected,
      long countedThrough,
      long since,
      long fewest,
      int quiet,
      long quietLabels,
      long tests,
      long rejections) {
    /** Before the first window. */
    public static final Memory NONE = new Memory(List.of(), 0, 0, 0, 0, 0, 0, 0);

    /** Copies the list. */
    public Memory {
      rejected = List.copyOf(rejected);
    }

    /** Whether there is a problem. */
    public boolean isRejecting() {
      return since > 0;
    }

    /** How many of the newest windows were rejected. */
    public int rejectedOfNewest() {
      return Collections.frequency(rejected, true);
    }

    /** Without the windows so far; a problem goes on. */
    private Memory anew() {
      return new Memory(
          List.of(),
          countedThrough,
          since,
          isRejecting() ? fewest : 0,
          quiet,
          quietLabels,
          tests,
          rejections);
    }

    private Memory with(long since, long fewest) {
      return new Memory(
          rejected, countedThrough, since, fewest, quiet, quietLabels, tests, rejections);
    }
  }

  /**
   * A final window with enough labels.
   *
   * @param end milliseconds since 1970
   * @param labels that it has
   * @param rejected whether its tests reject at alpha
   * @param logEBeyond natural logarithm of its e-value against all that is tolerable
   */
  public record Tested(long end, long labels, boolean rejected, double logEBeyond) {}

  /** Whether the newest windows are enough for an alert to begin, not only for one to go on. */
  public boolean begins(Memory memory) {
    return isOfNow(memory.countedThrough()) && memory.rejectedOfNewest() >= settings.breaches();
  }

  /** Whether a window that ends then began after the last miscalibration was over. */
  private boolean isOfNow(long end) {
    return end - windowLength >= from;
  }

  /** What to remember after another window, in the order of their ends. */
  public Memory next(Memory last, Tested window) {
    if (window.end() - windowLength < last.countedThrough()) {
      return last;
    }
    boolean isFirst = isOfNow(window.end()) && !isOfNow(last.countedThrough());
    Memory before = isFirst ? last.anew() : last;
    boolean rejects = rejects(before, window);
    List<Boolean> newest = new ArrayList<>(before.rejected());
    newest.add(rejects);
    if (newest.size() > settings.windows()) {
      newest.remove(0);
    }
    Memory next =
        new Memory(
            newest,
            window.end(),
            before.since(),
            rejects ? fewest(before.fewest(), window.labels()) : before.fewest(),
            rejects ? 0 : before.quiet() + 1,
            rejects ? 0 : before.quietLabels() + window.labels(),
            before.tests() + 1,
            before.rejections() + (rejects ? 1 : 0));
    return before.isRejecting() ? ended(next) : begun(next);
  }

  private static long fewest(long before, long labels) {
    return before == 0 ? labels : Math.min(before, labels);
  }

  private Memory ended(Memory memory) {
    boolean isOver =
        memory.quiet() >= settings.breaches()
            && memory.quietLabels() >= settings.breaches() * memory.fewest();
    if (isOver) {
      return memory.with(0, 0);
    }
    return isOfNow(memory.since()) ? memory : begunAnew(memory);
  }

  /** The problem is another one if enough windows were rejected after the miscalibration. */
  private Memory begunAnew(Memory memory) {
    return begins(memory) ? begun(memory) : memory;
  }

  private Memory begun(Memory memory) {
    List<Boolean> newest = memory.rejected();
    int rejected = memory.rejectedOfNewest();
    if (rejected < settings.breaches()) {
      return memory.with(0, rejected == 0 ? 0 : memory.fewest());
    }
    int after = newest.size() - 1 - newest.indexOf(true);
    return memory.with(memory.countedThrough() - after * windowLength, memory.fewest());
  }

  private boolean rejects(Memory before, Tested window) {
    OptionalDouble rate = settings.falseDiscoveries();
    return rate.isEmpty()
        ? window.rejected()
        : new ELond(rate.getAsDouble())
            .rejects(window.logEBeyond(), before.tests(), before.rejections());
  }
}
