package io.evenkeel.app.state;

import io.evenkeel.core.moments.BottomK;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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
 *
 * <p>Of a few labels there may be no block yet: then they list the predictions whose labels they
 * count, and whoever needs the block makes it of them.
 */
public final class Sums {
  /** The most labels that may have to be added again; writing a block costs as much. */
  static final int MOST_BEHIND = 128;

  /**
   * The most labels that are counted without a block. Each time that they are published they are
   * added up anew.
   */
  public static final int MOST_LISTED = 8;

  private static final double[] NONE = {};

  /** The bytes that a sketch takes beside its block, or more. */
  private static final long SKETCH = 7_000;

  /** The bytes that an id takes, or more. */
  private static final long NAME = 150;

  /** The bytes that sums take that are of nothing and have no block. */
  private static final long SUMS = 200;

  private double @Nullable [] block;

  /** The predictions whose labels are counted, in this order, while there is no block. */
  private final List<String> listed;

  /** The ids of the sample as they were read; those of the sample itself once it is asked for. */
  private List<String> ids;

  private @Nullable BottomK<String> sample;
  private long counted;
  private @Nullable Sketch sketch;

  /** Labels that the block has counted since it was last written. */
  private int behind;

  private boolean urgent;

  private Sums(double @Nullable [] block, List<String> listed, long counted, List<String> ids) {
    this.block = block;
    this.listed = listed;
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
    return urgent(new Sums(new double[length], new ArrayList<>(), counted, List.of()));
  }

  /**
   * Sums of nothing, without a block.
   *
   * @param counted number of the last label that is not to be added again
   */
  public static Sums unmade(long counted) {
    return urgent(new Sums(null, new ArrayList<>(), counted, List.of()));
  }

  /**
   * Sums of nothing, without a block, with the sample of these.
   *
   * @param counted number of the last label that is not to be added again
   */
  public Sums emptied(long counted) {
    return urgent(new Sums(null, new ArrayList<>(), counted, ids()));
  }

  private static Sums urgent(Sums sums) {
    sums.urgent = true;
    return sums;
  }

  /** Whether there is a block. */
  public boolean areMade() {
    return block != null;
  }

  /**
   * The predictions whose labels are counted, in the order in which they were; none once there is a
   * block.
   */
  public List<String> listed() {
    return listed;
  }

  /** Whether the label of one more prediction can be counted without a block. */
  public boolean hasRoom() {
    return !areMade() && listed.size() < MOST_LISTED;
  }

  /** Counts the label of a prediction without a block, if they have {@linkplain #hasRoom room}. */
  public void list(String id) {
    listed.add(id);
  }

  /** Takes back what {@link #list} counted; false if there is a block. */
  public boolean unlist(String id) {
    return listed.remove(id);
  }

  /**
   * Gives them their block.
   *
   * @param made the sums of what is {@linkplain #listed listed}
   */
  public void make(double[] made) {
    block = made;
    listed.clear();
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
   * The sketch of these sums, which have a block: what it adds, they have.
   *
   * @throws IllegalArgumentException if they were not made with the plan
   */
  @SuppressWarnings("ReferenceEquality") // a rebuilt plan has another sketch
  public Sketch sketch(SketchPlan plan) {
    if (sketch == null || sketch.plan() != plan) {
      sketch = plan.over(block());
    }
    return sketch;
  }

  /** The block itself, of sums that have one. */
  public double[] block() {
    return Objects.requireNonNull(block, "sums that are made");
  }

  /** The bytes of the block, ready to be read; none without one. */
  public ByteBuffer toBytes() {
    return DoublesCodec.toBytes(areMade() ? block() : NONE);
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
    int names = listed.size() + (sample == null ? ids.size() : sample.size());
    long made = block == null ? 0 : (long) Double.BYTES * block.length;
    return SUMS + made + (sketch == null ? 0 : SKETCH) + NAME * names;
  }

  /*
   * The number of the last label, the length of the block and the block, and the ids of the sample.
   * Without a block, the number of what is listed takes the place of the length, as -1 - number.
   */
  private byte[] write() {
    urgent = false;
    behind = 0;
    List<byte[]> texts = new ArrayList<>();
    listed.forEach(id -> texts.add(id.getBytes(StandardCharsets.UTF_8)));
    ids().forEach(id -> texts.add(id.getBytes(StandardCharsets.UTF_8)));
    double[] doubles = areMade() ? block() : NONE;
    int length = Long.BYTES + Integer.BYTES + doubles.length * Double.BYTES;
    for (byte[] text : texts) {
      length += Integer.BYTES + text.length;
    }
    ByteBuffer bytes = ByteBuffer.allocate(length).putLong(counted);
    bytes.putInt(areMade() ? doubles.length : -1 - listed.size());
    bytes.asDoubleBuffer().put(doubles);
    bytes.position(bytes.position() + doubles.length * Double.BYTES);
    texts.forEach(text -> bytes.putInt(text.length).put(text));
    return bytes.array();
  }

  private static Sums read(ByteBuffer bytes) {
    long counted = bytes.getLong();
    int length = bytes.getInt();
    double[] block = length < 0 ? null : new double[length];
    if (block != null) {
      bytes.asDoubleBuffer().get(block);
      bytes.position(bytes.position() + block.length * Double.BYTES);
    }
    List<String> listed = new ArrayList<>();
    while (listed.size() < -1 - length) {
      listed.add(text(bytes));
    }
    List<String> ids = new ArrayList<>();
    while (bytes.hasRemaining()) {
      ids.add(text(bytes));
    }
    return new Sums(block, listed, counted, ids);
  }

  private static String text(ByteBuffer from) {
    byte[] text = new byte[from.getInt()];
    from.get(text);
    return new String(text, StandardCharsets.UTF_8);
  }

  /** The serde of sums; what it writes counts as written. */
  public static Serde<Sums> serde() {
    return Serdes.serdeFrom(
        (topic, sums) -> sums == null ? null : sums.write(),
        (topic, bytes) -> bytes == null ? null : read(ByteBuffer.wrap(bytes)));
  }
}
