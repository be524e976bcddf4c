package io.evenkeel.app.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.codec.BinaryForm;
import io.evenkeel.app.codec.EventDeserializer;
import io.evenkeel.app.codec.LabelCodec;
import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionCodec;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.Privacy;
import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.app.codec.RejectedEventException;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.fuzz.ExtremeEvents.Kind;
import io.evenkeel.app.serde.AvroSerdes;
import io.evenkeel.core.prediction.Categorical;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.serialization.Serializer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever bytes come, they are an event that can be stored, or are rejected as one that cannot be
 * read: real records with a few changes, and first those that once did otherwise.
 *
 * <p>{@code -Devenkeel.fuzz.codecs=5000000} makes so many of each form and topic.
 */
class CodecFuzzTest {
  private static final int INPUTS = Integer.getInteger("evenkeel.fuzz.codecs", 20_000);
  private static final long SEED = Long.getLong("evenkeel.fuzz.seed", 1);
  private static final Map<String, String> TAGS = Map.of("country", "DE", "device", "x");
  private static final long TIME = 1_735_689_600_000L;

  /** The forms in which events come. */
  enum Form {
    AVRO(Map.of("serde.properties.schema.registry.url", "mock://fuzz"), 5),
    JSON(
        Map.of(
            "serde.serializer", "io.evenkeel.app.serde.JsonSerializer",
            "serde.deserializer", "io.evenkeel.app.serde.JsonDeserializer"),
        0);

    @SuppressWarnings("ImmutableEnumChecker") // a record of immutable settings
    private final AppConfig config;

    private final int header;

    Form(Map<String, String> settings, int header) {
      this.config = AppConfig.of(settings);
      this.header = header;
    }

    private AvroSerdes serdes() {
      return AvroSerdes.of(config.serde(), config.topics());
    }
  }

  private final ExtremeEvents events = new ExtremeEvents(SEED);

  @ParameterizedTest
  @EnumSource
  void readsPredictionsOrRejectsThem(Form form) {
    EventDeserializer<PredictionEvent> reader =
        EventDeserializer.predictions(
            form.serdes().deserializer(), model -> Categorical.DEFAULT_TOLERANCE, Privacy.NONE);
    String topic = form.config.topics().predictions();
    fuzz(
        form,
        predictions(form.serdes().serializer(), topic),
        "predictions",
        bytes -> {
          PredictionEvent event = Objects.requireNonNull(reader.deserialize(topic, bytes));
          assertThat(BinaryForm.distribution(BinaryForm.bytes(event.distribution())))
              .isEqualTo(event.distribution());
        });
  }

  @ParameterizedTest
  @EnumSource
  void readsLabelsOrRejectsThem(Form form) {
    EventDeserializer<LabelEvent> reader = EventDeserializer.labels(form.serdes().deserializer());
    String topic = form.config.topics().labels();
    fuzz(
        form,
        labels(form.serdes().serializer(), topic),
        "labels",
        bytes -> {
          LabelEvent event = Objects.requireNonNull(reader.deserialize(topic, bytes));
          assertThat(LabelCodec.decode(LabelCodec.encode(event))).isEqualTo(event);
        });
  }

  private interface FeedStatus {
    void read(byte[] bytes);
  }

  private static void fuzz(Form form, List<byte[]> records, String what, FeedStatus reading) {
    int read = 0;
    for (byte[] known : corpus(form, what, records.get(0))) {
      read += reads(reading, known) ? 1 : 0;
    }
    Mutations mutations = new Mutations(SEED);
    for (int i = 0; i < INPUTS; i++) {
      byte[] record = records.get(mutations.below(records.size()));
      byte[] other = records.get(mutations.below(records.size()));
      read += reads(reading, mutations.of(record, other, form.header)) ? 1 : 0;
    }
    // Else the changes would all be of one sort.
    assertThat(read).isBetween(INPUTS / 100, INPUTS - INPUTS / 100);
  }

  private static boolean reads(FeedStatus reading, byte[] bytes) {
    try {
      reading.read(bytes);
      return true;
    } catch (RejectedEventException e) {
      return false;
    } catch (RuntimeException | Error e) {
      throw new AssertionError("input " + HexFormat.of().formatHex(bytes), e);
    }
  }

  /** Inputs by line, in hexadecimal, after the header that names the schema. */
  private static List<byte[]> corpus(Form form, String what, byte[] record) {
    String header = HexFormat.of().formatHex(record, 0, form.header);
    String name = "/fuzz/" + form.name().toLowerCase(java.util.Locale.ROOT) + "-" + what + ".txt";
    try (var in = Objects.requireNonNull(CodecFuzzTest.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> HexFormat.of().parseHex(header + line.strip()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<byte[]> predictions(Serializer<Object> serializer, String topic) {
    List<byte[]> records = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      for (int i = 0; i < 3; i++) {
        PredictionEvent event =
            new PredictionEvent(
                "id-" + i,
                "model",
                "v",
                TIME,
                TAGS,
                Map.of("age", 3.0, "z", 1e9),
                events.tame(kind));
        records.add(serializer.serialize(topic, PredictionCodec.encode(event)));
      }
    }
    return records;
  }

  private List<byte[]> labels(Serializer<Object> serializer, String topic) {
    List<byte[]> records = new ArrayList<>();
    List<RawTarget> targets = new ArrayList<>(List.of(new RawTarget.Name("dog")));
    for (Kind kind : Kind.values()) {
      targets.add(events.target(kind, false));
    }
    for (RawTarget target : targets) {
      LabelEvent event = new LabelEvent("id-1", TIME, targets.indexOf(target), target);
      records.add(serializer.serialize(topic, LabelCodec.encode(event)));
    }
    return records;
  }
}
