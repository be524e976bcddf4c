package io.evenkeel.app.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyOrderTest {
  private static final int[] CHARACTERS = {0, 'a', 'b', 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF};

  @Test
  void isThatOfTheBytes() {
    List<String> keys = new ArrayList<>(List.of("", "ab"));
    for (int one : CHARACTERS) {
      keys.add(Character.toString(one));
      for (int other : CHARACTERS) {
        keys.add("a" + Character.toString(one) + Character.toString(other));
      }
    }

    for (String one : keys) {
      for (String other : keys) {
        assertThat(Integer.signum(KeyOrder.INSTANCE.compare(one, other)))
            .as("%s and %s", one, other)
            .isEqualTo(
                Integer.signum(Arrays.compareUnsigned(one.getBytes(UTF_8), other.getBytes(UTF_8))));
      }
    }
  }
}
