package io.evenkeel.app.state;

import io.evenkeel.app.codec.RawAvroSerde;
import io.evenkeel.schemas.internal.ActiveSeries;

/** How the series that are being judged are written down. */
public final class ActiveSeriesSerde {
  private ActiveSeriesSerde() {}

  /** The serde of their topic and of its stores. */
  public static RawAvroSerde<ActiveSeries> of() {
    return RawAvroSerde.since(ActiveSeries.class, "settled_through");
  }
}
