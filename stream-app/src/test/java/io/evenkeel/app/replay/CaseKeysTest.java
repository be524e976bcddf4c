package io.evenkeel.app.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CaseKeysTest {
  private static CaseKeys of(int... ids) {
    CaseKeys keys = new CaseKeys();
    for (int id : ids) {
      keys.add("row-" + id);
    }
    return keys;
  }

  @Test
  void givesEachRowAKeyAndTheFirstOfAnIdTheId() {
    CaseKeys keys = new CaseKeys();
    Set<String> seen = new HashSet<>();
    for (int row = 0; row < 9000; row++) {
      String id = "row-" + row % 3000;
      String key = CaseKeys.key(id, keys.add(id));
      assertThat(seen.add(key)).as(key).isTrue();
      assertThat(key.equals(id)).isEqualTo(row < 3000);
    }
  }

  @Test
  void knowsTheIdsOfOneRow() {
    CaseKeys keys = of(1, 2, 2);

    assertThat(keys.isOnce("row-1")).isTrue();
    assertThat(keys.isOnce("row-2")).isFalse();
    assertThat(keys.isOnce(CaseKeys.key("row-2", 2))).isFalse();
    assertThat(keys.isOnce("row-3")).isFalse();
  }

  @Test
  void countsTheIdsOfTwoFiles() {
    CaseKeys.Common common = of(1, 2, 3, 3, 4, 5).common(of(2, 3, 4, 4, 5, 6));

    assertThat(common).isEqualTo(new CaseKeys.Common(2, 2));
  }

  /** So that a sample of a long file holds each row, too. */
  @Test
  void tellsRowsApartBeyondTheIdsThatItFollows() {
    CaseKeys keys = of(0, 0);
    for (int id = 1; !keys.isFull(); id++) {
      keys.add("row-" + id);
    }
    assertThat(keys.add("late")).isNotEqualTo(1).isNotEqualTo(keys.add("late"));
    assertThat(keys.add("row-0")).isEqualTo(3);
    assertThat(keys.isOnce("later")).isTrue();
  }
}
