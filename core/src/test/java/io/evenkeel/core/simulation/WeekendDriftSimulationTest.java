package io.evenkeel.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.drift.Feature;
import io.evenkeel.core.drift.Features;
import io.evenkeel.core.drift.sequential.DriftDesign;
import io.evenkeel.core.drift.sequential.SeriesDrift;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Series whose weekends have other values and other numbers of cases than their working days, of 60
 * cases an hour: how many alarm from the tenth day to the end of the fifth week, and how soon a
 * shift of all values by one standard deviation pages that then begins on a working day. {@code
 * -Devenkeel.drift.series=60} takes nine minutes on one core.
 */
@Tag("simulation")
class WeekendDriftSimulationTest {
  private static final int SERIES = Integer.getInteger("evenkeel.drift.series", 8);
  private static final long HOUR = 3_600_000;
  private static final int DAY = 24;
  private static final int CALM_FROM = 9 * DAY;
  private static final int SHIFTED_FROM = 37 * DAY;
  private static final int END = 40 * DAY;
  private static final DriftDesign DESIGN = DriftDesign.days(HOUR, 0.01);
  private static final Table TABLE =
      new Table(
          "drift_weekends",
          "weekends_higher_by_sd",
          "cases_an_hour_at_weekends",
          "informed",
          "paged",
          "series",
          "median_hours_to_page",
          "longest_hours_to_page");

  /** What became of a series; {@code delay} of one that was not paged is that of the horizon. */
  private record Life(boolean informed, boolean paged, int delay) {}

  private static Life life(double higher, int atWeekends, long seed) {
    Random random = new Random(seed);
    double[] first = IntStream.range(0, 256).mapToDouble(i -> random.nextGaussian()).toArray();
    Features features = new Features(List.of(Feature.of("x", first)), 1);
    SeriesDrift series = SeriesDrift.gathering(features, DESIGN);
    boolean informed = false;
    boolean paged = false;
    for (int hour = 0; hour < END; hour++) {
      boolean isWeekend = hour / DAY % 7 >= 5;
      double mean = (isWeekend ? higher : 0) + (hour >= SHIFTED_FROM ? 1 : 0);
      double[] counts = new double[features.length()];
      for (int i = 0; i < (isWeekend ? atWeekends : 60); i++) {
        double x = mean + random.nextGaussian();
        features.add(counts, 0, feature -> x, 1);
      }
      series.add(hour * HOUR, counts);
      if (hour >= SHIFTED_FROM && series.pages()) {
        return new Life(informed, paged, hour - SHIFTED_FROM + 1);
      }
      informed |= hour >= CALM_FROM && hour < SHIFTED_FROM && series.informs();
      paged |= hour >= CALM_FROM && series.pages();
    }
    return new Life(informed, paged, END - SHIFTED_FROM);
  }

  @Test
  void seldomAlarmsAtWeekends() {
    int all = 0;
    int alarmed = 0;
    for (double higher : new double[] {0.3, 0.5, 0.7, 1, 1.4, 2}) {
      for (int atWeekends : new int[] {2, 6, 20, 60}) {
        List<Life> lives =
            IntStream.range(0, SERIES)
                .parallel()
                .mapToObj(i -> life(higher, atWeekends, 1000L * i + atWeekends))
                .toList();
        int informed = (int) lives.stream().filter(Life::informed).count();
        int paged = (int) lives.stream().filter(Life::paged).count();
        int[] delays = lives.stream().mapToInt(Life::delay).sorted().toArray();
        TABLE.add(
            higher,
            atWeekends,
            informed,
            paged,
            SERIES,
            delays[delays.length / 2],
            Arrays.stream(delays).max().orElseThrow());
        assertThat(paged).isLessThanOrEqualTo(1);
        all += SERIES;
        alarmed += informed + paged;
      }
    }
    assertThat(alarmed).isLessThanOrEqualTo(Math.max(3, all / 30));
  }
}
