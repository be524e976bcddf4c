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
 * count.
 *
 * @param settings m, n and the rate of false discoveries
 * @param windowLength milliseconds
 */
public record WindowTests(AlertSettings settings, long windowLength) {

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

  /** What to remember after another window, in the order of their ends. */
  public Memory next(Memory before, Tested window) {
    if (window.end() - windowLength < before.countedThrough()) {
      return before;
    }
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
    return isOver ? memory.with(0, 0) : memory;
  }

  private Memory begun(Memory memory) {
    List<Boolean> newest = memory.rejected();
    int rejected = Collections.frequency(newest, true);
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
