package io.evenkeel.app.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.kernel.ExponentialKernel;
import io.evenkeel.core.kernel.GaussianKernel;
import io.evenkeel.core.kernel.KroneckerKernel;
import io.evenkeel.core.kernel.MaximumMeanDiscrepancy;
import io.evenkeel.core.kernel.MedianHeuristic;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.ProfileLearner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelChoiceTest {
  private static final Path VECTORS = Path.of(System.getProperty("evenkeel.vectors", "missing"));

  private static final Map<String, String> DISTANCES =
      Map.of("euclidean", "euclidean", "tv", "total-variation", "w2", "wasserstein");

  private static final List<PredictiveDistribution> COINS =
      IntStream.range(1, 20)
          .<PredictiveDistribution>mapToObj(i -> Categorical.of(1 - i / 20.0, i / 20.0))
          .toList();

  private static final List<PredictiveDistribution> NORMALS =
      IntStream.range(1, 20).<PredictiveDistribution>mapToObj(i -> Normal.of(i, i)).toList();

  @TempDir private Path folder;

  private static NamedKernel kernel(
      List<PredictiveDistribution> sample, String predictions, String targets) {
    Profile profile = ProfileLearner.learn(1, sample, 2, 1);
    return new KernelChoice(predictions, targets).of(profile, sample);
  }

  private SeriesReport report(String distribution, String rows, KernelChoice choice)
      throws IOException {
    return model(distribution, rows, choice).whole();
  }

  private ModelReport model(String distribution, String rows, KernelChoice choice)
      throws IOException {
    Files.writeString(folder.resolve("rows.csv"), rows);
    String yaml =
        """
        models:
          - model: rows
            file: rows.csv
            id: '{#}'
            time: {start: '2026-01-01T00:00:00Z', step: 1s}
            distribution: %s
            label: {column: y, delay: 1s}
        """
            .formatted(distribution);
    return Reports.of(folder, yaml, Reports.plan(1000).with(choice)).models().get(0);
  }

  private static double value(SeriesReport report, Quantity quantity) {
    return report.measure(quantity).orElseThrow().value();
  }

  /** By all pairs and by blocks of two; of each kind the first case, named without a number. */
  @Test
  void reproducesTheNumbersOfTheKernelThatIsChosen() throws IOException {
    Path file = VECTORS.resolve("skce.json");
    assumeThat(Files.isReadable(file)).as("skipped: %s is absent", file).isTrue();
    int compared = 0;
    for (JsonNode one : new ObjectMapper().readTree(file.toFile()).get("cases")) {
      JsonNode in = one.get("inputs");
      String distance = DISTANCES.get(in.at("/prediction_kernel/distance").asText());
      String type = in.at("/predictions/0/type").asText();
      boolean isOfOneNumber = in.at("/predictions/0/mean").size() <= 1;
      boolean isFirst = !one.get("name").asText().matches(".*_\\d");
      if (distance != null && isOfOneNumber && isFirst && !type.equals("normal_full")) {
        SeriesReport report = report(distribution(in), rows(in), choice(in, distance));
        String name = one.get("name").asText();
        assertThat(value(report, Quantity.SKCE))
            .as(name)
            .isCloseTo(one.at("/expected/unbiased").asDouble(), within(1e-12));
        assertThat(value(report, Quantity.BLOCK_SKCE))
            .as(name)
            .isCloseTo(one.at("/expected/block/2/value").asDouble(), within(1e-12));
        compared++;
      }
    }
    assertThat(compared).isGreaterThanOrEqualTo(6);
  }

  private static KernelChoice choice(JsonNode in, String distance) {
    double lambda = in.at("/prediction_kernel/lambda").asDouble();
    double gamma = in.at("/target_kernel/gamma").asDouble();
    String targets =
        switch (in.at("/target_kernel/type").asText()) {
          case "gaussian" -> "gaussian(" + Math.sqrt(1 / (2 * gamma)) + ")";
          case "laplacian" -> "laplacian(" + 1 / gamma + ")";
          default -> "";
        };
    return new KernelChoice("exponential(" + distance + ", " + 1 / lambda + ")", targets);
  }

  private static String distribution(JsonNode in) {
    return switch (in.at("/predictions/0/type").asText()) {
      case "normal" -> "{normal: {mean: a, standard-deviation: b}}";
      case "laplace" -> "{laplace: {location: a, scale: b}}";
      default -> "{categorical: [p1..p" + in.at("/predictions/0/p").size() + "]}";
    };
  }

  private static String rows(JsonNode in) {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < in.get("predictions").size(); i++) {
      JsonNode p = in.get("predictions").get(i);
      JsonNode y = in.get("targets").get(i);
      String cells =
          switch (p.get("type").asText()) {
            case "normal" -> p.at("/mean/0") + "," + Math.sqrt(p.at("/var/0").asDouble());
            case "laplace" -> p.get("mu") + "," + p.get("beta");
            default ->
                IntStream.range(0, p.get("p").size())
                    .mapToObj(k -> p.get("p").get(k).toString())
                    .collect(Collectors.joining(","));
          };
      rows.append(cells).append(',').append(y.isArray() ? y.get(0) : y).append('\n');
    }
    int classes = in.at("/predictions/0/p").size();
    String header =
        classes == 0
            ? "a,b"
            : IntStream.rangeClosed(1, classes)
                .mapToObj(k -> "p" + k)
                .collect(Collectors.joining(","));
    return header + ",y\n" + rows;
  }

  /** Eighty coins of which some are exaggerated. */
  private static String coins() {
    return "p,y\n"
        + IntStream.range(0, 80)
            .mapToObj(n -> (n * 37 % 80 + 0.5) / 80 + "," + n * 31 % 7 / 4 + "\n")
            .collect(Collectors.joining());
  }

  @Test
  void isPrintedAsItIsWritten() throws IOException {
    ModelReport usual = model("{binary: p}", coins(), KernelChoice.NONE);
    ModelReport same =
        model("{binary: p}", coins(), new KernelChoice(usual.kernel().predictions(), ""));

    assertThat(usual.kernel().words())
        .matches("exponential\\(euclidean, 0\\.[0-9]+\\) x kronecker");
    assertThat(same.kernel().words()).isEqualTo(usual.kernel().words());
    assertThat(value(same.whole(), Quantity.SKCE))
        .isCloseTo(value(usual.whole(), Quantity.SKCE), within(1e-15));
  }

  @Test
  void leavesTheVerdictAsItIs() throws IOException {
    SeriesReport usual = report("{binary: p}", coins(), KernelChoice.NONE);
    SeriesReport wide =
        report("{binary: p}", coins(), new KernelChoice("gaussian(euclidean, 5)", ""));

    for (Quantity ofKernel :
        List.of(Quantity.SKCE, Quantity.SKCE_TEST, Quantity.BLOCK_SKCE, Quantity.CKCE)) {
      assertThat(value(wide, ofKernel)).isNotEqualTo(value(usual, ofKernel));
    }
    assertThat(value(wide, Quantity.CME)).isEqualTo(value(usual, Quantity.CME));
    assertThat(wide.logE()).isEqualTo(usual.logE());
  }

  @Test
  void isOfClassesAndOfNumbers() {
    assertThat(kernel(COINS, "gaussian(euclidean, 0.5)", "").kernel())
        .isEqualTo(
            new TensorKernel(
                new ExponentialKernel(Distance.EUCLIDEAN, 2, 2), new KroneckerKernel()));
    TensorKernel ofNumbers = kernel(NORMALS, "exponential(mmd, 4)", "gaussian(0.5)").kernel();
    assertThat(ofNumbers)
        .isEqualTo(
            new TensorKernel(
                new ExponentialKernel(new MaximumMeanDiscrepancy(new GaussianKernel(2)), 0.25, 1),
                new GaussianKernel(2)));
    assertThat(kernel(NORMALS, "", "matern52(3)").words())
        .startsWith("exponential(wasserstein, ")
        .endsWith(") x matern52(3)");
  }

  @Test
  void takesTheMedianOfTheDistances() throws IOException {
    double median = MedianHeuristic.of(Distance.TOTAL_VARIATION, COINS);

    assertThat(kernel(COINS, "exponential(total-variation, median)", "").predictions())
        .isEqualTo("exponential(total-variation, " + median + ")");
    // Of all pairs of 80 probabilities that are 1/80 apart, half are at most 24/80 apart.
    assertThat(
            model(
                    "{binary: p}",
                    coins(),
                    new KernelChoice("exponential(total-variation, median)", ""))
                .kernel()
                .predictions())
        .matches("exponential\\(total-variation, 0\\.(3|29999).*");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "euclidean | write it as SHAPE(DISTANCE, BANDWIDTH)",
        "box(euclidean, 1) | write it as SHAPE(DISTANCE, BANDWIDTH)",
        "gaussian(hamming, 1) | write it as SHAPE(DISTANCE, BANDWIDTH)",
        "gaussian(euclidean, 0) | write it as SHAPE(DISTANCE, BANDWIDTH)",
        "gaussian(euclidean, wide) | write it as SHAPE(DISTANCE, BANDWIDTH)",
        "gaussian(total-variation, 1) | only exponential is positive definite",
      })
  void saysHowAKernelIsWritten(String text, String message) {
    assertThatThrownBy(() -> new KernelChoice(text, ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("--kernel '" + text + "'", message);
  }

  @Test
  void saysForWhichTargetsAKernelIs() {
    assertThatThrownBy(() -> kernel(COINS, "gaussian(wasserstein, 1)", ""))
        .hasMessageContaining("wasserstein is of numbers, but the targets are classes");
    assertThatThrownBy(() -> kernel(NORMALS, "gaussian(euclidean, 1)", ""))
        .hasMessageContaining("euclidean is of classes, but the targets are numbers");
    assertThatThrownBy(() -> kernel(COINS, "", "gaussian(1)"))
        .hasMessageContaining("--target-kernel is of numbers, but the targets are 2 classes");
    assertThatThrownBy(() -> new KernelChoice("", "kronecker"))
        .hasMessageContaining("--target-kernel 'kronecker': write it as SHAPE(BANDWIDTH)");
  }
}
