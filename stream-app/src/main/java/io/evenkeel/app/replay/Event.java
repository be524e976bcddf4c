package io.evenkeel.app.replay;

import io.evenkeel.app.codec.LabelCodec;
import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionCodec;
import io.evenkeel.app.codec.PredictionEvent;
import org.apache.avro.specific.SpecificRecord;

/** A prediction or a label on its way to its topic. All times are milliseconds since 1970. */
public sealed interface Event {

  /** When it arrives; never goes back within a source. */
  long delivery();

  /** The event time: when the prediction was made or the label became known. */
  long time();

  /** Name of the model. */
  String model();

  /** Version of the model; may be empty. */
  String version();

  /** The prediction that it is, or is about. */
  String id();

  /** The event as it is sent. */
  SpecificRecord toRecord();

  /** The same event, delivered at another time. */
  Event deliveredAt(long other);

  /**
   * A prediction.
   *
   * @param delivery when it arrives
   * @param value the prediction
   */
  record Predicted(long delivery, PredictionEvent value) implements Event {
    @Override
    public long time() {
      return value.madeAt();
    }

    @Override
    public String model() {
      return value.model();
    }

    @Override
    public String version() {
      return value.version();
    }

    @Override
    public String id() {
      return value.id();
    }

    @Override
    public SpecificRecord toRecord() {
      return PredictionCodec.encode(value);
    }

    @Override
    public Event deliveredAt(long other) {
      return new Predicted(other, value);
    }
  }

  /**
   * A label.
   *
   * @param delivery when it arrives
   * @param model name of the model, which the label itself does not carry
   * @param version of the model, neither
   * @param value the label
   */
  record Labelled(long delivery, String model, String version, LabelEvent value) implements Event {
    @Override
    public long time() {
      return value.knownAt();
    }

    @Override
    public String id() {
      return value.id();
    }

    @Override
    public SpecificRecord toRecord() {
      return LabelCodec.encode(value);
    }

    @Override
    public Event deliveredAt(long other) {
      return new Labelled(other, model, version, value);
    }
  }
}
