package io.evenkeel.app.state;

import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import java.nio.ByteBuffer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;

/**
 * Sums over the predictions and labels of a pane, and the sketch that adds to them, which costs
 * more to make: mutable.
 *
 * <p>They say the number of the last label that they count. So the block, which is large, need not
 * be written for every label: what it lacks is found by its number, and added again after a
 * restart.
 */
public final class Sums {
  /** The most labels that may have to be added again; writing a block costs as much. */
  static final int MOST_BEHIND = 128;

  /** The bytes that a sketch takes beside its block, or more. */
  private static final long SKETCH = 7_000;

  private final double[] block;
  private long counted;
  private @Nullable Sketch sketch;

  /** Labels that the block has counted since it was last written. */
  private int behind;

  private boolean urgent;

  private Sums(double[] block, long counted) {
    this.block = block;
    this.counted = counted;
  }

  /**
   * Sums of nothing.
   *
   * @param length of the block
   * @param counted number of the last label that is not to be added again
   */
  public static Sums empty(int length, long counted) {
    Sums sums = new Sums(new double[length], counted);
    sums.urgent = true;
    return sums;
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

  /** The block itself. */
  public double[] block() {
    return block;
  }

  /** The bytes of the block, ready to be read. */
  public ByteBuffer toBytes() {
    return DoublesCodec.toBytes(block);
  }

  /** Number of the last label that is counted, from 1; 0 without one. */
  public long counted() {
    return counted;
  }

  /** Notes that the block counts the label of this number, which can be added again. */
  public void count(long number) {
    counted = Math.max(counted, number);
    behind++;
  }

  /** Notes that the block counts something that could not be added again: it is written next. */
  public void hurry() {
    urgent = true;
  }

  /** Whether the block need not be written yet. */
  public boolean waits() {
    return !urgent && behind < MOST_BEHIND;
  }

  /** The memory that they take, with the sketch. */
  public long weight() {
    return (long) Double.BYTES * block.length + (sketch == null ? 0 : SKETCH);
  }

  private byte[] write() {
    urgent = false;
    behind = 0;
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES + block.length * Double.BYTES);
    bytes.putLong(counted).asDoubleBuffer().put(block);
    return bytes.array();
  }

  private static Sums read(ByteBuffer bytes) {
    long counted = bytes.getLong();
    return new Sums(DoublesCodec.toDoubles(bytes), counted);
  }

  /** The serde of sums; what it writes counts as written. */
  public static Serde<Sums> serde() {
    return Serdes.serdeFrom(
        (topic, sums) -> sums == null ? null : sums.write(),
        (topic, bytes) -> bytes == null ? null : read(ByteBuffer.wrap(bytes)));
  }
}
