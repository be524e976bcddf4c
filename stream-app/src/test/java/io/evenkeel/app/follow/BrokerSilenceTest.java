package io.evenkeel.app.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class BrokerSilenceTest {
  private static final MetricName ANSWERS =
      new MetricName("fetch-total", "consumer-fetch-manager-metrics", "", Map.of());

  private double answers;
  private long seconds;
  private final Metric metric =
      new Metric() {
        @Override
        public MetricName metricName() {
          return ANSWERS;
        }

        @Override
        public Object metricValue() {
          return answers;
        }
      };
  private final BrokerSilence silence =
      new BrokerSilence(() -> Map.of(ANSWERS, metric), () -> TimeUnit.SECONDS.toNanos(seconds));

  @Test
  void isAProblemOnlyWhenItLasts() {
    seconds = 30;
    assertThat(silence.problem()).isNull();

    seconds = 31;
    assertThat(silence.problem()).isEqualTo("no broker has answered for more than 30 s");
    assertThatThrownBy(silence::check)
        .isInstanceOf(TimeoutException.class)
        .hasMessage("no broker has answered for more than 30 s");
  }

  @Test
  void endsWithTheNextAnswer() {
    seconds = 31;
    answers = 1;
    assertThat(silence.problem()).isNull();

    seconds = 61;
    assertThat(silence.problem()).isNull();
  }

  @Test
  void cannotBeHeardFromAConsumerThatCountsNoAnswers() {
    BrokerSilence unknown = new BrokerSilence(Map::of, () -> TimeUnit.SECONDS.toNanos(seconds));
    seconds = 100;

    assertThat(unknown.problem()).isNull();
  }
}
