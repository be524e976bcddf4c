package io.evenkeel.app.state;

import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import java.nio.ByteBuffer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;

/** The sums of a pane, and the sketch that adds to them, which costs more to make: mutable. */
public final class Sums {
  private final double[] block;
  private @Nullable Sketch sketch;

  private Sums(double[] block) {
    this.block = block;
  }

  /** Sums of nothing. */
  public static Sums empty(SketchPlan plan) {
    return new Sums(new double[plan.length()]);
  }

  /**
   * The sketch of these sums: what it adds, they have.
   *
   * @throws IllegalArgumentException if they were not made with the plan
   */
  @SuppressWarnings("ReferenceEquality") // a plan made anew has another sketch
  public Sketch sketch(SketchPlan plan) {
    if (sketch == null || sketch.plan() != plan) {
      sketch = plan.over(block);
    }
    return sketch;
  }

  /** The bytes of the block, ready to be read. */
  public ByteBuffer toBytes() {
    return DoublesCodec.toBytes(block);
  }

  /** The memory that they take, with a sketch. */
  public long weight() {
    return 2L * Double.BYTES * block.length;
  }

  /** The serde of sums. */
  public static Serde<Sums> serde() {
    return Serdes.serdeFrom(
        (topic, sums) -> sums == null ? null : sums.toBytes().array(),
        (topic, bytes) ->
            bytes == null ? null : new Sums(DoublesCodec.toDoubles(ByteBuffer.wrap(bytes))));
  }
}
