package io.evenkeel.app.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.schemas.Label;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LabelCodecTest {

  @ParameterizedTest
  @MethodSource("targets")
  void decodesWhatItEncodes(RawTarget target) {
    LabelEvent event = new LabelEvent("id-1", 5_000, 2, target);

    assertThat(LabelCodec.decode(LabelCodec.encode(event))).isEqualTo(event);
  }

  static List<RawTarget> targets() {
    return List.of(
        new RawTarget.Index(-3),
        new RawTarget.Name("dog"),
        new RawTarget.Real(2.5),
        new RawTarget.Reals((RealVector) Target.of(1, -2)));
  }

  @Test
  void rejectsWhatHasNoIdTimeOrRevision() {
    assertRejected(new Label("", Instant.EPOCH, 0, 1), "prediction_id is empty");
    assertRejected(new Label("id-1", Instant.ofEpochMilli(-1), 0, 1), "label: known_at");
    assertRejected(new Label("id-1", Instant.EPOCH, -1, 1), "revision", "-1");
  }

  @Test
  void rejectsTargetsThatAreNotFinite() {
    assertRejected(new Label("id-1", Instant.EPOCH, 0, Double.NaN), "NaN");
    assertRejected(
        new Label("id-1", Instant.EPOCH, 0, List.of(1.0, Double.NEGATIVE_INFINITY)),
        "target[1]",
        "-Infinity");
    assertRejected(new Label("id-1", Instant.EPOCH, 0, List.of()), "at least one");
  }

  private static void assertRejected(Label record, String... words) {
    assertThatExceptionOfType(RejectedEventException.class)
        .isThrownBy(() -> LabelCodec.decode(record))
        .withMessageContainingAll(words)
        .extracting(RejectedEventException::reason)
        .isEqualTo(Reason.INVALID_LABEL);
  }
}
