package io.evenkeel.core.expected;

import io.evenkeel.core.moments.ExpectedScoreMoments;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Mutable: foretells the scores of a series whose labels wait, and withdraws what it says when
 * labels show that scores relate to predictions in another way than before.
 *
 * <p>Invariants: an estimate rests on panes since the last change only, the pane that showed it
 * included; nothing is said before {@value #LEAST_PANES} of them; an estimate from before a change
 * is not checked after it.
 */
public final class LossMonitor {
  private static final int LEAST_PANES = 5;

  private final ExpectedScoreMoments moments;
  private final double[] labelled;
  private final MapWatch watch = new MapWatch();
  private List<CheckedWindows> checks;
  private int panes;
  private int changes;

  /**
   * What is expected of a window.
   *
   * @param changes how many changes labels had shown before
   * @param losses for each score of the moments
   */
  public record Expectation(int changes, List<ExpectedLoss> losses) {

    /** Copies the list. */
    public Expectation {
      losses = List.copyOf(losses);
    }
  }

  /** A monitor that has seen nothing. */
  public LossMonitor(ExpectedScoreMoments moments) {
    this.moments = moments;
    labelled = new double[moments.length()];
    checks = none();
  }

  private List<CheckedWindows> none() {
    return Collections.nCopies(moments.scores().size(), CheckedWindows.NONE);
  }

  /**
   * What is expected of a window now.
   *
   * @param window the sums of its predictions, {@code moments.forecastLength()} or more
   */
  public Expectation expect(double[] window) {
    List<ExpectedLoss> losses = new ArrayList<>();
    for (ExpectedLoss loss : ExpectedLoss.of(moments, labelled, window, checks)) {
      boolean isNew = changes > 0 && (panes < LEAST_PANES || loss.abstention().equals(few()));
      losses.add(isNew ? loss.unless(Optional.of(Abstention.CHANGED)) : loss);
    }
    return new Expectation(changes, losses);
  }

  private static Optional<Abstention> few() {
    return Optional.of(Abstention.FEW_LABELS);
  }

  /**
   * Compares what was expected of a window with its labels.
   *
   * @param expectation at the lag at which expectations are told
   * @param window the sums of its labelled predictions, {@code moments.length()}
   */
  public void check(Expectation expectation, double[] window) {
    if (expectation.changes != changes) {
      return;
    }
    List<CheckedWindows> next = new ArrayList<>();
    for (int s = 0; s < checks.size(); s++) {
      double actual = moments.labelledCells(window, 0, s).mean();
      next.add(expectation.losses.get(s).checked(checks.get(s), actual));
    }
    checks = next;
  }

  /**
   * Learns from the labels of a pane that is final.
   *
   * @param pane its sums, {@code moments.length()}
   * @return whether it shows a change, so that nothing is said for a while
   */
  public boolean learn(double[] pane) {
    double[] count = moments.count(labelled, 0);
    boolean changed =
        Arrays.stream(count).sum() >= ExpectedLoss.LEAST_LABELS
            && watch.add(
                count,
                moments.events(labelled, 0),
                moments.count(pane, 0),
                moments.events(pane, 0));
    if (changed) {
      Arrays.fill(labelled, 0);
      watch.reset();
      checks = none();
      panes = 0;
      changes++;
    }
    for (int i = 0; i < labelled.length; i++) {
      labelled[i] += pane[i];
    }
    panes++;
    return changed;
  }
}
