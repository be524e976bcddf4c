package io.evenkeel.app.check;

import io.evenkeel.app.codec.Reason;

/** What to do about events that are rejected. */
final class Remedy {
  private Remedy() {}

  static String of(Reason reason) {
    return switch (reason) {
      case UNREADABLE ->
          "write events with the serializer that fits serde.deserializer, by the schemas of"
              + " Prediction and Label";
      case INVALID_PREDICTION, INVALID_LABEL ->
          "fill the field as the documentation of its schema says";
      case INVALID_DISTRIBUTION ->
          "set exactly one kind of distribution, with the numbers that its schema asks for";
      case OVER_LIMIT -> "send less, or raise the limit that the message names";
      case WRONG_KEY -> "send the prediction_id as the key of predictions and labels";
      case UNKNOWN_MODEL -> "configure the model, or set monitor.unknown-models to true";
      case WRONG_SPACE ->
          "give a model that predicts something else a new version; send targets of the kind that"
              + " the model predicts";
      case UNKNOWN_CLASS ->
          "list the names of the classes in models.NAME.classes, or send the index, from 0";
      case FROM_THE_FUTURE ->
          "send times in milliseconds since 1970, UTC, by a clock that is right";
      case TIME_IN_SECONDS -> "send times in milliseconds since 1970: multiply by 1000";
      case LATE_PREDICTION -> "send predictions when they are made, or set window.grace higher";
      case LATE_LABEL -> "set labels.wait to what labels really take";
      case UNMATCHED_LABEL ->
          "send the prediction too, with the same prediction_id, as the key of both, by the same"
              + " partitioner; where labels come later than labels.wait, raise it";
      case DUPLICATE_CONFLICT ->
          "make each prediction_id once, and give corrected labels a higher revision";
    };
  }
}
