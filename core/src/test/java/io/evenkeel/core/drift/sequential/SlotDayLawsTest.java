package io.evenkeel.core.drift.sequential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SlotDayLawsTest {
  private static final int SLOTS = 24;
  private static final int DAYS = 7;
  private static final int CELLS = 15;

  /** Normal densities at the cells, with a mean that the slot and the day move. */
  private static double[] normal(double mean) {
    double[] law = new double[CELLS];
    Arrays.setAll(law, c -> Math.exp(-Math.pow((c - 7) * 0.6 - mean, 2) / 2));
    double sum = Arrays.stream(law).sum();
    return Arrays.stream(law).map(p -> p / sum).toArray();
  }

  private static double mean(int slot, int day) {
    return 1.5 * Math.sin(2 * Math.PI * slot / SLOTS) + (day >= 5 ? 1 : 0);
  }

  /** Weekends have a tenth of the cases, and most of these in the evening. */
  private static double cases(int slot, int day) {
    return day < 5 ? 100_000 : slot < 18 ? 5_000 : 20_000;
  }

  private static SlotDayLaws fitted() {
    double[][] slots = new double[SLOTS][CELLS];
    double[][] days = new double[DAYS][CELLS];
    double[][] traffic = new double[DAYS][SLOTS];
    for (int day = 0; day < DAYS; day++) {
      for (int slot = 0; slot < SLOTS; slot++) {
        traffic[day][slot] = cases(slot, day);
        double[] law = normal(mean(slot, day));
        for (int c = 0; c < CELLS; c++) {
          slots[slot][c] += traffic[day][slot] * law[c];
          days[day][c] += traffic[day][slot] * law[c];
        }
      }
    }
    return SlotDayLaws.of(slots, days, new SlotDayLaws.Traffic(traffic, traffic));
  }

  @Test
  void findsLawsWhoseMeansTheDayShiftsAlikeInAllSlots() {
    SlotDayLaws laws = fitted();

    for (int slot = 0; slot < SLOTS; slot++) {
      for (int day : new int[] {0, 6}) {
        assertThat(laws.law(slot, day))
            .as("slot %d, day %d", slot, day)
            .containsExactly(normal(mean(slot, day)), within(0.01));
      }
    }
  }

  @Test
  void mixesTheSlotsOfADayByTheirCases() {
    SlotDayLaws laws = fitted();
    double[] cases = new double[SLOTS];
    cases[6] = 3;
    cases[18] = 1;
    double[] morning = laws.law(6, 5);
    double[] evening = laws.law(18, 5);
    double[] expected = new double[CELLS];
    Arrays.setAll(expected, c -> 0.75 * morning[c] + 0.25 * evening[c]);

    assertThat(laws.mixture(5, cases)).containsExactly(expected, within(1e-12));
  }

  @Test
  void hasPositiveLawsWithoutAnyCases() {
    SlotDayLaws laws =
        SlotDayLaws.of(
            new double[1][CELLS],
            new double[DAYS][CELLS],
            new SlotDayLaws.Traffic(new double[DAYS][1], new double[DAYS][1]));

    assertThat(laws.law(0, 3)).containsExactly(laws.law(0, 4), within(0.0));
    assertThat(Arrays.stream(laws.law(0, 3)).sum()).isEqualTo(1, within(1e-12));
    assertThat(Arrays.stream(laws.law(0, 3)).min().orElseThrow()).isPositive();
  }
}
