package io.evenkeel.app.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.TestStores;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.internal.ActiveSeries;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;

class BudgetSharesTest {
  private static final SeriesKey CHURN = SeriesKey.whole("churn", "");
  private static final SeriesKey OTHER = SeriesKey.whole("other", "");

  private final KeyValueStore<String, ActiveSeries> store = TestStores.of(ActiveSeries.class);
  private final SeriesWeights weights = new SeriesWeights();
  private final BudgetShares budgetShares = task();

  private BudgetShares task() {
    return new BudgetShares(
        store,
        AppConfig.of(Map.of("budget.false-alarms", "1", "models.churn.evidence.weight", "3")),
        weights);
  }

  private void publish(SeriesKey series, double weight) {
    publish(series, weight, 0);
  }

  private void publish(SeriesKey series, double weight, long since) {
    publish(series, new ActiveSeries(weight, since, 0L));
  }

  private void publish(SeriesKey series, ActiveSeries now) {
    ActiveSeries before = store.get(series.key());
    store.put(series.key(), now);
    weights.changed(before, now);
  }

  private double share() {
    return share(1000);
  }

  private double share(long at) {
    return share(budgetShares, at);
  }

  private static double share(BudgetShares task, long at) {
    task.weigh();
    return task.of(CHURN).apply(at).falseAlarms();
  }

  @Test
  void weighsAnewWhatHasChanged() {
    publish(CHURN, 3);
    publish(OTHER, 1);
    assertThat(share()).isEqualTo(0.75);

    publish(OTHER, 3);
    assertThat(share()).isEqualTo(0.5);
  }

  @Test
  void sharesTheBudgetAmongTheSeriesThatHadBegun() {
    publish(CHURN, 3, 100);
    publish(OTHER, 1, 500);

    assertThat(share(499)).isEqualTo(1);
    assertThat(share(500)).isEqualTo(0.75);
  }

  @Test
  void doesNotLookAtAllSeriesWhenNothingHasChanged() {
    publish(CHURN, 3);
    assertThat(share()).isEqualTo(1);

    store.put(OTHER.key(), new ActiveSeries(3.0, 0L, 0L)); // of which nobody has been told
    assertThat(share()).isEqualTo(1);
    assertThat(share(task(), 1000)).isEqualTo(1);
  }

  /** That changes with each pane of each whole model. */
  @Test
  void doesNotLookAtAllSeriesWhenMoreOfOneIsSettled() {
    publish(CHURN, 3);
    assertThat(share()).isEqualTo(1);

    store.put(OTHER.key(), new ActiveSeries(3.0, 0L, 0L)); // of which nobody has been told
    publish(CHURN, new ActiveSeries(3.0, 0L, 700L));
    assertThat(share()).isEqualTo(1);
  }

  @Test
  void tellsEveryTaskWhatHasChanged() {
    BudgetShares other = task();
    publish(CHURN, 3);
    assertThat(share()).isEqualTo(1);
    publish(OTHER, 1);

    assertThat(share()).isEqualTo(0.75);
    assertThat(share(other, 1000)).isEqualTo(0.75);
  }

  @Test
  void publishesAnotherWeightThanWasPublished() {
    assertThat(budgetShares.reweighed(List.of(CHURN))).isEmpty();
    publish(CHURN, 1, 7);
    assertThat(budgetShares.reweighed(List.of(CHURN, OTHER)))
        .containsOnly(Map.entry(CHURN.key(), new ActiveSeries(3.0, 7L, 0L)));
    publish(CHURN, 3);
    assertThat(budgetShares.reweighed(List.of(CHURN))).isEmpty();
  }

  @Test
  void takesNothingFromOthersForAModelWithAPeriodOfItsOwn() {
    BudgetShares own =
        new BudgetShares(
            store, AppConfig.of(Map.of("models.other.evidence.period", "1d")), weights);

    assertThat(own.begun(OTHER, 7)).contains(new ActiveSeries(0.0, 7L, 0L));
    assertThat(own.begun(CHURN, 7)).contains(new ActiveSeries(1.0, 7L, 0L));
  }

  private Optional<ActiveSeries> settled(long finalThrough, long reached, boolean complete) {
    SeriesMemory memory = SeriesMemory.NONE.retired(finalThrough);
    return budgetShares.settled(
        CHURN, memory, new Watermarks.Watermark(reached, reached, reached, reached, complete));
  }

  @Test
  void publishesWhatIsSettledOnceAndKeepsIt() {
    assertThat(settled(50, 90, false)).as("of a series that nobody knows").isEmpty();
    publish(CHURN, 3, 7);

    assertThat(settled(50, 90, true)).as("every partition was waited for").isEmpty();
    assertThat(settled(50, 90, false)).contains(new ActiveSeries(3.0, 7L, 50L));
    assertThat(settled(50, 90, false)).isEmpty();
    assertThat(settled(40, 90, false)).isEmpty();
    assertThat(budgetShares.begun(CHURN, 5)).contains(new ActiveSeries(3.0, 5L, 50L));
    assertThat(settled(80, 60, false)).contains(new ActiveSeries(3.0, 5L, 60L));
  }
}
