package io.evenkeel.app.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.state.PaneGrid;
import io.evenkeel.core.moments.Outcome;
import io.evenkeel.core.prediction.Categorical;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;

class ObservationTest {
  private static final ByteBuffer DISTRIBUTION = ByteBuffer.wrap(new byte[] {1, 2, 3, 4, 5});
  private static final ByteBuffer TARGET = ByteBuffer.wrap(new byte[] {9, 8});
  private static final Outcome OUTCOME = new Outcome("Spiel 7", 0.25);
  private static final List<String> SEGMENTS = List.of("", "land=Österreich");

  private static final PredictionEvent EVENT =
      new PredictionEvent(
          "a",
          "Wörter",
          "v2",
          1_700,
          Map.of("land", "Österreich"),
          Map.of("age", 3.0),
          Categorical.of(0.5, 0.5));

  private static Observation predicted() {
    return Observation.of(EVENT, SEGMENTS, DISTRIBUTION, OUTCOME, 1_500);
  }

  private static Observation read(Observation written) {
    byte[] bytes = Observation.serde().serializer().serialize("", written);
    return Observation.serde().deserializer().deserialize("", bytes.clone());
  }

  private static void assertPredicted(Observation observation) {
    assertThat(observation.model()).isEqualTo("Wörter");
    assertThat(observation.version()).isEqualTo("v2");
    assertThat(observation.madeAt()).isEqualTo(1_700);
    assertThat(observation.segments()).isEqualTo(SEGMENTS);
    assertThat(observation.distribution()).isEqualTo(DISTRIBUTION);
    assertThat(observation.content()).isEqualTo(EventChecks.content(EVENT)).isNotZero();
    assertThat(observation.outcome()).isEqualTo(OUTCOME);
  }

  private static void assertLabelled(Observation observation) {
    assertThat(observation.isLabelled()).isTrue();
    assertThat(observation.revision()).isEqualTo(3);
    assertThat(observation.number()).isEqualTo(11);
    assertThat(observation.target()).isEqualTo(TARGET);
  }

  @Test
  void isWithoutProfilePartnersAndLabelAtFirst() {
    Observation observation = read(predicted());

    assertPredicted(observation);
    assertThat(observation.profile()).isZero();
    assertThat(observation.features()).isEmpty();
    assertThat(observation.quarters()).isEmpty();
    assertThat(observation.partners()).isEmpty();
    assertThat(observation.isLabelled()).isFalse();
    assertThat(observation.revision()).isEqualTo(-1);
    assertThat(observation.number()).isZero();
    assertThat(observation.target()).isNull();
  }

  /** In whichever order its parts come, and come again in another length. */
  @Test
  void keepsEachPartWhenAnotherIsChanged() {
    List<String> partners = Arrays.asList(null, "abc");
    Map<String, Double> features = Map.of("age", 31.5, "größe", Double.NaN);

    Observation labelledFirst =
        predicted()
            .labelled(0, ByteBuffer.allocate(9), 5)
            .paired(Arrays.asList("a longer name", null))
            .counted(0, new byte[0], features)
            .labelled(3, TARGET, 11)
            .paired(partners);
    Observation countedAgain = labelledFirst.counted(2, new byte[] {-1, 3}, Map.of());

    assertPredicted(read(labelledFirst));
    assertLabelled(read(labelledFirst));
    assertThat(read(labelledFirst).partners()).isEqualTo(partners);
    assertThat(read(labelledFirst).features()).isEqualTo(features);
    assertThat(read(labelledFirst).profile()).isZero();
    assertPredicted(read(countedAgain));
    assertLabelled(read(countedAgain));
    assertThat(read(countedAgain).partners()).isEqualTo(partners);
    assertThat(read(countedAgain).features()).isEmpty();
    assertThat(read(countedAgain).profile()).isEqualTo(2);
    assertThat(read(countedAgain).quarters()).containsExactly(-1, 3);
  }

  @Test
  void mayBeCountedInNoSeries() {
    Observation observation =
        Observation.of(EVENT, List.of(), DISTRIBUTION, Outcome.OWN, 1_500).labelled(3, TARGET, 11);

    assertThat(read(observation).segments()).isEmpty();
    assertThat(read(observation).distribution()).isEqualTo(DISTRIBUTION);
    assertLabelled(read(observation));
  }

  @Test
  void leavesTheBuffersThatItIsGivenWhereTheyAre() {
    predicted().labelled(3, TARGET, 11);

    assertThat(DISTRIBUTION.remaining()).isEqualTo(5);
    assertThat(TARGET.remaining()).isEqualTo(2);
  }

  @Test
  void knowsItsPaneAlsoWhenPanesHaveAnotherLength() {
    assertThat(read(predicted()).paneStart(new PaneGrid(100, 100, 0))).isEqualTo(1_500);
  }

  /** As it was written before it knew its pane. */
  @Test
  void readsTheFormerForm() {
    ByteBuffer written =
        ByteBuffer.wrap(
            Observation.serde().serializer().serialize("", predicted().labelled(3, TARGET, 11)));
    int content = 1 + 3 * Integer.BYTES + 2 * Long.BYTES + Integer.BYTES;
    ByteBuffer former = ByteBuffer.allocate(written.capacity() - Long.BYTES);
    former.put((byte) 1);
    for (int part = 0; part < 3; part++) {
      former.putInt(written.getInt(1 + part * Integer.BYTES) - Long.BYTES);
    }
    former.put(written.array(), former.position(), content - former.position());
    former.put(written.array(), content + Long.BYTES, former.remaining());

    Observation read = Observation.serde().deserializer().deserialize("", former.array());

    assertPredicted(read);
    assertLabelled(read);
    assertThat(read.paneStart(new PaneGrid(1_000, 1_000, 0))).isEqualTo(1_000);
  }

  @Test
  void refusesBytesOfAnotherForm() {
    byte[] bytes = Observation.serde().serializer().serialize("", predicted()).clone();
    bytes[0] = 3;

    for (byte[] other : List.of(bytes, new byte[0], new byte[] {1})) {
      assertThatThrownBy(() -> Observation.serde().deserializer().deserialize("", other))
          .isInstanceOf(SerializationException.class)
          .hasMessageContaining("observation");
    }
  }
}
