package io.evenkeel.app.evaluate;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.score.BrierScore;
import io.evenkeel.core.score.Climatology;
import io.evenkeel.core.score.Crps;
import io.evenkeel.core.score.Interval;
import io.evenkeel.core.score.LogLoss;
import io.evenkeel.core.score.SkillScore;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How much better a model scores than climatology: than predicting each row from the labels of the
 * other rows alone.
 */
final class SkillStatistics {

  /**
   * With fewer labels beside those of the most common class, their number is chance, and a sample
   * without any makes a climatology that is right always.
   */
  private static final int LEAST_OTHERS = 10;

  private SkillStatistics() {}

  /**
   * The skill scores of at least two rows: by Brier score and log loss, or by CRPS. None of classes
   * where fewer than {@value #LEAST_OTHERS} labels are of another class than most.
   */
  static List<Measure> measures(Observations sample) {
    TargetSpace space = sample.prediction(0).space();
    return space.kind() == TargetSpace.Kind.CLASSES
        ? ofClasses(sample, space.size())
        : ofNumbers(sample);
  }

  private static List<Measure> ofClasses(Observations sample, int classes) {
    int[] targets = sample.targets().stream().mapToInt(y -> ((ClassLabel) y).index()).toArray();
    long[] counts = new long[classes];
    for (int target : targets) {
      counts[target]++;
    }
    if (targets.length - Arrays.stream(counts).max().orElse(0) < LEAST_OTHERS) {
      return List.of();
    }
    double[] brier = new double[targets.length];
    double[] logLoss = new double[targets.length];
    for (int i = 0; i < targets.length; i++) {
      Categorical p = (Categorical) sample.prediction(i);
      brier[i] = BrierScore.of(p, (ClassLabel) sample.target(i));
      logLoss[i] = LogLoss.of(p, sample.target(i));
    }
    return List.of(
        measure(Quantity.BRIER_SKILL, SkillScore.of(brier, Climatology.brier(targets, classes))),
        measure(Quantity.LOG_SKILL, SkillScore.of(logLoss, Climatology.logLoss(targets, classes))));
  }

  private static List<Measure> ofNumbers(Observations sample) {
    double[] targets =
        sample.targets().stream().mapToDouble(y -> ((RealVector) y).get(0)).toArray();
    double[] crps =
        IntStream.range(0, targets.length)
            .mapToDouble(i -> Crps.of(sample.prediction(i), (RealVector) sample.target(i)))
            .toArray();
    return List.of(measure(Quantity.CRPS_SKILL, SkillScore.of(crps, Climatology.crps(targets))));
  }

  private static Measure measure(Quantity quantity, SkillScore skill) {
    return Measure.of(quantity, skill.value(), skill.n()).with(skill.interval(Plan.CONFIDENCE));
  }

  /**
   * What is to be said of a model that is not measurably better than climatology; empty for one
   * that is, and where there are too few rows to say it.
   */
  static String sentence(List<Measure> measures) {
    List<Measure> skills =
        measures.stream()
            .filter(one -> one.quantity().isSkill() && one.n() >= Plan.MIN_LABELS)
            .filter(one -> !Double.isNaN(one.value())) // as when both are perfect
            .toList();
    List<Measure> worse = skills.stream().filter(SkillStatistics::isWorse).toList();
    if (!worse.isEmpty()) {
      return "Worse" + words(worse);
    }
    List<Measure> unclear =
        skills.stream()
            .filter(one -> one.quantity() != Quantity.LOG_SKILL && !isBetter(one))
            .toList();
    return unclear.isEmpty() ? "" : "Not measurably better" + words(unclear);
  }

  /** That a target was held impossible is worse, too. */
  private static boolean isWorse(Measure skill) {
    return skill.value() == Double.NEGATIVE_INFINITY || interval(skill).upper() < 0;
  }

  /**
   * Better even than a climatology that knows the label it predicts: leaving it out makes Brier
   * score and CRPS (n/(n − 1))² times as large. Else a model that predicts the true frequency would
   * seem better, as it need not be estimated.
   */
  private static boolean isBetter(Measure skill) {
    return interval(skill).lower() > 2.0 / skill.n();
  }

  private static Interval interval(Measure skill) {
    return Objects.requireNonNull(skill.interval());
  }

  private static String words(List<Measure> skills) {
    return skills.stream()
        .map(SkillStatistics::words)
        .collect(
            Collectors.joining(
                ", ",
                " than climatology, which predicts each row from the labels of the others: ",
                "."));
  }

  private static String words(Measure skill) {
    String name = name(skill.quantity());
    return Double.isInfinite(skill.value())
        ? name + " " + skill.value()
        : String.format(
            Locale.ROOT,
            "%s %.3f (%.3f to %.3f)",
            name,
            skill.value(),
            interval(skill).lower(),
            interval(skill).upper());
  }

  private static String name(Quantity skill) {
    return switch (skill) {
      case BRIER_SKILL -> "Brier skill score";
      case LOG_SKILL -> "log skill score";
      default -> "CRPS skill score";
    };
  }
}
