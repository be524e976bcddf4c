package io.evenkeel.app.serde;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.evenkeel.app.serde.RegistryException.SchemaNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.kafka.common.errors.InterruptException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegistryClientTest {

  private static final Schema CASE =
      SchemaBuilder.record("Case").namespace("x").fields().requiredInt("n").endRecord();

  private static final String CONFLICT = "{\"error_code\":409,\"message\":\"n was a string\"}";

  private FakeRegistry registry;
  private SchemaRegistry client;

  @BeforeEach
  void start() throws IOException {
    registry = FakeRegistry.start();
    client = registry.client();
  }

  @AfterEach
  void stop() {
    registry.close();
  }

  @Test
  void asksForNothingTwice() {
    int id = client.register("cases-value", CASE);

    assertThat(client.register("cases-value", CASE)).isEqualTo(id);
    assertThat(client.idOf("cases-value", CASE)).isEqualTo(id);
    assertThat(client.schemaOf(id)).isEqualTo(CASE);
    assertThat(client.schemaOf(id)).isEqualTo(CASE);
    assertThat(registry.requests)
        .containsExactly("POST /subjects/cases-value/versions", "GET /schemas/ids/1");
  }

  @Test
  void registersOnceForManyThreads() {
    IntStream.range(0, 16).parallel().forEach(i -> client.register("cases-value", CASE));

    assertThat(registry.requests).hasSize(1);
  }

  @Test
  void escapesSubjects() {
    client.register("a/b c", CASE);

    assertThat(registry.requests).containsExactly("POST /subjects/a%2Fb%20c/versions");
  }

  @Test
  void repeatsWhatFailsForAMoment() {
    registry.answer(503, "");
    registry.answer(500, "{\"error_code\":50001,\"message\":\"leader not known\"}");
    registry.answer(429, "");

    assertThat(client.register("cases-value", CASE)).isEqualTo(1);
    assertThat(registry.requests).hasSize(4);
  }

  @Test
  void doubtsAConflictThatMayBeARace() {
    registry.answer(409, CONFLICT);
    registry.answer(409, CONFLICT);

    assertThat(client.register("cases-value", CASE)).isEqualTo(1);
  }

  @Test
  void believesAConflictThatLasts() {
    IntStream.range(0, 100).forEach(i -> registry.answer(409, CONFLICT));

    assertThatExceptionOfType(RegistryException.class)
        .isThrownBy(() -> client.register("cases-value", CASE))
        .withMessageContainingAll("x.Case", "cases-value", "not compatible", "n was a string");
  }

  @Test
  void asksTheNextAddressIfOneIsDead() throws IOException {
    String dead;
    try (FakeRegistry closed = FakeRegistry.start()) {
      dead = closed.url();
    }
    SchemaRegistry failingOver =
        SchemaRegistry.of(Map.of("schema.registry.url", dead + ", " + registry.url() + "/"));

    assertThat(failingOver.register("cases-value", CASE)).isEqualTo(1);
    assertThat(failingOver.schemaOf(1)).isEqualTo(CASE);
  }

  @Test
  void givesUpAfterTheTimeoutAndSaysWhatToDo() {
    Map<String, Object> properties = registry.properties();
    properties.put("schema.registry.timeout.ms", "300");
    registry.close();

    assertThatExceptionOfType(RegistryException.class)
        .isThrownBy(() -> SchemaRegistry.of(properties).register("cases-value", CASE))
        .withMessageContainingAll(
            "cannot register x.Case under subject cases-value",
            registry.url(),
            "300 ms",
            "ConnectException",
            "Check that the registry runs");
  }

  @Test
  void doesNotRepeatWhatIsForbidden() {
    registry.answer(401, "{\"error_code\":401,\"message\":\"who are you\"}");

    assertThatExceptionOfType(RegistryException.class)
        .isThrownBy(() -> client.schemaOf(1))
        .withMessageContainingAll("schema of id 1", "401", "basic.auth.user.info");
    assertThat(registry.requests).hasSize(1);
  }

  @Test
  void doubtsThatAnIdIsUnknown() {
    registry.add("cases-value", CASE.toString());
    registry.answer(404, "{\"error_code\":40403,\"message\":\"Schema not found\"}");

    assertThat(client.schemaOf(1)).isEqualTo(CASE);
  }

  @Test
  void remembersThatAnIdIsUnknown() {
    registry.add("cases-value", CASE.toString());
    assertThatExceptionOfType(SchemaNotFoundException.class)
        .isThrownBy(() -> client.schemaOf(7))
        .withMessageContainingAll("id 7", "Schema not found");
    int asked = registry.requests.size();

    assertThatExceptionOfType(SchemaNotFoundException.class).isThrownBy(() -> client.schemaOf(7));

    assertThat(registry.requests).hasSize(asked);
  }

  @Test
  void takesARegistryWithoutAnySchemaForAnOutage() {
    assertThatExceptionOfType(RegistryException.class)
        .isThrownBy(() -> client.schemaOf(7))
        .isNotInstanceOf(SchemaNotFoundException.class)
        .withMessageContainingAll("schema of id 7", "no schema at all");
  }

  @Test
  void believesAtOnceThatAnIdIsUnknownWhenItHasDoubtedForFiveSecondsInAMinute() {
    AtomicLong seconds = new AtomicLong();
    Doubt doubt = new Doubt(() -> TimeUnit.SECONDS.toNanos(seconds.get()));

    for (int i = 0; i < 5; i++) {
      assertThat(doubt.left()).isEqualTo(Duration.ofSeconds(1));
      doubt.spend(TimeUnit.SECONDS.toNanos(1));
    }
    assertThat(doubt.left()).isZero();
    seconds.set(60);
    assertThat(doubt.left()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void asksOnceForEachOfManyUnknownIdsWhenItsDoubtIsSpent() {
    registry.add("cases-value", CASE.toString());
    for (int id = 100; id < 150 + RegistryClient.MOST_UNKNOWN; id++) {
      int unknown = id;
      assertThatExceptionOfType(SchemaNotFoundException.class)
          .isThrownBy(() -> client.schemaOf(unknown));
    }
    assertThat(((RegistryClient) client).unknown()).isBetween(1, RegistryClient.MOST_UNKNOWN);
    int before = registry.requests.size();

    assertThatExceptionOfType(SchemaNotFoundException.class).isThrownBy(() -> client.schemaOf(9));

    assertThat(registry.requests).hasSize(before + 1);
  }

  @Test
  void doesNotFindASchemaThatIsNoVersionOfTheSubject() {
    assertThatExceptionOfType(SchemaNotFoundException.class)
        .isThrownBy(() -> client.idOf("cases-value", CASE))
        .withMessageContainingAll("x.Case", "cases-value", "auto.register.schemas");
  }

  @Test
  void tellsARegistryFromAnotherServer() {
    registry.answer(404, "<html>not here</html>");

    assertThatExceptionOfType(RegistryException.class)
        .isThrownBy(() -> client.schemaOf(1))
        .isNotInstanceOf(SchemaNotFoundException.class)
        .withMessageContainingAll(registry.url(), "schema.registry.url", "/apis/ccompat/v7");
  }

  @Test
  void followsReferencesToOtherSchemas() {
    Schema batch =
        SchemaBuilder.record("Batch")
            .namespace("x")
            .fields()
            .name("c")
            .type(CASE)
            .noDefault()
            .endRecord();
    registry.answer(
        200,
        "{\"schema\":\"{\\\"type\\\":\\\"record\\\",\\\"name\\\":\\\"Batch\\\",\\\"namespace\\\":\\\"x\\\","
            + "\\\"fields\\\":[{\\\"name\\\":\\\"c\\\",\\\"type\\\":\\\"x.Case\\\"}]}\","
            + "\"references\":[{\"name\":\"x.Case\",\"subject\":\"cases\",\"version\":3}]}");
    registry.answer(
        200, "{\"schema\":\"" + CASE.toString().replace("\"", "\\\"") + "\",\"version\":3}");

    assertThat(client.schemaOf(9)).isEqualTo(batch);
    assertThat(registry.requests).last().isEqualTo("GET /subjects/cases/versions/3");
  }

  @Test
  void refusesSchemasThatAreNotAvro() {
    registry.answer(200, "{\"schemaType\":\"PROTOBUF\",\"schema\":\"message M {}\"}");

    assertThatExceptionOfType(SchemaNotFoundException.class)
        .isThrownBy(() -> client.schemaOf(1))
        .withMessageContaining("PROTOBUF");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"schemaType\":\"JSON\",\"schema\":\"{}\"}",
        "{\"schema\":\"{}\"}",
        "{\"schema\":\"\"}"
      })
  void remembersThatASchemaCannotBeUsed(String answer) {
    registry.add("cases-value", CASE.toString());
    registry.answer(200, answer);
    SchemaNotFoundException first =
        catchThrowableOfType(SchemaNotFoundException.class, () -> client.schemaOf(1));

    assertThatExceptionOfType(SchemaNotFoundException.class)
        .isThrownBy(() -> client.schemaOf(1))
        .withMessage(first.getMessage())
        .withMessageContaining("cannot get the schema of id 1: it is");
    assertThat(registry.requests).hasSize(1);
  }

  @Test
  void stopsWhenInterrupted() {
    Thread.currentThread().interrupt();

    assertThatExceptionOfType(InterruptException.class)
        .isThrownBy(() -> client.register("cases-value", CASE));
    assertThat(Thread.interrupted()).isTrue();
  }
}
