package io.evenkeel.app.evaluate;

import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.kernel.ExponentialKernel;
import io.evenkeel.core.kernel.GaussianKernel;
import io.evenkeel.core.kernel.LaplacianKernel;
import io.evenkeel.core.kernel.Matern32Kernel;
import io.evenkeel.core.kernel.Matern32TargetKernel;
import io.evenkeel.core.kernel.Matern52Kernel;
import io.evenkeel.core.kernel.Matern52TargetKernel;
import io.evenkeel.core.kernel.MaximumMeanDiscrepancy;
import io.evenkeel.core.kernel.MedianHeuristic;
import io.evenkeel.core.kernel.PredictionDistance;
import io.evenkeel.core.kernel.PredictionKernel;
import io.evenkeel.core.kernel.TargetKernel;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.Profile;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which kernel the SKCE of a file is of. Where nothing is chosen, it is that of the profile.
 *
 * @param predictions k_P: {@code SHAPE(DISTANCE, BANDWIDTH)}, such as {@code
 *     exponential(total-variation, median)}; empty for that of the profile
 * @param targets k_Y of numbers: {@code SHAPE(BANDWIDTH)}, such as {@code gaussian(1)}; empty for
 *     that of the profile
 */
public record KernelChoice(String predictions, String targets) {
  /** The kernel of the profile. */
  public static final KernelChoice NONE = new KernelChoice("", "");

  static final String MMD = "mmd";
  static final String KRONECKER = "kronecker";

  /** The median is that of the distances between so many predictions at most. */
  static final int PAIRED = 2_000;

  private static final String MEDIAN = "median";
  private static final Pattern PREDICTIONS =
      Pattern.compile("(\\w+)\\(\\s*([\\w-]+)\\s*,\\s*(\\S+?)\\s*\\)");
  private static final Pattern TARGETS = Pattern.compile("(\\w+)\\(\\s*(\\S+?)\\s*\\)");

  private static final String FORM_OF_PREDICTIONS =
      "write it as SHAPE(DISTANCE, BANDWIDTH) with the shape exponential, gaussian, matern32 or"
          + " matern52, the distance euclidean or total-variation of classes, wasserstein or mmd of"
          + " numbers, and as the bandwidth a number or median";
  private static final String FORM_OF_TARGETS =
      "write it as SHAPE(BANDWIDTH) with the shape gaussian, laplacian, matern32 or matern52, and"
          + " a number as the bandwidth";

  /** How a kernel falls with the distance d, in bandwidths. */
  private enum Shape {
    /** exp(−d). */
    EXPONENTIAL,
    /** exp(−d²/2). */
    GAUSSIAN,
    /** (1 + √3 d) exp(−√3 d). */
    MATERN32,
    /** (1 + √5 d + 5d²/3) exp(−√5 d). */
    MATERN52;

    PredictionKernel of(PredictionDistance distance, double bandwidth) {
      return switch (this) {
        case EXPONENTIAL -> new ExponentialKernel(distance, 1 / bandwidth, 1);
        case GAUSSIAN -> new ExponentialKernel(distance, 1 / (2 * bandwidth * bandwidth), 2);
        case MATERN32 -> new Matern32Kernel(distance, bandwidth);
        case MATERN52 -> new Matern52Kernel(distance, bandwidth);
      };
    }
  }

  /** The parts of the text of a kernel of predictions. */
  private record Parts(Shape shape, String distance, String bandwidth) {}

  /**
   * Checks what can be checked without a file.
   *
   * @throws IllegalArgumentException if a text is no kernel
   */
  public KernelChoice {
    if (!predictions.isEmpty()) {
      parts(predictions);
    }
    if (!targets.isEmpty()) {
      ofNumbers(targets);
    }
  }

  /** Whether the bandwidth is that of {@link MedianHeuristic}. */
  boolean isOfMedian() {
    return !predictions.isEmpty() && parts(predictions).bandwidth().equals(MEDIAN);
  }

  /**
   * The kernel for the predictions of a profile.
   *
   * @param sample of the predictions, for the median of their distances
   * @throws IllegalArgumentException if it is not for such targets
   */
  NamedKernel of(Profile profile, List<PredictiveDistribution> sample) {
    NamedKernel usual = NamedKernel.ofProfile(profile.kernel());
    boolean ofClasses = profile.space().kind() == TargetSpace.Kind.CLASSES;
    check(
        targets.isEmpty() || !ofClasses,
        "--target-kernel is of numbers, but the targets are " + profile.space());
    TargetKernel ofTargets = targets.isEmpty() ? usual.kernel().targets() : ofNumbers(targets);
    String nameOfTargets = targets.isEmpty() ? usual.targets() : targets;
    if (predictions.isEmpty()) {
      PredictionKernel same = usual.kernel().predictions();
      return new NamedKernel(new TensorKernel(same, ofTargets), usual.predictions(), nameOfTargets);
    }
    Parts parts = parts(predictions);
    PredictionDistance distance = distance(parts, ofClasses, ofTargets);
    double bandwidth =
        isOfMedian() ? MedianHeuristic.of(distance, sample) : number(parts.bandwidth());
    return new NamedKernel(
        new TensorKernel(parts.shape().of(distance, bandwidth), ofTargets),
        "%s(%s, %s)"
            .formatted(parts.shape().name().toLowerCase(Locale.ROOT), parts.distance(), bandwidth),
        nameOfTargets);
  }

  private static PredictionDistance distance(
      Parts parts, boolean ofClasses, TargetKernel ofTargets) {
    boolean isOfClasses = !List.of(MMD, name(Distance.WASSERSTEIN_2)).contains(parts.distance());
    check(
        isOfClasses == ofClasses,
        "--kernel: the distance "
            + parts.distance()
            + " is of "
            + (isOfClasses
                ? "classes, but the targets are numbers"
                : "numbers, but the targets are classes"));
    return parts.distance().equals(MMD)
        ? new MaximumMeanDiscrepancy(ofTargets)
        : Arrays.stream(Distance.values())
            .filter(one -> name(one).equals(parts.distance()))
            .findFirst()
            .orElseThrow();
  }

  /** How a distance is written. */
  static String name(Distance distance) {
    return switch (distance) {
      case EUCLIDEAN -> "euclidean";
      case TOTAL_VARIATION -> "total-variation";
      case WASSERSTEIN_2 -> "wasserstein";
    };
  }

  private static Parts parts(String text) {
    Matcher matcher = PREDICTIONS.matcher(text.strip());
    String wrong = "--kernel '" + text + "': " + FORM_OF_PREDICTIONS;
    check(matcher.matches(), wrong);
    Shape shape =
        Arrays.stream(Shape.values())
            .filter(one -> one.name().equalsIgnoreCase(matcher.group(1)))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException(wrong));
    String distance = matcher.group(2);
    check(
        distance.equals(MMD)
            || Arrays.stream(Distance.values()).anyMatch(one -> name(one).equals(distance)),
        wrong);
    check(
        !distance.equals(name(Distance.TOTAL_VARIATION)) || shape == Shape.EXPONENTIAL,
        "--kernel '" + text + "': over total-variation only exponential is positive definite");
    String bandwidth = matcher.group(3);
    check(bandwidth.equals(MEDIAN) || number(bandwidth) > 0, wrong);
    return new Parts(shape, distance, bandwidth);
  }

  private static TargetKernel ofNumbers(String text) {
    Matcher matcher = TARGETS.matcher(text.strip());
    String wrong = "--target-kernel '" + text + "': " + FORM_OF_TARGETS;
    check(matcher.matches() && number(matcher.group(2)) > 0, wrong);
    double bandwidth = number(matcher.group(2));
    return switch (matcher.group(1)) {
      case "gaussian" -> new GaussianKernel(1 / (2 * bandwidth * bandwidth));
      case "laplacian" -> new LaplacianKernel(1 / bandwidth);
      case "matern32" -> new Matern32TargetKernel(bandwidth);
      case "matern52" -> new Matern52TargetKernel(bandwidth);
      default -> throw new IllegalArgumentException(wrong);
    };
  }

  /** The finite number that is written, NaN if none is. */
  private static double number(String text) {
    try {
      double number = Double.parseDouble(text);
      return Double.isFinite(number) ? number : Double.NaN;
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  private static void check(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }
}
