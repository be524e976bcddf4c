package io.evenkeel.core.moments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BottomKTest {
  private static List<String> ids(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> "id-" + i).collect(Collectors.toList());
  }

  private static BottomK<String> sample(int k, long seed, List<String> ids) {
    BottomK<String> sample = new BottomK<>(k, seed);
    ids.forEach(id -> sample.add(id, "item of " + id));
    return sample;
  }

  @Test
  void dependsOnTheSetOfIdsOnly() {
    List<String> shuffled = ids(0, 500);
    Collections.shuffle(shuffled, new Random(1));
    shuffled.addAll(ids(0, 100));

    assertThat(sample(20, 7, shuffled).entries()).isEqualTo(sample(20, 7, ids(0, 500)).entries());
  }

  @Test
  void mergesToTheSampleOfTheWhole() {
    BottomK<String> merged = sample(20, 7, ids(0, 200));

    merged.merge(sample(20, 7, ids(150, 500)));

    assertThat(merged.entries()).isEqualTo(sample(20, 7, ids(0, 500)).entries());
    assertThat(merged.size()).isEqualTo(20);
  }

  @Test
  void keepsTheSmallestHashesInOrder() {
    List<Long> hashes =
        sample(20, 7, ids(0, 500)).entries().stream().map(BottomK.Entry::hash).toList();
    List<Long> all =
        sample(500, 7, ids(0, 500)).entries().stream().map(BottomK.Entry::hash).toList();

    assertThat(hashes).isEqualTo(all.subList(0, 20)).isSortedAccordingTo(Long::compareUnsigned);
  }

  @Test
  void replacesTheItemOfAnIdThatComesAgain() {
    BottomK<String> sample = sample(3, 7, ids(0, 3));

    assertThat(sample.add("id-1", "corrected")).isTrue();

    assertThat(sample.items()).hasSize(3).contains("corrected").doesNotContain("item of id-1");
  }

  @Test
  void tellsWhichEntryHadToLeave() {
    BottomK<String> sample = new BottomK<>(3, 7);
    Set<String> copy = new HashSet<>();
    for (String id : ids(0, 100)) {
      if (sample.add(id, id, evicted -> copy.remove(evicted.id()))) {
        copy.add(id);
      }
      assertThat(copy).containsExactlyInAnyOrderElementsOf(sample.items());
    }
    String kept = sample.items().get(0);

    sample.add(kept, "corrected", evicted -> copy.clear());

    assertThat(copy).hasSize(3);
  }

  @Test
  void takesEveryIdEquallyOften() {
    int seeds = 2000;
    int[] taken = new int[20];
    for (int seed = 0; seed < seeds; seed++) {
      for (BottomK.Entry<String> entry : sample(5, seed, ids(0, 20)).entries()) {
        taken[Integer.parseInt(entry.id().substring(3))]++;
      }
    }

    // Each id is taken with probability 1/4: five standard errors.
    double tolerance = 5 * Math.sqrt(seeds * 0.25 * 0.75);
    for (int count : taken) {
      assertThat((double) count).isBetween(seeds / 4.0 - tolerance, seeds / 4.0 + tolerance);
    }
  }

  @Test
  void keepsItsHashForever() {
    assertThat(sample(1, 42, List.of("prediction-1")).entries().get(0).hash())
        .isEqualTo(1136056082417834144L);
  }

  @Test
  void refusesSamplesOfAnotherSizeOrSeed() {
    assertThatThrownBy(() -> sample(3, 7, ids(0, 3)).merge(sample(3, 8, ids(0, 3))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("8");
    assertThatThrownBy(() -> new BottomK<String>(0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0");
  }
}
