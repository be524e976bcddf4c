package io.evenkeel.core.expected;

import io.evenkeel.core.moments.ExpectedScoreMoments;
import io.evenkeel.core.moments.LabelledCells;
import io.evenkeel.core.prediction.TargetSpace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * Mutable: foretells the scores of a series whose labels wait, and withdraws what it says when
 * labels show that scores relate to predictions in another way than before.
 *
 * <p>Invariants: an estimate rests on panes since the last change only, the pane that showed it
 * included; nothing is said before {@value #LEAST_PANES} of them; an estimate from before a change
 * adds nothing to what widens intervals after it, but counts in the {@linkplain #coverage share} of
 * intervals that have held.
 */
public final class LossMonitor {
  private static final int LEAST_PANES = 5;

  /** How many times as large as before the mean square of a pane may be at most, at least. */
  private static final double LARGEST_GROWTH = 10;

  /** How many times as large as expected it may be at first: of predictions 30 times too sure. */
  private static final double LARGEST_AT_FIRST = 1000;

  private static final double PANES = 500;
  private static final int HEAD = 2;
  private static final int PER_SCORE = 4;

  private final ExpectedScoreMoments moments;
  private final double[] labelled;
  private final MapWatch watch;
  private List<CheckedWindows> checks;
  private List<Coverage> coverage;
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

    /** The length of {@link #toArray}. */
    public static int length(ExpectedScoreMoments moments) {
      return 1 + moments.scores().size() * ExpectedLoss.LENGTH;
    }

    /** This as numbers. */
    public double[] toArray() {
      return DoubleStream.concat(
              DoubleStream.of(changes),
              losses.stream().map(ExpectedLoss::toArray).flatMapToDouble(Arrays::stream))
          .toArray();
    }

    /** What {@link #toArray} gave. */
    public static Expectation of(ExpectedScoreMoments moments, double[] numbers) {
      List<ExpectedLoss> losses = new ArrayList<>();
      for (int s = 0; s < moments.scores().size(); s++) {
        int from = 1 + s * ExpectedLoss.LENGTH;
        losses.add(
            ExpectedLoss.of(
                moments.scores().get(s),
                Arrays.copyOfRange(numbers, from, from + ExpectedLoss.LENGTH)));
      }
      return new Expectation((int) numbers[0], losses);
    }
  }

  /** A monitor that has seen nothing, with a false change in 500 panes at most. */
  public LossMonitor(ExpectedScoreMoments moments) {
    this(moments, PANES);
  }

  /**
   * A monitor that has seen nothing.
   *
   * @param panes how many pass on average, at least, before labels seem to show a change though
   *     there is none, &gt; 0; if the rates of cells are known and labels independent
   */
  public LossMonitor(ExpectedScoreMoments moments, double panes) {
    this.moments = moments;
    labelled = new double[moments.length()];
    watch = new MapWatch(panes);
    checks = none(CheckedWindows.NONE);
    coverage = none(Coverage.NONE);
  }

  /**
   * The monitor that stands where {@link #toArray} was taken.
   *
   * @param panes as that of the constructor
   * @throws IllegalArgumentException if the numbers are not as many as those of such a monitor
   */
  public static LossMonitor of(ExpectedScoreMoments moments, double panes, double[] numbers) {
    if (numbers.length != length(moments)) {
      throw new IllegalArgumentException(
          "the state of a loss monitor has " + length(moments) + " numbers, got " + numbers.length);
    }
    LossMonitor monitor = new LossMonitor(moments, panes);
    monitor.read(numbers);
    return monitor;
  }

  /** The sums that it learns from. */
  public ExpectedScoreMoments moments() {
    return moments;
  }

  /** The number of numbers of {@link #toArray}. */
  public static int length(ExpectedScoreMoments moments) {
    return HEAD + MapWatch.LENGTH + PER_SCORE * moments.scores().size() + moments.length();
  }

  /** Where it stands: panes, changes, the watch, per score what was checked, and the labels. */
  public double[] toArray() {
    double[] numbers = new double[length(moments)];
    numbers[0] = panes;
    numbers[1] = changes;
    watch.write(numbers, HEAD);
    int at = HEAD + MapWatch.LENGTH;
    for (int s = 0; s < checks.size(); s++) {
      numbers[at++] = checks.get(s).windows();
      numbers[at++] = checks.get(s).squares();
      numbers[at++] = coverage.get(s).said();
      numbers[at++] = coverage.get(s).covered();
    }
    System.arraycopy(labelled, 0, numbers, at, labelled.length);
    return numbers;
  }

  private void read(double[] numbers) {
    panes = (int) numbers[0];
    changes = (int) numbers[1];
    watch.read(numbers, HEAD);
    List<CheckedWindows> checked = new ArrayList<>();
    List<Coverage> covered = new ArrayList<>();
    int at = HEAD + MapWatch.LENGTH;
    for (int s = 0; s < checks.size(); s++, at += PER_SCORE) {
      checked.add(new CheckedWindows((long) numbers[at], numbers[at + 1]));
      covered.add(new Coverage((long) numbers[at + 2], (long) numbers[at + 3]));
    }
    checks = checked;
    coverage = covered;
    System.arraycopy(numbers, at, labelled, 0, labelled.length);
  }

  private <T> List<T> none(T none) {
    return Collections.nCopies(moments.scores().size(), none);
  }

  /** For each score of the moments, how many of the intervals that were said have held. */
  public List<Coverage> coverage() {
    return List.copyOf(coverage);
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
   * Compares what was expected of a window with its labels. Predictions without a label count as
   * those with one in the same cell.
   *
   * @param expectation at the lag at which expectations are told
   * @param window the sums of all its predictions, {@code moments.forecastLength()} or more
   * @param labels the sums of those with a label, {@code moments.length()}
   */
  public void check(Expectation expectation, double[] window, double[] labels) {
    List<CheckedWindows> checked = new ArrayList<>();
    List<Coverage> covered = new ArrayList<>();
    for (int s = 0; s < checks.size(); s++) {
      ExpectedLoss loss = expectation.losses.get(s);
      double actual =
          moments.labelledCells(labels, 0, s).meanOver(moments.forecastCells(window, 0, s));
      boolean isKnown =
          moments.labelledCells(labels, 0, s).forecasts().size() > 0 && Double.isFinite(actual);
      boolean isOfNow = isKnown && expectation.changes == changes;
      checked.add(isOfNow ? loss.checked(checks.get(s), actual) : checks.get(s));
      covered.add(isKnown ? coverage.get(s).and(loss, actual) : coverage.get(s));
    }
    checks = checked;
    coverage = covered;
  }

  /**
   * Learns from the labels of a pane that is final, unless a sum is not finite.
   *
   * @param pane its sums, {@code moments.length()}
   * @return whether it shows a change, so that nothing is said for a while
   */
  public boolean learn(double[] pane) {
    if (!Arrays.stream(pane).allMatch(Double::isFinite)) {
      return false;
    }
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
      checks = none(CheckedWindows.NONE);
      panes = 0;
      changes++;
    }
    double[] bounded = bounded(pane);
    for (int i = 0; i < labelled.length; i++) {
      labelled[i] += bounded[i];
    }
    panes++;
    return changed;
  }

  /**
   * One number that is wrong by a million would count for ever. So the squared residuals of a pane
   * are bounded by those of all labels before, or by ten times their mean if that is more. So it
   * moves an estimate by about a standard error, and what lasts is learned within a few panes.
   * Before there are labels enough, they are bounded by what the predictions expect of them. Scores
   * of classes have a bound of their own.
   */
  private double[] bounded(double[] pane) {
    if (moments.space().kind() == TargetSpace.Kind.CLASSES) {
      return pane;
    }
    double before = Arrays.stream(moments.count(labelled, 0)).sum();
    double share = Arrays.stream(moments.count(pane, 0)).sum() / before;
    double[] bounded = pane;
    for (int s = 0; s < checks.size(); s++) {
      double most =
          before < ExpectedLoss.LEAST_LABELS
              ? LARGEST_AT_FIRST * Arrays.stream(cells(pane, s).forecasts().variance()).sum()
              : squares(labelled, s) * (1 + LARGEST_GROWTH * share);
      double here = squares(pane, s);
      bounded =
          most > 0 && here > most ? moments.scaled(bounded, s, Math.sqrt(most / here)) : bounded;
    }
    return bounded;
  }

  private double squares(double[] block, int score) {
    return Arrays.stream(cells(block, score).squares()).sum();
  }

  private LabelledCells cells(double[] block, int score) {
    return moments.labelledCells(block, 0, score);
  }
}
