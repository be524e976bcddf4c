package io.evenkeel.app.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.schemas.Better;
import io.evenkeel.schemas.internal.ScoredCase;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The figures of deploy/docs/compare.md: three classes, each version with an error of its own, and
 * numbers.
 */
@Tag("simulation")
class PairSimulationTest {
  private static final double ALPHA = 0.01;

  /** When one was shown to be better, in cases; the largest number if it never was. */
  private record Run(int champion, int challenger, double mean) {
    static Run of(ScoredCase kind, Supplier<ScoredCase> drawn, int cases) {
      Pair pair = Pair.begin(kind);
      int[] shown = {Integer.MAX_VALUE, Integer.MAX_VALUE};
      for (int i = 1; i <= cases; i++) {
        pair.add(drawn.get(), ALPHA, 0);
        if (pair.better() == Better.CHAMPION) {
          shown[0] = Math.min(shown[0], i);
        } else if (pair.better() == Better.CHALLENGER) {
          shown[1] = Math.min(shown[1], i);
        }
      }
      return new Run(shown[0], shown[1], pair.comparison(ALPHA, "shadow").getDifference());
    }

    boolean isAny() {
      return Math.min(champion, challenger) < Integer.MAX_VALUE;
    }
  }

  @Test
  void equalVersionsAreSeldomCalledUnequal() {
    SplittableRandom random = new SplittableRandom(21);
    seldomCalledUnequal("equal", DrawnCases.scored(0), () -> DrawnCases.of(random, 0.5, 0.5));
  }

  @ParameterizedTest
  @EnumSource(
      names = {"OWN_ERRORS", "OPPOSITE_BIAS", "HEAVY_TAILS", "MOSTLY_THE_SAME", "ENSEMBLES"})
  void equalVersionsOfNumbersAreSeldomCalledUnequal(DrawnNumbers drawn) {
    SplittableRandom random = new SplittableRandom(23);
    seldomCalledUnequal(drawn.name(), DrawnCases.ofNumbers(0), () -> drawn.of(random));
  }

  private static void seldomCalledUnequal(
      String name, ScoredCase kind, Supplier<ScoredCase> drawn) {
    int streams = 2_000;
    long wrong = 0;
    for (int i = 0; i < streams; i++) {
      wrong += Run.of(kind, drawn, 5_000).isAny() ? 1 : 0;
    }
    System.out.printf("%s: %d of %d streams of 5,000 cases%n", name, wrong, streams);

    assertThat((double) wrong)
        .isLessThan(streams * ALPHA + 4 * Math.sqrt(streams * ALPHA * (1 - ALPHA)));
  }

  @ParameterizedTest
  @CsvSource({"1.5, 0.3", "1, 0.3", "0.75, 0.5", "0.6, 0.4", "0.5, 0.4"})
  void theBetterVersionIsFound(double champion, double challenger) {
    SplittableRandom random = new SplittableRandom(22);
    isFound(
        "errors " + champion + " and " + challenger + ": Brier score",
        DrawnCases.scored(0),
        () -> DrawnCases.of(random, champion, challenger));
  }

  @ParameterizedTest
  @EnumSource(names = {"BIASED", "NARROW", "ERRONEOUS"})
  void theBetterVersionOfNumbersIsFound(DrawnNumbers drawn) {
    SplittableRandom random = new SplittableRandom(24);
    isFound(drawn + ": CRPS", DrawnCases.ofNumbers(0), () -> drawn.of(random));
  }

  private static void isFound(String name, ScoredCase kind, Supplier<ScoredCase> drawn) {
    Run[] runs = new Run[200];
    Arrays.setAll(runs, i -> Run.of(kind, drawn, 50_000));
    int[] found = Arrays.stream(runs).mapToInt(Run::challenger).sorted().toArray();
    System.out.printf(
        "%s %.4f lower, shown after %d cases, nine in ten %d%n",
        name,
        Arrays.stream(runs).mapToDouble(Run::mean).average().orElseThrow(),
        found[100],
        found[180]);

    assertThat(found[180]).isLessThan(Integer.MAX_VALUE);
    assertThat(runs).allMatch(run -> run.champion == Integer.MAX_VALUE);
  }
}
