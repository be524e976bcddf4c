package io.evenkeel.app.judge;

import io.evenkeel.app.config.DriftSettings;
import io.evenkeel.app.state.Doubles;
import io.evenkeel.app.verdict.Drift;
import io.evenkeel.core.drift.DriftMoments;
import io.evenkeel.core.drift.DriftPlan;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * What the windows of a series are compared with.
 *
 * @param settings which reference it is
 * @param fixed what all windows may be compared with; null without a profile
 */
record DriftReference(DriftSettings settings, @Nullable Fixed fixed) {
  /** Fewer labels are too small a sample to compare all later ones with. */
  private static final int FEW = 30;

  /**
   * What does not depend on the window.
   *
   * @param plan how cases are summed up
   * @param learned the cases of the profile
   * @param cases the same, or those of a file
   * @param learnedThrough panes that start from then on are summed up so, milliseconds since 1970
   * @param checksum of the cases of a file; empty without one
   */
  record Fixed(
      DriftPlan plan,
      DriftMoments learned,
      DriftMoments cases,
      long learnedThrough,
      String checksum) {}

  /**
   * How the cases of a window compare with those of the reference. Labels are compared when all
   * have come: the first of them may be unlike the others.
   *
   * @param window its panes
   * @param before those of the windows before that it is compared with; empty if it is not
   * @param remembered what {@link #pinned} gave; empty before
   */
  Drift drift(
      Collection<MergedPane> window,
      Collection<MergedPane> before,
      boolean isFinal,
      Doubles remembered) {
    DriftMoments reference =
        settings.isFixed()
            ? fixedCases()
            : settings.windowsBefore() > 0 ? MergedPane.drift(before) : moments(remembered);
    DriftMoments labelled = hasLabels(reference) ? reference : moments(remembered);
    DriftMoments cases = MergedPane.drift(window);
    return Drift.of(cases, reference, isFinal && labelled != null ? labelled.targets() : null)
        .near(cases, fixed == null ? null : fixed.learned());
  }

  /**
   * What to remember after the final verdict on a window, for the comparison of later ones.
   *
   * @param window its panes
   * @param start its start, milliseconds since 1970
   * @param remembered what was remembered before
   */
  Doubles pinned(Collection<MergedPane> window, long start, Doubles remembered) {
    DriftMoments cases = MergedPane.drift(window);
    boolean pins =
        settings.isFixed()
            ? remembered.isEmpty() && !hasLabels(fixedCases()) && hasLabels(cases)
            : settings.pinned().filter(at -> at.toEpochMilli() == start).isPresent();
    return pins && cases != null ? Doubles.of(cases.toArray()) : remembered;
  }

  private @Nullable DriftMoments fixedCases() {
    return fixed == null ? null : fixed.cases();
  }

  /** A profile is learned without labels: those of the first final window stand in for them. */
  private boolean hasLabels(@Nullable DriftMoments reference) {
    return !settings.isFixed() || (reference != null && reference.targets().n() >= FEW);
  }

  private @Nullable DriftMoments moments(Doubles sums) {
    return fixed == null || sums.isEmpty() ? null : fixed.plan().moments(sums.toArray());
  }
}
