package io.evenkeel.app.alert;

import io.evenkeel.app.config.AlertSettings;
import io.evenkeel.core.sequential.ELond;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The rule {@code window-tests}: there is a problem once the tests reject m of the last n windows,
 * and none any more after m windows in a row with enough labels that they do not reject. Windows
 * that overlap share their data, so only windows that do not overlap count.
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
   * @param quiet windows in a row that were not rejected
   * @param tests windows counted so far
   * @param rejections of these, rejected
   */
  public record Memory(
      List<Boolean> rejected,
      long countedThrough,
      long since,
      int quiet,
      long tests,
      long rejections) {
    /** Before the first window. */
    public static final Memory NONE = new Memory(List.of(), 0, 0, 0, 0, 0);

    /** Copies the list. */
    public Memory {
      rejected = List.copyOf(rejected);
    }

    /** Whether there is a problem. */
    public boolean isRejecting() {
      return since > 0;
    }
  }

  /**
   * A final window with enough labels.
   *
   * @param end milliseconds since 1970
   * @param rejected whether its tests reject at alpha
   * @param logEBeyond natural logarithm of its e-value against all that is tolerable
   */
  public record Tested(long end, boolean rejected, double logEBeyond) {}

  /** What to remember after another window, in the order of their ends. */
  public Memory next(Memory before, Tested window) {
    if (window.end() - windowLength < before.countedThrough()) {
      return before;
    }
    boolean rejects = rejects(before, window);
    List<Boolean> all = new ArrayList<>(before.rejected());
    all.add(rejects);
    List<Boolean> newest = all.subList(Math.max(0, all.size() - settings.windows()), all.size());
    int quiet = rejects ? 0 : before.quiet() + 1;
    return new Memory(
        newest,
        window.end(),
        since(before, newest, quiet, window.end()),
        quiet,
        before.tests() + 1,
        before.rejections() + (rejects ? 1 : 0));
  }

  private long since(Memory before, List<Boolean> newest, int quiet, long end) {
    if (before.isRejecting()) {
      return quiet >= settings.breaches() ? 0 : before.since();
    }
    if (Collections.frequency(newest, true) < settings.breaches()) {
      return 0;
    }
    int after = newest.size() - 1 - newest.indexOf(true);
    return end - after * windowLength;
  }

  private boolean rejects(Memory before, Tested window) {
    OptionalDouble rate = settings.falseDiscoveries();
    return rate.isEmpty()
        ? window.rejected()
        : new ELond(rate.getAsDouble())
            .rejects(window.logEBeyond(), before.tests(), before.rejections());
  }
}
