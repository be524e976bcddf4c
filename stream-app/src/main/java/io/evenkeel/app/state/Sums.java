package io.evenkeel.app.state;

import io.evenkeel.core.moments.BottomK;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;

/**
 * Sums over the predictions and labels of a pane, the sample of the labelled predictions, and the
 * sketch that adds to the sums, which costs more to make: mutable.
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

  /** The bytes that an id of the sample takes, or more. */
  private static final long SAMPLED = 150;

  private final double[] block;

  /** The ids of the sample as they were read; those of the sample itself once it is asked for. */
  private List<String> ids;

  private @Nullable BottomK<String> sample;
  private long counted;
  private @Nullable Sketch sketch;

  /** Labels that the block has counted since it was last written. */
  private int behind;

  private boolean urgent;

  private Sums(double[] block, long counted, List<String> ids) {
    this.block = block;
    this.counted = counted;
    this.ids = ids;
  }

  /**
   * Sums of nothing.
   *
   * @param length of the block
   * @param counted number of the last label that is not to be added again
   */
  public static Sums empty(int length, long counted) {
    Sums sums = new Sums(new double[length], counted, List.of());
    sums.urgent = true;
    return sums;
  }

  /**
   * Sums of nothing with the sample of these.
   *
   * @param length of the block
   * @param counted number of the last label that is not to be added again
   */
  public Sums emptied(int length, long counted) {
    Sums sums = empty(length, counted);
    sums.ids = ids();
    return sums;
  }

  /**
   * The sample of the labelled predictions of the pane: each id is an item, too.
   *
   * @param size how many are kept
   * @param seed seed of the sample
   */
  public BottomK<String> sample(int size, long seed) {
    BottomK<String> made = sample;
    if (made == null) {
      made = new BottomK<>(size, seed);
      for (String id : ids) {
        made.add(id, id);
      }
      sample = made;
      ids = List.of();
    }
    return made;
  }

  private List<String> ids() {
    return sample == null ? ids : sample.items();
  }

  /**
   * The sketch of these sums: what it adds, they have.
   *
   * @throws IllegalArgumentException if they were not made with the plan
   */
  @SuppressWarnings("ReferenceEquality") // a rebuilt plan has another sketch
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

  /** The memory that they take, with the sketch and the sample. */
  public long weight() {
    int sampled = sample == null ? ids.size() : sample.size();
    return (long) Double.BYTES * block.length + (sketch == null ? 0 : SKETCH) + SAMPLED * sampled;
  }

  private byte[] write() {
    urgent = false;
    behind = 0;
    List<byte[]> sampled = new ArrayList<>();
    int length = Long.BYTES + Integer.BYTES + block.length * Double.BYTES;
    for (String id : ids()) {
      byte[] text = id.getBytes(StandardCharsets.UTF_8);
      sampled.add(text);
      length += Integer.BYTES + text.length;
    }
    ByteBuffer bytes = ByteBuffer.allocate(length).putLong(counted).putInt(block.length);
    bytes.asDoubleBuffer().put(block);
    bytes.position(bytes.position() + block.length * Double.BYTES);
    sampled.forEach(text -> bytes.putInt(text.length).put(text));
    return bytes.array();
  }

  private static Sums read(ByteBuffer bytes) {
    long counted = bytes.getLong();
    double[] block = new double[bytes.getInt()];
    bytes.asDoubleBuffer().get(block);
    bytes.position(bytes.position() + block.length * Double.BYTES);
    List<String> ids = new ArrayList<>();
    while (bytes.hasRemaining()) {
      byte[] text = new byte[bytes.getInt()];
      bytes.get(text);
      ids.add(new String(text, StandardCharsets.UTF_8));
    }
    return new Sums(block, counted, ids);
  }

  /** The serde of sums; what it writes counts as written. */
  public static Serde<Sums> serde() {
    return Serdes.serdeFrom(
        (topic, sums) -> sums == null ? null : sums.write(),
        (topic, bytes) -> bytes == null ? null : read(ByteBuffer.wrap(bytes)));
  }
}
