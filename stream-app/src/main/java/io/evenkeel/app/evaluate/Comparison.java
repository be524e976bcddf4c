package io.evenkeel.app.evaluate;

import io.evenkeel.app.config.CalibrationNotion;
import io.evenkeel.core.calibration.Ckce;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.score.BrierScore;
import io.evenkeel.core.score.Crps;
import io.evenkeel.core.score.Interval;
import io.evenkeel.core.score.LogLoss;
import io.evenkeel.core.score.RunningMean;
import io.evenkeel.core.score.SkillScore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Two models on the same labels: the differences of their scores, first minus second, with
 * intervals from the pairs. Both samples hold the rows with the smallest hashes of the ids that the
 * models share, so that their common rows are a uniform sample of all common rows.
 *
 * @param first name of a model
 * @param second name of the other
 * @param sentence which one is better, in words
 * @param differences of mean scores and of the CKCE; below 0 the first model is better
 * @param skill of the first model over the second by Brier score or CRPS: 1 − the ratio of their
 *     means; below 0 the second model is better
 * @param repeated the number of common ids that several rows of a model have; they are left out
 * @param leftOut the number of common rows that the difference of log losses leaves out because one
 *     of the two is not finite, by reason
 * @param overTime the differences of Brier score or CRPS in the order of time
 */
public record Comparison(
    String first,
    String second,
    String sentence,
    List<Measure> differences,
    Measure skill,
    long repeated,
    SortedMap<String, Long> leftOut,
    OverTime overTime) {
  /** So much, of scores and of a CKCE, which is the mean of values of at most 1, is rounding. */
  private static final double ROUNDING = 1e-12;

  private static final String TOO_FEW =
      "Too few labels to compare their scores: at least "
          + SeriesStatistics.LEAST_MISSES
          + " must be of a class that one of the two does not hold most probable.";

  /** Copies what it is given. */
  public Comparison {
    differences = List.copyOf(differences);
    leftOut = Collections.unmodifiableSortedMap(new TreeMap<>(leftOut));
  }

  /**
   * Compares two models of the same space.
   *
   * @param common the rows that they have in common, at least two
   * @param timed whether rows have times, or only the order of the file
   */
  static Comparison of(
      ModelStatistics first, ModelStatistics second, CommonRows common, boolean timed) {
    List<Observation> ofFirst = common.first();
    List<Observation> ofSecond = common.second();
    List<Step> steps = steps(ofFirst, ofSecond);
    long leastMisses = isOfClasses(first) ? SeriesStatistics.LEAST_MISSES : 0;
    boolean isEnough = Step.haveMisses(steps, leastMisses);
    List<Measure> differences = differences(ofFirst, ofSecond);
    differences.add(ckce(first.whole().kernel(), leastMisses, ofFirst, ofSecond));
    Measure skill = skill(ofFirst, ofSecond);
    if (!isEnough) {
      differences.replaceAll(difference -> difference.with(Interval.EVERYTHING));
      skill = skill.with(Interval.EVERYTHING);
    }
    SortedMap<String, Long> leftOut = leftOut(first.model(), second.model(), ofFirst, ofSecond);
    return new Comparison(
        first.model(),
        second.model(),
        isEnough
            ? sentence(
                first.model(),
                second.model(),
                differences,
                leftOut.isEmpty(),
                infinite(first.model(), ofFirst, second.model(), ofSecond))
            : TOO_FEW,
        differences,
        skill,
        common.repeated(),
        leftOut,
        overTime(first, second, steps, timed, leastMisses));
  }

  /**
   * Refuses models that cannot be compared.
   *
   * @throws IllegalArgumentException if they predict different things or events of their own, or
   *     one has no labels
   */
  static void check(ModelStatistics first, ModelStatistics second) {
    checkSpaces(first, second);
    checkEvents(first, second);
    CommonRows.checkLabels(first);
    CommonRows.checkLabels(second);
  }

  private static void checkSpaces(ModelStatistics first, ModelStatistics second) {
    if (!first.profile().space().equals(second.profile().space())) {
      throw new IllegalArgumentException(
          first.model()
              + " predicts "
              + first.profile().space()
              + " and "
              + second.model()
              + " "
              + second.profile().space()
              + ": their scores cannot be compared");
    }
  }

  /** Models that hold different classes most probable are right about different things. */
  private static void checkEvents(ModelStatistics first, ModelStatistics second) {
    for (ModelStatistics model : List.of(first, second)) {
      CalibrationNotion notion = model.plan().calibration();
      if (notion.kind() == CalibrationNotion.Kind.TOP_LABEL) {
        throw new IllegalArgumentException(
            "calibration = "
                + notion.text()
                + " judges whether the most probable class of "
                + model.model()
                + " came, which is another event for another model: compare them without it");
      }
    }
  }

  private static boolean isMiss(Observation one) {
    return one.prediction() instanceof Categorical p
        && p.argmax() != ((ClassLabel) one.target()).index();
  }

  private static boolean isOfClasses(ModelStatistics model) {
    return model.profile().space().kind() == TargetSpace.Kind.CLASSES;
  }

  private static List<Measure> differences(List<Observation> first, List<Observation> second) {
    RunningMean logLoss = new RunningMean();
    RunningMean score = new RunningMean();
    for (int i = 0; i < first.size(); i++) {
      Target y = first.get(i).target();
      PredictiveDistribution p = first.get(i).prediction();
      PredictiveDistribution q = second.get(i).prediction();
      double difference = less(LogLoss.of(p, y), LogLoss.of(q, y));
      if (Double.isFinite(difference) && isOfOneKind(p, q)) {
        logLoss.add(difference);
      }
      score.add(less(score(p, y), score(q, y)));
    }
    return new ArrayList<>(
        List.of(Measure.of(Quantity.LOG_LOSS, logLoss), Measure.of(scoreOf(first), score)));
  }

  /** Why rows are not in the difference of log losses. */
  List<String> leftOutInWords() {
    return Remarks.leftOut(" of the difference of log losses", leftOut);
  }

  /** What ids that repeat mean; empty without any. */
  String repeatedInWords() {
    return CommonRows.words(first, second, repeated);
  }

  /** What the skill is, for people. */
  String skillWords() {
    return "skill of " + first + " by " + skill.quantity().words();
  }

  /** What the differences of chunks are, for people. */
  String chunkWords() {
    return "Over time: " + skill.quantity().words() + " of " + first + " less that of " + second;
  }

  private static Quantity scoreOf(List<Observation> rows) {
    return rows.get(0).target() instanceof ClassLabel ? Quantity.BRIER : Quantity.CRPS;
  }

  private static Measure skill(List<Observation> first, List<Observation> second) {
    double[] scores = scores(first);
    double[] others = scores(second);
    for (int i = 0; i < others.length; i++) {
      others[i] = less(scores[i], others[i]) == 0 ? scores[i] : others[i];
    }
    SkillScore skill = SkillScore.of(scores, others);
    return Measure.of(scoreOf(first), skill.value(), skill.n())
        .with(skill.interval(Plan.CONFIDENCE));
  }

  private static double[] scores(List<Observation> rows) {
    return rows.stream().mapToDouble(row -> score(row.prediction(), row.target())).toArray();
  }

  /** Whether log losses can be compared: both are of probabilities, or both of densities. */
  private static boolean isOfOneKind(PredictiveDistribution p, PredictiveDistribution q) {
    return p instanceof Counts == q instanceof Counts;
  }

  private static SortedMap<String, Long> leftOut(
      String first, String second, List<Observation> ofFirst, List<Observation> ofSecond) {
    SortedMap<String, Long> leftOut = new TreeMap<>();
    for (int i = 0; i < ofFirst.size(); i++) {
      List<String> faults = new ArrayList<>();
      fault(ofFirst.get(i)).ifPresent(fault -> faults.add(first + " " + fault));
      fault(ofSecond.get(i)).ifPresent(fault -> faults.add(second + " " + fault));
      if (!isOfOneKind(ofFirst.get(i).prediction(), ofSecond.get(i).prediction())) {
        faults.add("one predicts counts, and the probability of a count is no density");
      }
      if (!faults.isEmpty()) {
        leftOut.merge(String.join(", ", faults), 1L, Long::sum);
      }
    }
    return leftOut;
  }

  /** Why a log loss is not finite; empty if it is. */
  private static Optional<String> fault(Observation one) {
    double loss = LogLoss.of(one.prediction(), one.target());
    if (Double.isFinite(loss)) {
      return Optional.empty();
    }
    return Optional.of(
        Double.isNaN(loss)
            ? "has no density"
            : loss > 0 ? "held the target impossible" : "held the target certain");
  }

  /**
   * With the kernel of the first model for both, of the first rows.
   *
   * @param leastMisses without so many labels among them that a model missed nothing is certain
   */
  private static Measure ckce(
      TensorKernel kernel, long leastMisses, List<Observation> first, List<Observation> second) {
    int n = Math.min(Plan.TEST_SAMPLE, first.size());
    Measure ckce =
        Measure.of(
            Quantity.CKCE,
            new Ckce(kernel)
                .difference(
                    Observation.sample(first.subList(0, n)),
                    Observation.sample(second.subList(0, n)),
                    Ckce.defaultLambda(n)));
    long misses =
        IntStream.range(0, n).filter(i -> isMiss(first.get(i)) || isMiss(second.get(i))).count();
    return misses < leastMisses ? ckce.with(Interval.EVERYTHING) : ckce;
  }

  /** The differences of Brier score or CRPS, in the order of time of the first model. */
  private static List<Step> steps(List<Observation> first, List<Observation> second) {
    List<Step> steps = new ArrayList<>();
    double[] scores = scores(first);
    double[] others = scores(second);
    for (int i = 0; i < scores.length; i++) {
      boolean isMiss = isMiss(first.get(i)) || isMiss(second.get(i));
      steps.add(new Step(first.get(i).place(), less(scores[i], others[i]), isMiss));
    }
    steps.sort(Comparator.comparing(Step::place));
    return steps;
  }

  /**
   * A plain CRPS has no bound that is known before all targets: nothing holds at all times. Nor
   * does anything where too few labels are misses.
   */
  private static OverTime overTime(
      ModelStatistics first,
      ModelStatistics second,
      List<Step> steps,
      boolean timed,
      long leastMisses) {
    Plan plan = first.plan();
    return new OverTime(
        isOfClasses(first) && Step.haveMisses(steps, leastMisses)
            ? Optional.of(AllTimes.of(steps, first.model(), second.model(), plan.alpha(), timed))
            : Optional.empty(),
        plan.chunking().map(by -> ChunkDifference.of(steps, by, leastMisses)).orElse(List.of()));
  }

  /** The score less the other: 0 where they are finite and differ by rounding alone. */
  private static double less(double score, double other) {
    double difference = score - other;
    double rounding = ROUNDING * (Math.abs(score) + Math.abs(other));
    return Double.isFinite(rounding) && Math.abs(difference) <= rounding ? 0 : difference;
  }

  private static double score(PredictiveDistribution p, Target y) {
    return p instanceof Categorical categorical
        ? BrierScore.of(categorical, (ClassLabel) y)
        : Crps.of(p, (RealVector) y);
  }

  /** The model whose mean log loss is infinite while that of the other is finite; else empty. */
  private static Optional<String> infinite(
      String first, List<Observation> ofFirst, String second, List<Observation> ofSecond) {
    boolean isOfOneKind =
        IntStream.range(0, ofFirst.size())
            .allMatch(i -> isOfOneKind(ofFirst.get(i).prediction(), ofSecond.get(i).prediction()));
    if (isOfOneKind && isInfinite(ofFirst) && isFinite(ofSecond)) {
      return Optional.of(first);
    }
    return isOfOneKind && isInfinite(ofSecond) && isFinite(ofFirst)
        ? Optional.of(second)
        : Optional.empty();
  }

  private static boolean isInfinite(List<Observation> rows) {
    return losses(rows).anyMatch(loss -> loss == Double.POSITIVE_INFINITY);
  }

  private static boolean isFinite(List<Observation> rows) {
    return losses(rows).allMatch(Double::isFinite);
  }

  private static DoubleStream losses(List<Observation> rows) {
    return rows.stream().mapToDouble(row -> LogLoss.of(row.prediction(), row.target()));
  }

  /**
   * What is known to be better, by which score. A mean of log losses that leaves out the worst is
   * none: of two models, the one that held targets impossible is worse by it, if it did so alone.
   */
  private static String sentence(
      String first,
      String second,
      List<Measure> differences,
      boolean isWhole,
      Optional<String> infinite) {
    List<String> better = new ArrayList<>();
    infinite.ifPresent(
        wrong ->
            better.add(
                (wrong.equals(first) ? second : first)
                    + " by "
                    + Quantity.LOG_LOSS.words()
                    + " (that of "
                    + wrong
                    + " is infinite)"));
    for (Measure difference : differences) {
      boolean isTold =
          switch (difference.quantity()) {
            case LOG_LOSS -> isWhole;
            case CKCE -> Math.abs(difference.value()) > ROUNDING;
            default -> true;
          };
      if (isTold && difference.interval() != null && !difference.interval().contains(0)) {
        better.add(
            (difference.value() < 0 ? first : second) + " by " + difference.quantity().words());
      }
    }
    return better.isEmpty()
        ? "Their scores do not tell " + first + " from " + second + "."
        : "Better: " + String.join(", ", better) + ".";
  }
}
