package io.evenkeel.app.replay;

import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.core.prediction.Categorical;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Small cases for tests. */
public final class Cases {
  /** When the first case of a source is made. */
  public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private Cases() {}

  /** The prediction of a coin. */
  public static PredictionEvent prediction(String model, String id, Instant madeAt) {
    return new PredictionEvent(
        id, model, "", madeAt.toEpochMilli(), Map.of(), Map.of(), Categorical.of(0.5, 0.5));
  }

  /** A case with one label. */
  public static Case labelled(String model, String id, Instant madeAt, Duration delay) {
    RawTarget target = new RawTarget.Index(Math.floorMod(id.hashCode(), 2));
    return new Case(
        prediction(model, id, madeAt),
        List.of(new LabelEvent(id, madeAt.plus(delay).toEpochMilli(), 0, target)));
  }

  /** n cases of the model, a minute apart, each labelled after the delay. */
  public static CaseSource everyMinute(String model, int n, Duration delay) {
    return () ->
        IntStream.range(0, n)
            .mapToObj(
                i -> labelled(model, model + "-" + i, START.plus(Duration.ofMinutes(i)), delay));
  }
}
