package io.evenkeel.app.codec;

import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.schemas.Label;
import java.time.Instant;
import java.util.Collection;
import java.util.stream.IntStream;

/** Between the Avro record of a label and a valid {@link LabelEvent}. */
public final class LabelCodec {

  private LabelCodec() {}

  /**
   * The event of a record.
   *
   * @throws RejectedEventException {@link Reason#INVALID_LABEL} if the record breaks the schema's
   *     documentation
   */
  public static LabelEvent decode(Label record) {
    String id = record.getPredictionId();
    if (id.isEmpty()) {
      throw new RejectedEventException(Reason.INVALID_LABEL, "prediction_id is empty");
    }
    try {
      long knownAt = record.getKnownAt().toEpochMilli();
      if (knownAt < 0) {
        throw new IllegalArgumentException("known_at is before 1970: " + record.getKnownAt());
      }
      if (record.getRevision() < 0) {
        throw new IllegalArgumentException("revision is negative: " + record.getRevision());
      }
      return new LabelEvent(id, knownAt, record.getRevision(), target(record.getTarget()));
    } catch (IllegalArgumentException e) {
      throw new RejectedEventException(Reason.INVALID_LABEL, "the label: " + e.getMessage(), e);
    }
  }

  /** The record of an event. */
  public static Label encode(LabelEvent event) {
    return new Label(
        event.id(), Instant.ofEpochMilli(event.knownAt()), event.revision(), avro(event.target()));
  }

  private static RawTarget target(Object value) {
    if (value instanceof Integer index) {
      return new RawTarget.Index(index);
    }
    if (value instanceof Double number) {
      return new RawTarget.Real(number);
    }
    if (value instanceof Collection<?> numbers) {
      return new RawTarget.Reals(
          (RealVector)
              Target.of(numbers.stream().mapToDouble(number -> (Double) number).toArray()));
    }
    return new RawTarget.Name(value.toString());
  }

  private static Object avro(RawTarget target) {
    if (target instanceof RawTarget.Index index) {
      return index.value();
    }
    if (target instanceof RawTarget.Real real) {
      return real.value();
    }
    if (target instanceof RawTarget.Name name) {
      return name.value();
    }
    RealVector values = ((RawTarget.Reals) target).values();
    return IntStream.range(0, values.dimension()).mapToObj(values::get).toList();
  }
}
