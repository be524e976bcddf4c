package io.evenkeel.app.alertmanager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evenkeel.app.metrics.Instrument;
import io.evenkeel.app.serde.RegistryException;
import io.evenkeel.schemas.AlertState;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When a bridge says that it got through. */
class BridgeRoundsTest extends BridgeScenario {
  private double gotThrough() {
    return metrics.value(Instrument.ALERTMANAGER_LAST_ROUND);
  }

  @Test
  void saysWhenItLastGotThrough() {
    own(AlertState.FIRING);
    try (AlertmanagerBridge bridge = bridge(alerts(), Map.of())) {
      double before = System.currentTimeMillis() / 1e3;
      bridge.start();
      double started = gotThrough();

      assertThat(started).isGreaterThanOrEqualTo(before);
      await().until(() -> gotThrough() > started);
    }
  }

  @Test
  void hasNotGotThroughWhileTheRegistryIsDown() {
    AtomicInteger outages = new AtomicInteger();
    own(AlertState.FIRING);
    try (AlertmanagerBridge bridge =
        bridge(
            (topic, bytes) -> {
              outages.incrementAndGet();
              consumer.schedulePollTask(this::fetchAgain);
              throw new RegistryException("no answer", null);
            },
            Map.of())) {
      bridge.start();
      double started = gotThrough();
      await().until(() -> outages.get() >= 3);

      assertThat(gotThrough()).isEqualTo(started);
    }
  }

  @Test
  void hasNotGotThroughWhileAnAlertmanagerTakesNothing() {
    failures.set(Integer.MAX_VALUE);
    AtomicInteger polled = new AtomicInteger();
    own(AlertState.FIRING);
    consumer.schedulePollTask(polled::incrementAndGet);
    consumer.schedulePollTask(polled::incrementAndGet);
    try (AlertmanagerBridge bridge = bridge(alerts(), Map.of())) {
      bridge.start();
      double started = gotThrough();
      await().until(() -> bodies.size() >= 2 && polled.get() == 2);

      assertThat(gotThrough()).isEqualTo(started);
    }
  }

  /** Alerts that are open would end at Alertmanager if it did not go on sending them. */
  @ParameterizedTest
  @ValueSource(doubles = {-1, 61})
  void hasNotGotThroughWhileNoBrokerIsHeardAndSendsWhatIsOpen(double secondsAgo) {
    heartbeat = lastHeartbeat(secondsAgo);
    own(AlertState.FIRING);
    try (AlertmanagerBridge bridge = bridge(alerts(), Map.of())) {
      bridge.start();
      double started = gotThrough();
      await().until(() -> bodies.size() >= 3);

      assertThat(gotThrough()).isEqualTo(started);
    }
  }

  @Test
  void hasNotGotThroughWhileThereIsNoTopicOfAlerts() {
    consumer.updatePartitions(TOPIC, List.of());
    CountPolls polls = new CountPolls();
    polls.schedule();
    try (AlertmanagerBridge bridge = bridge(alerts(), Map.of())) {
      bridge.start();
      double started = gotThrough();
      await().until(() -> polls.count.get() >= 2);

      assertThat(gotThrough()).isEqualTo(started);
    }
  }

  @Test
  void getsThroughWhileOneOfTwoAlertmanagersIsAway() {
    own(AlertState.FIRING);
    Map<String, String> two = Map.of("alertmanager.urls", "http://localhost:1," + url());
    try (AlertmanagerBridge bridge = bridge(alerts(), two)) {
      bridge.start();
      double started = gotThrough();

      await().until(() -> gotThrough() > started);
    }
  }
}
