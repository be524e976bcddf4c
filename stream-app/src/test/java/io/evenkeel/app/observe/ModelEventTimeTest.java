package io.evenkeel.app.observe;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.TestStores;
import io.evenkeel.app.observe.ModelEventTime.Time;
import io.evenkeel.schemas.internal.ModelClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.TimestampExtractor;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModelEventTimeTest {
  private static final Duration IDLE = Duration.ofMillis(100);
  private static final long OPENED = 1_000_000;

  private final KeyValueStore<String, ModelClock> store = TestStores.of(ModelClock.class);
  private final AtomicLong nanos = new AtomicLong();
  private final Backlog labels = new Backlog(nanos::get);
  private final Backlog.Heads unread = new Backlog.Heads(new Backlog().open(0), labels.open(0));
  private final ModelEventTime clocks = clocks(OPENED);

  private ModelEventTime clocks(long opened) {
    return clocks(opened, LongUnaryOperator.identity());
  }

  private ModelEventTime clocks(long opened, LongUnaryOperator steady) {
    return new ModelEventTime(store, IDLE, new ObserveState.Opening(opened, steady, unread));
  }

  @Test
  void cannotTellTheTimeOfAModelItHasNotSeen() {
    assertThat(clocks.time("m", OPENED)).isNull();
  }

  @Test
  void goesByTheSlowerOfPredictionsAndLabels() {
    clocks.predictionAt("m", "", 50, OPENED);
    clocks.labelsReached("m", 20, OPENED);

    assertThat(clocks.time("m", OPENED)).isEqualTo(new Time(50, 20, false, 50));
  }

  @Test
  void isOverWhenAllVersionsAreForgottenAndNothingWasHeardForLong() {
    Duration silence = Duration.ofMillis(300);
    clocks.predictionAt("m", "", 50, OPENED);
    clocks.labelsReached("m", 60, OPENED + 10);
    assertThat(clocks.isOver("m", silence, OPENED + 1000)).as("has a version").isFalse();

    clocks.forget("m", "");

    assertThat(clocks.isOver("m", silence, OPENED + 309)).isFalse();
    assertThat(clocks.isOver("m", silence, OPENED + 310)).isTrue();
    clocks.predictionsReached("m", 70, OPENED + 320);
    assertThat(clocks.isOver("m", silence, OPENED + 320)).as("a heartbeat").isFalse();
  }

  @Test
  void keepsNothingOfAModelThatIsForgotten() {
    clocks.predictionAt("m", "", 50, OPENED);

    clocks.forget("m");

    assertThat(clocks.knows("m")).isFalse();
    assertThat(clocks.heard()).isZero();
    assertThat(clocks.predicting()).isZero();
    assertThat(store.approximateNumEntries()).isZero();
  }

  @Test
  void isNotIdleWhileLatePredictionsComeInOrder() {
    clocks.predictionAt("m", "", 50, OPENED);
    clocks.labelsReached("m", 50, OPENED);

    clocks.lateAt("m", 60, OPENED + 300);
    assertThat(clocks.time("m", OPENED + 301)).isEqualTo(new Time(60, 50, false, 50));

    clocks.lateAt("m", 55, OPENED + 399);
    assertThat(requireNonNull(clocks.time("m", OPENED + 400)).idle())
        .as("one that is older holds nobody back")
        .isTrue();
  }

  @Test
  void neverGoesBack() {
    clocks.predictionAt("m", "", 50, OPENED);
    clocks.predictionAt("m", "", 40, OPENED);
    clocks.labelsReached("m", 60, OPENED);

    assertThat(clocks.time("m", OPENED)).isEqualTo(new Time(50, 50, false, 50));
  }

  @Test
  void waitsForLabelsOnlyAsLongAsTheIdleTimeout() {
    clocks.predictionAt("m", "", 50, OPENED);
    assertThat(clocks.time("m", OPENED + 99)).isEqualTo(new Time(50, 0, false, 50));

    clocks.predictionAt("m", "", 60, OPENED + 99);

    assertThat(clocks.time("m", OPENED + 100)).isEqualTo(new Time(60, 60, false, 60));
  }

  /** Nobody could expect labels before there were predictions. */
  @Test
  void awaitsTheLabelsOfANewModelHoweverLongItHasListened() {
    clocks.predictionAt("m", "", 50, OPENED + 1000);
    clocks.predictionAt("m", "", 60, OPENED + 1099);
    assertThat(clocks.time("m", OPENED + 1099)).isEqualTo(new Time(60, 0, false, 60));

    assertThat(clocks.time("m", OPENED + 1100)).isEqualTo(new Time(60, 60, false, 60));
  }

  @Test
  void awaitsTheLabelsOfABatchAfterAPauseOfTheModel() {
    clocks.predictionAt("m", "", 50, OPENED);
    clocks.labelsReached("m", 50, OPENED);
    clocks.note(OPENED + 1000);

    clocks.predictionAt("m", "", 80, OPENED + 1010);
    clocks.predictionAt("m", "", 90, OPENED + 1109);
    assertThat(clocks.time("m", OPENED + 1109)).isEqualTo(new Time(90, 50, false, 90));
    clocks.labelsReached("m", 95, OPENED + 1109);

    assertThat(clocks.time("m", OPENED + 1110)).isEqualTo(new Time(90, 90, false, 90));
  }

  @Test
  void awaitsThePredictionsOfABatchAfterAPauseOfTheModel() {
    clocks.predictionAt("m", "", 50, OPENED);
    clocks.labelsReached("m", 50, OPENED);

    clocks.labelsReached("m", 80, OPENED + 1000);
    clocks.labelsReached("m", 90, OPENED + 1099);
    assertThat(clocks.time("m", OPENED + 1099)).isEqualTo(new Time(50, 50, false, 50));
    assertThat(clocks.time("m", OPENED + 1100)).isEqualTo(new Time(90, 90, false, 50));
  }

  @Test
  void doesNotAwaitLabelsAgainThatHaveBeenMissingWhilePredictionsCame() {
    for (long now = OPENED; now <= OPENED + 1000; now += 50) {
      clocks.predictionAt("m", "", now, now);
    }

    assertThat(clocks.time("m", OPENED + 1000))
        .isEqualTo(new Time(OPENED + 1000, OPENED + 1000, false, OPENED + 1000));
  }

  @Test
  void goesOnWithTheWallClockWhenNothingComes() {
    clocks.predictionAt("m", "", 50, OPENED);
    clocks.labelsReached("m", 20, OPENED);

    assertThat(clocks.time("m", OPENED + 300)).isEqualTo(new Time(350, 350, true, 50));
  }

  @Test
  void doesNotTakeABacklogAfterAnOutageForSilence() {
    clocks.predictionAt("m", "", 50, OPENED);
    clocks.labelsReached("m", 20, OPENED);
    long restarted = OPENED + 1_000_000;

    ModelEventTime again = clocks(restarted);

    assertThat(again.time("m", restarted + 50)).isEqualTo(new Time(50, 20, false, 50));
  }

  @Test
  void doesNotTakeAHeartbeatForAPrediction() {
    clocks.predictionAt("m", "", 50, OPENED);
    clocks.predictionsReached("m", 90, OPENED);
    clocks.predictionAt("m", "", 70, OPENED);

    assertThat(clocks.time("m", OPENED)).isEqualTo(new Time(90, 0, false, 70));
  }

  @Test
  void remembersWhatIsClosedOfEachVersion() {
    clocks.predictionAt("m", "v1", 50, OPENED);
    clocks.predictionAt("m", "v2", 60, OPENED);
    clocks.closeThrough("m", "v1", 40);
    clocks.closeThrough("m", "v1", 30);

    assertThat(clocks.closedThrough("m", "v1")).isEqualTo(40);
    assertThat(clocks.closedThrough("m", "v2")).isEqualTo(ModelEventTime.NOTHING_CLOSED);
    assertThat(clocks.versions().get("m")).containsOnlyKeys("v1", "v2");
  }

  @Test
  void countsSilenceOnFromBeforeARestart() {
    clocks.predictionAt("m", "", 50, OPENED);
    clocks.labelsReached("m", 20, OPENED);
    clocks.note(OPENED + 300);

    ModelEventTime again = clocks(OPENED + 1_000_000);
    assertThat(again.time("m", OPENED + 1_000_099)).isEqualTo(new Time(50, 20, false, 50));
    assertThat(again.time("m", OPENED + 1_000_100)).isEqualTo(new Time(450, 450, true, 50));
  }

  @Test
  void noFrequencyOfRestartsHidesSilence() {
    clocks.predictionAt("m", "", 50, OPENED);
    for (int restart = 1; restart <= 100; restart++) {
      long opened = OPENED + restart * 1000L;
      clocks(opened).note(opened + 100);
    }

    long opened = OPENED + 101_000;
    assertThat(clocks(opened).time("m", opened + 100))
        .isEqualTo(new Time(10_150, 10_150, true, 50));
  }

  @Test
  void endsTheSilenceWithTheNextEvent() {
    clocks.predictionAt("m", "", 50, OPENED);
    clocks.note(OPENED + 300);
    clocks.predictionAt("m", "", 40, OPENED + 310);

    assertThat(clocks.time("m", OPENED + 320)).isEqualTo(new Time(50, 0, false, 50));
  }

  @Test
  void knowsNothingOfAVersionThatIsForgotten() {
    clocks.predictionAt("m", "v1", 50, OPENED);
    clocks.predictionAt("m", "v2", 60, OPENED);
    clocks.closeThrough("m", "v1", 40);
    clocks.forget("m", "v1");

    assertThat(clocks.knows("m", "v1")).isFalse();
    assertThat(clocks.closedThrough("m", "v1")).isEqualTo(ModelEventTime.NOTHING_CLOSED);
    assertThat(clocks.versions().get("m")).containsOnlyKeys("v2");
  }

  @Test
  void measuresSilenceByTimeThatPassesWhicheverWayTheWallClockIsSet() {
    AtomicLong millis = new AtomicLong(7);
    ModelEventTime set =
        clocks(OPENED, SteadyClock.of(SteadyClock.properties(millis::get), OPENED));
    set.predictionAt("m", "", 50, OPENED);
    set.labelsReached("m", 20, OPENED);

    millis.addAndGet(99);
    for (long wall : new long[] {OPENED - 3_600_000, OPENED, OPENED + 3_600_000}) {
      assertThat(set.time("m", wall)).isEqualTo(new Time(50, 20, false, 50));
    }
    millis.addAndGet(1);
    for (long wall : new long[] {OPENED - 3_600_000, OPENED, OPENED + 3_600_000}) {
      assertThat(set.time("m", wall)).isEqualTo(new Time(150, 150, true, 50));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void doesNotTakeLabelsForSilentThatWaitBehindLaterOnes(boolean isAsked) {
    TimestampExtractor times = labels.noting((record, partitionTime) -> 0);
    clocks.labelsReached("m", 20, OPENED);
    predict(0, 200);
    note(times, 7);
    pass(Duration.ofSeconds(2));

    if (isAsked) {
      assertThat(clocks.time("m", OPENED + 200)).isEqualTo(new Time(200, 20, false, 200));
    }
    note(times, 8);
    unread.labels().read(7);
    Time soonAfter = clocks.time("m", OPENED + 200);
    pass(IDLE);
    predict(250, 300);
    Time later = clocks.time("m", OPENED + 300);

    assertThat(soonAfter).as("one has waited").isEqualTo(new Time(200, 20, false, 200));
    assertThat(later).as("none waits for long").isEqualTo(new Time(300, 300, false, 300));
  }

  /** Predictions without a silence in between. */
  private void predict(int from, int to) {
    for (int at = from; at <= to; at += 50) {
      clocks.predictionAt("m", "", at, OPENED + at);
    }
  }

  private static void note(TimestampExtractor times, long offset) {
    times.extract(new ConsumerRecord<>("labels", 0, offset, null, null), 0);
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }
}
