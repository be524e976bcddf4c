package io.evenkeel.app.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.verdict.BudgetShare;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.TargetSpace;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MonitorWalkTest {
  private static final long PANE = 600_000;
  private static final int WINDOW = 6;
  private static final SketchPlan PLAN = SketchPlan.of(TargetSpace.classes(2), null);
  private static final ModelSettings SETTINGS =
      AppConfig.of(Map.of("defaults.labels.delay", "independent")).defaults();

  private final NavigableMap<Long, MergedPane> panes = new TreeMap<>();
  private double falseAlarms = 0.05;

  private void put(int index, UniformRandomProvider random) {
    Sketch sketch = PLAN.empty();
    int labels = random.nextInt(20);
    for (int i = 0; i < labels; i++) {
      boolean isFaulty = index % 40 > 20;
      int y = random.nextDouble() < (isFaulty ? 0.9 : 0.6) ? 1 : 0;
      sketch.add(Categorical.of(0.4, 0.6), new ClassLabel(y));
    }
    panes.put(index * PANE, new MergedPane(index * PANE, 20, 0, sketch, null, null, List.of()));
  }

  private MonitorWalk walk(MonitorWalk.@Nullable Reached last) {
    BudgetShare share = new BudgetShare(falseAlarms, 30 * 144 * PANE, PANE, 0.01);
    MonitorWalk walk =
        new MonitorWalk(panes, SeriesMemory.NONE, SETTINGS, start -> share.logThreshold());
    walk.resume(last);
    return walk;
  }

  /**
   * Whatever changes between looks: newer and older panes, and what counts by now, or the budget. A
   * new budget does not hold for panes that count.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void standsWhereAWalkFromTheBeginningStands(int seed) {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
    MonitorWalk.Reached last = null;
    int next = 0;
    for (int look = 0; look < 150; look++) {
      if (next == 0 || random.nextInt(2) == 0) {
        put(next++, random);
      }
      if (random.nextInt(2) == 0) {
        put(next - 1 - random.nextInt(Math.min(next, 4)), random);
      }
      if (random.nextInt(20) == 0) {
        put(random.nextInt(next), random);
      }
      boolean isNewBudget = seed % 2 == 0 && random.nextInt(10) == 0;
      falseAlarms = isNewBudget ? 0.01 + random.nextDouble() : falseAlarms;
      long counted = seed % 2 == 0 ? 0 : Math.max(0, next - random.nextInt(12)) * PANE;
      MonitorWalk resumed = walk(last);
      for (int end = Math.max(1, next - WINDOW); end <= next; end++) {
        MonitorWalk fresh = walk(null);
        assertThat(resumed.through(end * PANE).state())
            .isEqualTo(fresh.through(end * PANE).state());
      }
      if (random.nextInt(3) == 0) {
        long earlier = (next - random.nextInt(Math.min(next, 6))) * PANE;
        assertThat(resumed.through(earlier).state()).isEqualTo(walk(null).through(earlier).state());
      }
      last = resumed.reached(counted);
    }
  }
}
