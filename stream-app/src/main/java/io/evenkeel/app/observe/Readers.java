package io.evenkeel.app.observe;

import io.evenkeel.app.codec.EventDeserializer;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.Privacy;
import io.evenkeel.app.config.AppConfig;
import org.apache.kafka.common.serialization.Deserializer;

/** Reads events as the configuration says, wherever they are read. */
public final class Readers {

  private Readers() {}

  /**
   * The deserializer of predictions, which keeps nothing that is not to be kept, and of their
   * distributions what is to be calibrated.
   *
   * @param inner reads generated or generic Avro records; configured, and closed with this one
   */
  public static EventDeserializer<PredictionEvent> predictions(
      AppConfig config, Deserializer<?> inner) {
    return wholePredictions(config, inner)
        .then(event -> event.judged(config.model(event.model())::view));
  }

  /**
   * The same, but that distributions are kept whole.
   *
   * @param inner reads generated or generic Avro records; configured, and closed with this one
   */
  public static EventDeserializer<PredictionEvent> wholePredictions(
      AppConfig config, Deserializer<?> inner) {
    return EventDeserializer.predictions(
            inner, model -> config.model(model).probabilityTolerance(), privacy(config))
        .atMost(config.limits().record());
  }

  /** What is kept of predictions. */
  public static Privacy privacy(AppConfig config) {
    return new Privacy(config.privacy().key(), config.privacy().hash(), config.privacy().drop());
  }
}
