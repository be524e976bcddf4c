package io.evenkeel.core.drift.sequential;

import java.util.Arrays;

/**
 * The laws of a feature in each slot of each day of the week, from its counts in the slots and on
 * the days: p(c | slot, day) ∝ u(slot, c) v(day, c), so that a day shifts all of its slots alike.
 * For normal laws that is a shift of the mean.
 *
 * <p>This is the log-linear model without an interaction of slot and day. u and v are fitted by
 * iterative proportional scaling (Darroch and Ratcliff 1972, doi:10.1214/aoms/1177692379, for two
 * margins). Counts of a slot or day are smoothed by half a case per cell, which lie as the others.
 *
 * <p>O(slots × days × cells), twenty times.
 */
final class SlotDayLaws {
  private static final int ROUNDS = 20;
  private static final double SMOOTHING = 0.5;

  private final double[][] ofSlots;
  private final double[][] ofDays;

  private SlotDayLaws(double[][] ofSlots, double[][] ofDays) {
    this.ofSlots = ofSlots;
    this.ofDays = ofDays;
  }

  /** Numbers of cases by day and slot. */
  static final class Traffic {
    private final double[][] ofDays;
    private final double[][] ofSlots;

    /**
     * Numbers of cases.
     *
     * @param ofDays those that are counted on the days
     * @param ofSlots those of these that are counted in the slots, too
     */
    Traffic(double[][] ofDays, double[][] ofSlots) {
      this.ofDays = ofDays;
      this.ofSlots = ofSlots;
    }
  }

  /**
   * Fits the laws.
   *
   * @param slots counts by slot and cell
   * @param days counts by day and cell
   */
  static SlotDayLaws of(double[][] slots, double[][] days, Traffic traffic) {
    double[] all = new double[slots[0].length];
    for (double[] slot : slots) {
      for (int c = 0; c < all.length; c++) {
        all[c] += slot[c];
      }
    }
    double[] law = CellBets.law(all);
    double[][] ofSlots = smoothed(slots, law);
    double[][] ofDays = smoothed(days, law);
    SlotDayLaws laws = new SlotDayLaws(copy(ofSlots), new double[days.length][law.length]);
    for (double[] day : laws.ofDays) {
      Arrays.fill(day, 1);
    }
    for (int round = 0; round < ROUNDS; round++) {
      laws.scaleDays(ofDays, traffic.ofDays);
      laws.scaleSlots(ofSlots, traffic.ofSlots);
    }
    return laws;
  }

  private static double[][] copy(double[]... rows) {
    return Arrays.stream(rows).map(double[]::clone).toArray(double[][]::new);
  }

  /** Shares of cells, with half a case more in each cell. */
  private static double[][] smoothed(double[][] counts, double[] law) {
    double more = SMOOTHING * law.length;
    double[][] shares = copy(counts);
    for (double[] row : shares) {
      double cases = Arrays.stream(row).sum();
      for (int c = 0; c < row.length; c++) {
        row[c] = (row[c] + more * law[c]) / (cases + more);
      }
    }
    return shares;
  }

  private void scaleDays(double[][] wanted, double[][] traffic) {
    for (int day = 0; day < ofDays.length; day++) {
      double[] got = new double[ofDays[day].length];
      double cases = 0;
      for (int slot = 0; slot < ofSlots.length; slot++) {
        cases += traffic[day][slot];
        add(got, traffic[day][slot], law(slot, day));
      }
      scale(ofDays[day], wanted[day], cases, got);
    }
  }

  private void scaleSlots(double[][] wanted, double[][] traffic) {
    for (int slot = 0; slot < ofSlots.length; slot++) {
      double[] got = new double[ofSlots[slot].length];
      double cases = 0;
      for (int day = 0; day < ofDays.length; day++) {
        cases += traffic[day][slot];
        add(got, traffic[day][slot], law(slot, day));
      }
      scale(ofSlots[slot], wanted[slot], cases, got);
    }
  }

  private static void add(double[] sums, double weight, double... law) {
    if (weight > 0) {
      for (int c = 0; c < sums.length; c++) {
        sums[c] += weight * law[c];
      }
    }
  }

  private static void scale(double[] factors, double[] wanted, double cases, double... got) {
    if (cases > 0) {
      for (int c = 0; c < factors.length; c++) {
        factors[c] *= wanted[c] * cases / got[c];
      }
    }
  }

  /** The law of the cells in a slot of a day of the week. */
  double[] law(int slot, int day) {
    double[] law = ofSlots[slot].clone();
    double sum = 0;
    for (int c = 0; c < law.length; c++) {
      law[c] *= ofDays[day][c];
      sum += law[c];
    }
    for (int c = 0; c < law.length; c++) {
      law[c] /= sum;
    }
    return law;
  }

  /** The law of the cells on a day of the week with so many cases in each slot. */
  double[] mixture(int day, double... cases) {
    double[] law = new double[ofDays[day].length];
    double all = Arrays.stream(cases).sum();
    for (int slot = 0; slot < cases.length; slot++) {
      add(law, cases[slot] / all, law(slot, day));
    }
    return law;
  }
}
