package io.evenkeel.app.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import org.apache.kafka.common.serialization.Serde;
import org.junit.jupiter.api.Test;

class SumsTest {
  private final Serde<Sums> serde = Sums.serde();

  private Sums reread(Sums sums) {
    return serde.deserializer().deserialize("", serde.serializer().serialize("", sums));
  }

  @Test
  void sumsWithoutABlockAreReadAsTheyWereWritten() {
    Sums sums = Sums.unmade(7);
    sums.list("b");
    sums.list("a");
    sums.sample(10, 1).add("b", "b");
    sums.count(9);

    Sums read = reread(sums);

    assertThat(read.areMade()).isFalse();
    assertThat(read.listed()).containsExactly("b", "a");
    assertThat(read.sample(10, 1).items()).containsExactly("b");
    assertThat(read.counted()).isEqualTo(9);
  }

  @Test
  void sumsOfNothingWithoutABlockAreReadAsSuch() {
    Sums read = reread(Sums.unmade(3));

    assertThat(read.areMade()).isFalse();
    assertThat(read.listed()).isEmpty();
    assertThat(read.toBytes().hasRemaining()).isFalse();
  }

  /** Which have no way to be without a block. */
  @Test
  void sumsThatEarlierVersionsWroteAreRead() {
    ByteBuffer before = ByteBuffer.allocate(8 + 4 + 2 * 8 + 4 + 1);
    before.putLong(5).putInt(2).putDouble(0.5).putDouble(-1).putInt(1).put((byte) 'a');

    Sums read = serde.deserializer().deserialize("", before.array());

    assertThat(read.counted()).isEqualTo(5);
    assertThat(read.block()).containsExactly(0.5, -1);
    assertThat(read.listed()).isEmpty();
    assertThat(read.sample(10, 1).items()).containsExactly("a");
    assertThat(serde.serializer().serialize("", read)).isEqualTo(before.array());
  }

  @Test
  void aBlockTakesThePlaceOfWhatWasListed() {
    Sums sums = Sums.unmade(0);
    sums.list("a");
    sums.make(new double[] {1, 2});

    assertThat(sums.hasRoom()).isFalse();
    assertThat(sums.unlist("a")).isFalse();
    assertThat(reread(sums).block()).containsExactly(1, 2);
    assertThat(reread(sums).listed()).isEqualTo(List.of());
  }
}
