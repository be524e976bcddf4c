package io.evenkeel.app.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.schemas.internal.Profile;
import io.evenkeel.schemas.internal.TargetKind;
import io.evenkeel.schemas.internal.TestLocation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;

class RawAvroSerdeTest {

  private static final String TOPIC = "profiles";

  private final RawAvroSerde<Profile> serde = RawAvroSerde.of(Profile.class);

  @Test
  void readsWhatItWrites() {
    assertThat(read(serde, write(profile(1)))).isEqualTo(profile(1));
  }

  @Test
  void writesAvrosSingleObjectEncoding() throws Exception {
    byte[] bytes = write(profile(1));

    byte[] fingerprint = SchemaNormalization.parsingFingerprint("CRC-64-AVRO", Profile.SCHEMA$);
    assertThat(HexFormat.of().formatHex(bytes, 0, 10))
        .isEqualTo("c301" + HexFormat.of().formatHex(fingerprint));
    assertThat(Profile.getDecoder().decode(bytes)).isEqualTo(profile(1));
  }

  @Test
  void keepsNothingAsNothing() {
    assertThat(serde.serializer().serialize(TOPIC, null)).isNull();
    assertThat(serde.deserializer().deserialize(TOPIC, null)).isNull();
  }

  @Test
  void readsWhatAnEarlierReleaseWrote() throws Exception {
    Schema former = withoutField(Profile.SCHEMA$, "gamma");
    byte[] bytes = written(former);

    Profile read = read(RawAvroSerde.of(Profile.class, List.of(former)), bytes);

    assertThat(read.getModel()).isEqualTo("churn");
    assertThat(read.getGamma()).isZero();
    assertThatExceptionOfType(SerializationException.class)
        .isThrownBy(() -> read(serde, bytes))
        .withMessageContainingAll("Profile", "a later version wrote it");
  }

  @Test
  void readsWhatEveryReleaseWroteSinceWhichFieldsCame() throws Exception {
    RawAvroSerde<Profile> serde = RawAvroSerde.since(Profile.class, List.of("nu", "gamma"));
    Schema last = withoutField(Profile.SCHEMA$, "gamma");

    for (Schema former : List.of(last, withoutField(last, "nu"))) {
      Profile read = read(serde, written(former));
      assertThat(read.getModel()).isEqualTo("churn");
      assertThat(read.getNu()).isEqualTo(1);
    }
    assertThat(read(serde, write(profile(1)))).isEqualTo(profile(1));
  }

  private static byte[] written(Schema former) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new BinaryMessageEncoder<>(GenericData.get(), former)
        .encode(
            new GenericRecordBuilder(former)
                .set("model", "churn")
                .set("version", "v7")
                .set("profile", 1)
                .set("learned_through", 5L)
                .set("space", new GenericData.EnumSymbol(TargetKind.SCHEMA$, "CLASSES"))
                .set("size", 2)
                .build(),
            bytes);
    return bytes.toByteArray();
  }

  @Test
  void refusesBytesThatAreNoRecord() {
    byte[] bytes = write(profile(1));

    assertThatExceptionOfType(SerializationException.class)
        .isThrownBy(() -> read(serde, new byte[] {1, 2, 3}))
        .withMessageContaining("C3 01");
    assertThatExceptionOfType(SerializationException.class)
        .isThrownBy(() -> read(serde, Arrays.copyOf(bytes, bytes.length / 2)))
        .withMessageContaining("cannot read a io.evenkeel.schemas.internal.Profile");
  }

  @Test
  void writesWholeRecordsAfterOneThatFailed() {
    Profile incomplete = profile(1);
    incomplete.put("model", null);

    assertThatExceptionOfType(SerializationException.class)
        .isThrownBy(() -> write(incomplete))
        .withMessageContaining("Profile");
    assertThat(read(serde, write(profile(2)))).isEqualTo(profile(2));
  }

  @Test
  void servesManyThreads() {
    List<Profile> profiles = IntStream.range(0, 2_000).mapToObj(i -> profile(i)).toList();

    List<Profile> read = profiles.parallelStream().map(p -> read(serde, write(p))).toList();

    assertThat(read).isEqualTo(profiles);
  }

  private byte[] write(Profile profile) {
    return serde.serializer().serialize(TOPIC, profile);
  }

  private static Profile read(RawAvroSerde<Profile> serde, byte[] bytes) {
    return serde.deserializer().deserialize(TOPIC, bytes);
  }

  private static Profile profile(int version) {
    return Profile.newBuilder()
        .setModel("churn")
        .setVersion("v7")
        .setProfile(version)
        .setLearnedThrough(1_000L * version)
        .setSpace(TargetKind.CLASSES)
        .setSize(2)
        .setGamma(0.5)
        .setLocations(
            List.of(
                new TestLocation(
                    BinaryForm.bytes(Categorical.of(0.25, 0.75)),
                    BinaryForm.bytes(Target.ofClass(1)))))
        .build();
  }

  private static Schema withoutField(Schema record, String name) {
    List<Schema.Field> fields =
        record.getFields().stream()
            .filter(field -> !field.name().equals(name))
            .map(field -> new Schema.Field(field, field.schema()))
            .toList();
    return Schema.createRecord(
        record.getName(), record.getDoc(), record.getNamespace(), false, fields);
  }
}
