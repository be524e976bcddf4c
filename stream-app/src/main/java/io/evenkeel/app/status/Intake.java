package io.evenkeel.app.status;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.app.metrics.Instrument;
import io.evenkeel.app.metrics.Metrics;
import java.time.Clock;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * What this instance has read since it started, and how far behind it is: whether data arrive is
 * seen nowhere else.
 *
 * @param metrics what was counted
 * @param clock gives the time from which the age of the newest record is computed
 */
record Intake(Metrics metrics, Clock clock) {
  /** How the topics end that the application writes for itself. */
  private static final String INTERNAL = "-repartition";

  /** The answer at {@code /api/intake}. */
  JsonNode answer(Health health) {
    ObjectNode answer = Json.object();
    answer.put("state", health.state());
    answer.put("behind", health.behind());
    answer.set("seconds_since_event", Json.of(secondsSinceEvent().orElse(Double.NaN)));
    answer.put("predictions", total(Instrument.PREDICTIONS));
    answer.put("labels", total(Instrument.LABELS));
    answer.put("joined", total(Instrument.JOINED));
    ObjectNode refused = answer.putObject("dead_letters");
    Map<String, Long> reasons = new TreeMap<>();
    metrics
        .values(Instrument.DEAD_LETTERS)
        .forEach((labels, n) -> reasons.merge(labels.get(0), n.longValue(), Long::sum));
    reasons.forEach(refused::put);
    return answer;
  }

  private long total(Instrument counter) {
    return (long) metrics.values(counter).values().stream().mapToDouble(Double::doubleValue).sum();
  }

  private OptionalDouble secondsSinceEvent() {
    OptionalDouble newest =
        metrics.values(Instrument.LAST_EVENT).entrySet().stream()
            .filter(topic -> !topic.getKey().get(0).endsWith(INTERNAL))
            .mapToDouble(Map.Entry::getValue)
            .max();
    return newest.isEmpty()
        ? newest
        : OptionalDouble.of(Math.max(0, Math.rint(clock.millis() / 1e3 - newest.getAsDouble())));
  }
}
