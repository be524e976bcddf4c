package io.evenkeel.app.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.AppConfig;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AdviceTest {
  private static AppConfig config(String defaults, String unknown) {
    return AppConfig.of(
        Map.of(
            "models.m.sampling", "0.01",
            "defaults.sampling", defaults,
            "monitor.unknown-models", unknown));
  }

  @Test
  void saysThatLabelsAreKeptWhereModelsHaveDifferentShares() {
    assertThat(Advice.sampling(config("1", "true")))
        .hasValueSatisfying(
            advice ->
                assertThat(advice)
                    .startsWith("sampling is from 0.01 to 1.0: labels of all that the largest")
                    .endsWith("or monitor.unknown-models to false if all models are listed"));
  }

  @Test
  void saysNothingWhereAllModelsHaveTheSameShare() {
    assertThat(Advice.sampling(config("0.01", "true"))).isEmpty();
    assertThat(Advice.sampling(config("1", "false"))).isEmpty();
    assertThat(Advice.sampling(AppConfig.of(Map.of()))).isEmpty();
  }
}
