package io.evenkeel.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class ReadmeExampleTest {
  private static final Path ROOT = Path.of(System.getProperty("evenkeel.root", ".."));

  @Test
  void isWhatTheReadmeShows() throws IOException {
    Path source = ROOT.resolve("core/src/test/java/io/evenkeel/core/ReadmeExample.java");
    assumeThat(source).as("the source of the example").exists();
    String code = Files.readString(source);
    String shown =
        code.substring(code.indexOf("// README begins\n") + 17, code.indexOf("    // README ends"))
            .indent(-4);

    assertThat(Files.readString(ROOT.resolve("core/README.md")))
        .contains("```java\n" + shown + "```");
  }

  /** Log-odds that are twice what they should be. */
  @Test
  void saysWhatIsWrong() {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(1);
    List<Categorical> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      double truth = random.nextDouble();
      double odds = Math.pow(truth / (1 - truth), 2);
      predictions.add(Categorical.of(1 / (1 + odds), odds / (1 + odds)));
      targets.add(Target.ofClass(random.nextDouble() < truth ? 1 : 0));
    }

    assertThat(ReadmeExample.judge(predictions, targets))
        .matches(
            "Miscalibrated: over-confident: temperature [^\n]*\\R"
                + "over-confident: temperature [12][.0-9]*; SKCE 0\\.0\\d+, p \\d+e-\\d+");
  }
}
