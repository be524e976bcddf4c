package io.evenkeel.app.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.OrderedClasses;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetEvent;
import io.evenkeel.core.prediction.TargetEvent.Above;
import io.evenkeel.core.prediction.TargetView;
import io.evenkeel.core.prediction.Uniform;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;

class BinaryFormTest {

  /** The bytes of today must be readable for ever, so they are spelled out. */
  private static final Map<PredictiveDistribution, String> DISTRIBUTIONS =
      Map.of(
          Categorical.of(0.25, 0.75),
          "01 00000002 3fd0000000000000 3fe8000000000000",
          Normal.of(1, 2),
          "02 00000001 3ff0000000000000 4010000000000000",
          Normal.diagonal(new double[] {1, 2}, new double[] {4, 0}),
          "02 00000002 3ff0000000000000 4000000000000000 4010000000000000 0000000000000000",
          Normal.full(new double[] {1, 2}, new double[][] {{4, 1}, {1, 2}}),
          "03 00000002 3ff0000000000000 4000000000000000 "
              + "4010000000000000 3ff0000000000000 3ff0000000000000 4000000000000000",
          new Laplace(1, 2),
          "04 00000001 3ff0000000000000 4000000000000000",
          Mixture.of(new double[] {0.25, 0.75}, List.of(Normal.of(1, 2), new Laplace(1, 2))),
          "05 00000002 3fd0000000000000 02 00000001 3ff0000000000000 4010000000000000 "
              + "3fe8000000000000 04 00000001 3ff0000000000000 4000000000000000",
          Ensemble.of(new double[][] {{1, 2}, {4, 1}, {1, 2}}),
          "06 00000003 00000002 3ff0000000000000 4000000000000000 4010000000000000 "
              + "3ff0000000000000 3ff0000000000000 4000000000000000",
          Quantiles.of(new double[] {0.25, 0.75}, new double[] {1, 2}),
          "07 00000002 3fd0000000000000 3fe8000000000000 3ff0000000000000 4000000000000000");

  private static final Map<PredictiveDistribution, String> COUNTS =
      Map.of(
          Counts.poisson(1),
          "0a 00000001 3ff0000000000000",
          Counts.negativeBinomial(1, 2),
          "0b 00000001 3ff0000000000000 4000000000000000",
          Counts.of(-1, 0.25, 0.75),
          "0c 00000002 ffffffffffffffff 3fd0000000000000 3fe8000000000000");

  private static final Map<PredictionEvent, String> EVENTS =
      Map.of(
          predicted(Categorical.of(0.75, 0.25)).judged(BinaryFormTest::top),
          "08 00000002 00000000 01 00000002 3fd0000000000000 3fe8000000000000",
          predicted(Normal.of(1, 2)).judged(p -> Optional.of(new Above(1))),
          "09 00000001 3ff0000000000000 01 00000002 3fe0000000000000 3fe0000000000000",
          predicted(Categorical.of(0.25, 0.75)).judged(p -> Optional.of(new OrderedClasses(2))),
          "0d 00000002 0c 00000002 0000000000000000 3fd0000000000000 3fe8000000000000");

  private static final Map<Target, String> TARGETS =
      Map.of(
          Target.ofClass(258), "01 00000102",
          Target.of(1, -2), "02 00000002 3ff0000000000000 c000000000000000");

  private static Optional<TargetView> top(PredictiveDistribution p) {
    return Optional.of(TargetEvent.topLabel((Categorical) p));
  }

  private static PredictionEvent predicted(PredictiveDistribution distribution) {
    return new PredictionEvent("id", "model", "", 0, Map.of(), Map.of(), distribution);
  }

  @Test
  void keepsTheLayoutOfEvents() {
    EVENTS.forEach(
        (prediction, hex) -> {
          ByteBuffer bytes = BinaryForm.bytes(prediction);

          assertThat(BinaryForm.distribution(bytes)).isEqualTo(prediction.distribution());
          assertThat(BinaryForm.view(bytes)).isEqualTo(prediction.view());
          assertThat(bytes).isEqualTo(hex(hex));
        });
    assertThat(BinaryForm.view(BinaryForm.bytes(Categorical.of(0.5, 0.5)))).isNull();
  }

  @Test
  void keepsTheLayoutOfDistributions() {
    keepsTheLayout(DISTRIBUTIONS);
    keepsTheLayout(COUNTS);
  }

  private static void keepsTheLayout(Map<PredictiveDistribution, String> all) {
    all.forEach(
        (distribution, hex) -> {
          ByteBuffer bytes = BinaryForm.bytes(distribution);

          assertThat(BinaryForm.distribution(bytes)).isEqualTo(distribution);
          assertThat(bytes).isEqualTo(hex(hex));
        });
  }

  @Test
  void keepsTheLayoutOfTargets() {
    TARGETS.forEach(
        (target, hex) -> {
          ByteBuffer bytes = BinaryForm.bytes(target);

          assertThat(BinaryForm.target(bytes)).isEqualTo(target);
          assertThat(bytes).isEqualTo(hex(hex));
        });
  }

  @Test
  void keepsEveryBitOfRenormalisedProbabilities() {
    Categorical uneven = Categorical.of(1.0 / 3, 1.0 / 3 + 3e-7, 1.0 / 3);

    assertThat(BinaryForm.distribution(BinaryForm.bytes(uneven))).isEqualTo(uneven);
  }

  @Test
  void refusesKindsThatNoEventHas() {
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> BinaryForm.bytes(new Uniform(0, 1)))
        .withMessageContaining("Uniform");
  }

  @Test
  void refusesKindsOfTheFuture() {
    ByteBuffer future = hex("7f 00000000");

    assertThatExceptionOfType(SerializationException.class)
        .isThrownBy(() -> BinaryForm.distribution(future))
        .withMessageContainingAll("distribution of kind 127", "newer version");
    assertThatExceptionOfType(SerializationException.class)
        .isThrownBy(() -> BinaryForm.target(future));
  }

  @Test
  void refusesTornBytes() {
    for (String torn :
        new String[] {
          "",
          "01",
          "01 7fffffff 00",
          "01 ffffffff",
          "01 00000002 3fd0",
          "04 00000001 3ff0",
          "05 7fffffff 3ff0",
          "05 00000001 3ff0000000000000 04",
          "06 00000001",
          "06 7fffffff 00000001 3ff0000000000000",
          "07 00000001 3ff0000000000000"
        }) {
      assertThatExceptionOfType(SerializationException.class)
          .isThrownBy(() -> BinaryForm.distribution(hex(torn)))
          .withMessageContaining("torn");
    }
    assertThatExceptionOfType(SerializationException.class)
        .isThrownBy(() -> BinaryForm.target(hex("01 000000")))
        .withMessageContaining("torn");
  }

  private static ByteBuffer hex(String digits) {
    return ByteBuffer.wrap(HexFormat.of().parseHex(digits.replace(" ", "")));
  }
}
