package io.evenkeel.app.observe;

import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.state.PaneGrid;
import io.evenkeel.core.moments.Outcome;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;

/**
 * A prediction and, once it has come, its label, kept until the pane is closed: immutable.
 *
 * <p>It is held as the bytes that are stored, of which each part is read when it is asked for: a
 * prediction is written as often as it is read.
 *
 * <pre>
 * header      form (byte), starts of the three parts after the first (four bytes each)
 * prediction  time, weight (eight bytes each), hash of its content (four), start of its pane
 *             (eight; not in form 1), model, version, outcome, segments, and to the end the
 *             distribution
 * counting    version of the profile (four bytes), features, and to the end their quarters
 * partners    one for each segment; without a length if there is none
 * label       nothing, or revision (four bytes), number (eight), and to the end the target
 * </pre>
 *
 * <p>Texts are UTF-8 after a length of four bytes, lists and maps come after their size; all
 * numbers are big-endian. Another layout takes another form.
 */
public final class Observation {
  private static final byte FORM = 2;

  /** It has no start of a pane. */
  private static final byte FORMER = 1;

  private static final int NO_LABEL = -1;

  private static final int PREDICTION = 0;
  private static final int COUNTING = 1;
  private static final int PARTNERS = 2;
  private static final int LABEL = 3;
  private static final int HEADER = 1 + LABEL * Integer.BYTES;

  /** Where a prediction goes on after the hash of its content. */
  private static final int AFTER_CONTENT = 2 * Long.BYTES + Integer.BYTES;

  private static final byte[] NOTHING = {};

  private final byte[] bytes;

  private Observation(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * A prediction without a label, which is not counted yet.
   *
   * @param segments segments of the series that count it; the first one is empty: the whole model
   * @param distribution in its binary form
   * @param outcome what it is about
   * @param pane start of the panes that count it, milliseconds since 1970
   */
  public static Observation of(
      PredictionEvent event,
      List<String> segments,
      ByteBuffer distribution,
      Outcome outcome,
      long pane) {
    List<byte[]> texts = new ArrayList<>(3 + segments.size());
    texts.add(utf8(event.model()));
    texts.add(utf8(event.version()));
    texts.add(utf8(outcome.id()));
    segments.forEach(segment -> texts.add(utf8(segment)));
    int length = 3 * Long.BYTES + 2 * Integer.BYTES + distribution.remaining();
    for (byte[] text : texts) {
      length += Integer.BYTES + text.length;
    }
    ByteBuffer to = ByteBuffer.allocate(HEADER + length + 2 * Integer.BYTES);
    to.put(FORM);
    to.putInt(HEADER + length).putInt(to.capacity()).putInt(to.capacity());
    to.putLong(event.madeAt()).putDouble(outcome.weight()).putInt(EventChecks.content(event));
    to.putLong(pane);
    for (int i = 0; i < texts.size(); i++) {
      if (i == 3) {
        to.putInt(segments.size());
      }
      put(to, texts.get(i));
    }
    if (segments.isEmpty()) {
      to.putInt(0);
    }
    to.put(distribution.duplicate());
    return new Observation(to.array());
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void put(ByteBuffer to, byte[] text) {
    to.putInt(text.length).put(text);
  }

  /**
   * The same, counted with a profile.
   *
   * @param profile its version; 0 without one
   * @param quarters of each feature whose quarters that profile has, the quarter that the case is
   *     in, from 0; -1 if it is without the feature
   * @param features those that came with the prediction if it is counted without a profile, by name
   */
  Observation counted(int profile, byte[] quarters, Map<String, Double> features) {
    List<byte[]> names = new ArrayList<>(features.size());
    int length = 2 * Integer.BYTES + quarters.length;
    for (String name : features.keySet()) {
      byte[] text = utf8(name);
      names.add(text);
      length += Integer.BYTES + text.length + Double.BYTES;
    }
    ByteBuffer to = ByteBuffer.allocate(length).putInt(profile).putInt(names.size());
    int next = 0;
    for (double value : features.values()) {
      put(to, names.get(next++));
      to.putDouble(value);
    }
    to.put(quarters);
    return with(COUNTING, to.array());
  }

  /**
   * The same with its partners in block 2.
   *
   * @param partners per series, the prediction_id of the partner; null while it has none
   */
  Observation paired(List<@Nullable String> partners) {
    List<byte[]> texts = new ArrayList<>(partners.size());
    int length = 0;
    for (String partner : partners) {
      byte[] text = partner == null ? NOTHING : utf8(partner);
      texts.add(text);
      length += Integer.BYTES + text.length;
    }
    ByteBuffer to = ByteBuffer.allocate(length);
    texts.forEach(text -> put(to, text));
    return with(PARTNERS, to.array());
  }

  /**
   * The same with its label, in the place of the one that it has had.
   *
   * @param revision of the label, at least 0
   * @param target in its binary form
   * @param number of the label in the order in which the source partition counts labels, from 1
   */
  public Observation labelled(int revision, ByteBuffer target, long number) {
    ByteBuffer to = ByteBuffer.allocate(Integer.BYTES + Long.BYTES + target.remaining());
    to.putInt(revision).putLong(number).put(target.duplicate());
    return with(LABEL, to.array());
  }

  private Observation with(int part, byte[] content) {
    int start = start(part);
    int end = start(part + 1);
    byte[] changed = new byte[start + content.length + bytes.length - end];
    System.arraycopy(bytes, 0, changed, 0, start);
    System.arraycopy(content, 0, changed, start, content.length);
    System.arraycopy(bytes, end, changed, start + content.length, bytes.length - end);
    ByteBuffer header = ByteBuffer.wrap(changed);
    for (int after = part + 1; after <= LABEL; after++) {
      header.putInt(place(after), start(after) + content.length - (end - start));
    }
    return new Observation(changed);
  }

  private static int place(int part) {
    return 1 + (part - 1) * Integer.BYTES;
  }

  private int start(int part) {
    if (part == PREDICTION) {
      return HEADER;
    }
    return part > LABEL ? bytes.length : ByteBuffer.wrap(bytes).getInt(place(part));
  }

  private ByteBuffer part(int part) {
    int start = start(part);
    return ByteBuffer.wrap(bytes, start, start(part + 1) - start);
  }

  private static String text(ByteBuffer from) {
    int length = from.getInt();
    int start = from.position();
    from.position(start + length);
    return new String(from.array(), from.arrayOffset() + start, length, StandardCharsets.UTF_8);
  }

  private static void skipText(ByteBuffer from) {
    int length = from.getInt();
    from.position(from.position() + length);
  }

  /** The texts of the prediction, from that of the given number on. */
  private ByteBuffer texts(int from) {
    ByteBuffer texts = part(PREDICTION);
    texts.position(texts.position() + AFTER_CONTENT + (bytes[0] == FORMER ? 0 : Long.BYTES));
    for (int i = 0; i < from; i++) {
      skipText(texts);
    }
    return texts;
  }

  /** Name of the model. */
  public String model() {
    return text(texts(0));
  }

  /** Version of the model. */
  String version() {
    return text(texts(1));
  }

  /** Event time of the prediction, milliseconds since 1970. */
  public long madeAt() {
    return part(PREDICTION).getLong();
  }

  /**
   * Start of the panes that count it, milliseconds since 1970: of those of another length if it
   * came before {@code window.advance} was changed.
   *
   * @param panes those of now: they hold it if it was written in the form without a start
   */
  long paneStart(PaneGrid panes) {
    ByteBuffer prediction = part(PREDICTION);
    return bytes[0] == FORMER
        ? panes.startOf(madeAt())
        : prediction.getLong(prediction.position() + AFTER_CONTENT);
  }

  /** Hash of what came with the prediction beside what is kept. */
  int content() {
    ByteBuffer prediction = part(PREDICTION);
    return prediction.getInt(prediction.position() + 2 * Long.BYTES);
  }

  /** The outcome that it is about. */
  Outcome outcome() {
    ByteBuffer prediction = part(PREDICTION);
    double weight = prediction.getDouble(prediction.position() + Long.BYTES);
    return new Outcome(text(texts(2)), weight);
  }

  /** Segments of the series that count it; the first one is empty: the whole model. */
  List<String> segments() {
    ByteBuffer from = texts(3);
    int size = from.getInt();
    List<String> segments = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      segments.add(text(from));
    }
    return segments;
  }

  /** The distribution in its binary form, to be read only. */
  public ByteBuffer distribution() {
    ByteBuffer from = texts(3);
    for (int i = from.getInt(); i > 0; i--) {
      skipText(from);
    }
    return from.slice();
  }

  /** Version of the profile that it was counted with; 0 without one. */
  int profile() {
    return part(COUNTING).getInt();
  }

  /** The features that came with it if it was counted without a profile, by name; else none. */
  Map<String, Double> features() {
    ByteBuffer from = part(COUNTING);
    from.getInt();
    int size = from.getInt();
    if (size == 0) {
      return Map.of();
    }
    Map<String, Double> features = new HashMap<>();
    for (int i = 0; i < size; i++) {
      features.put(text(from), from.getDouble());
    }
    return features;
  }

  /**
   * Of each feature whose quarters the profile has, the quarter that the case is in, from 0; -1 if
   * it is without the feature.
   */
  byte[] quarters() {
    ByteBuffer from = part(COUNTING);
    from.getInt();
    for (int i = from.getInt(); i > 0; i--) {
      skipText(from);
      from.getDouble();
    }
    byte[] quarters = new byte[from.remaining()];
    from.get(quarters);
    return quarters;
  }

  /** Per series, the prediction_id that it is paired with in block 2; null while it has none. */
  List<@Nullable String> partners() {
    List<@Nullable String> partners = new ArrayList<>();
    for (ByteBuffer from = part(PARTNERS); from.hasRemaining(); ) {
      String partner = text(from);
      partners.add(partner.isEmpty() ? null : partner);
    }
    return partners;
  }

  /** Whether it has a label. */
  public boolean isLabelled() {
    return start(LABEL) < bytes.length;
  }

  /** Revision of the label; -1 without one. */
  public int revision() {
    return isLabelled() ? part(LABEL).getInt() : NO_LABEL;
  }

  /** Number of the label in the order in which the source partition counts labels; 0 without. */
  long number() {
    return isLabelled() ? part(LABEL).getLong(start(LABEL) + Integer.BYTES) : 0;
  }

  /** The target in its binary form, to be read only; null without a label. */
  @Nullable ByteBuffer target() {
    if (!isLabelled()) {
      return null;
    }
    ByteBuffer label = part(LABEL);
    label.position(label.position() + Integer.BYTES + Long.BYTES);
    return label.slice();
  }

  /** The memory that it takes where it is held by its id, or more, bytes. */
  public long weight() {
    return 150L + bytes.length;
  }

  private static Observation read(byte[] bytes) {
    if (bytes.length < HEADER || (bytes[0] != FORM && bytes[0] != FORMER)) {
      throw new SerializationException("not an observation of form " + FORM);
    }
    return new Observation(bytes);
  }

  /** The serde of observations. */
  public static Serde<Observation> serde() {
    return Serdes.serdeFrom(
        (topic, observation) -> observation == null ? null : observation.bytes,
        (topic, bytes) -> bytes == null ? null : read(bytes));
  }
}
