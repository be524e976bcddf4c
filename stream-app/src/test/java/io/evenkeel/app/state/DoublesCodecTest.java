package io.evenkeel.app.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class DoublesCodecTest {

  @Test
  void readsTheDoublesThatItWrote() {
    double[] block = {0, -0.0, 1.5, Double.NaN, Double.NEGATIVE_INFINITY, Double.MIN_VALUE};

    assertThat(DoublesCodec.toDoubles(DoublesCodec.toBytes(block))).containsExactly(block);
    assertThat(
            DoublesCodec.serde()
                .deserializer()
                .deserialize("", DoublesCodec.serde().serializer().serialize("", block)))
        .containsExactly(block);
  }

  @Test
  void isBigEndian() {
    assertThat(DoublesCodec.toBytes(new double[] {1}).array()).startsWith(0x3f, 0xf0);
  }

  @Test
  void refusesBytesThatAreNoDoubles() {
    assertThatThrownBy(() -> DoublesCodec.toDoubles(ByteBuffer.allocate(9)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("9 bytes");
  }
}
