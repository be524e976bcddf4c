package io.evenkeel.app.serde;

import com.fasterxml.jackson.databind.JsonNode;
import io.evenkeel.app.serde.RegistryException.SchemaNotFoundException;
import io.evenkeel.app.serde.RegistryTransport.Answer;
import io.evenkeel.app.serde.RegistryTransport.Request;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;

/** A registry behind Confluent's REST API; what it has once answered is not asked again. */
final class RegistryClient implements SchemaRegistry {
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;

  /** What is no is remembered, but not for ever: a bad record may be one of many. */
  static final Duration NO_KEPT = Duration.ofMinutes(1);

  static final int MOST_UNKNOWN = 1_000;

  private final RegistryTransport transport;
  private final Map<SubjectSchema, Integer> ids = new ConcurrentHashMap<>();
  private final Map<Integer, Schema> schemas = new ConcurrentHashMap<>();
  private final Map<Integer, Unknown> unknown = new ConcurrentHashMap<>();

  /**
   * Whether the registry may have no schema at all; once it has one, it is believed to keep some.
   */
  private volatile boolean empty = true;

  private record SubjectSchema(String subject, Schema schema) {}

  /** Why there is no schema of an id, and when that was found. */
  private record Unknown(String message, long since) {
    private boolean holds() {
      return System.nanoTime() - since < NO_KEPT.toNanos();
    }
  }

  RegistryClient(RegistryTransport transport) {
    this.transport = transport;
  }

  @Override
  public synchronized int register(String subject, Schema schema) {
    // One at a time: some registries answer concurrent first registrations with a conflict. As it
    // may come from another process, and passes, a conflict is doubted all the same.
    return ids.computeIfAbsent(
        new SubjectSchema(subject, schema),
        key -> {
          String purpose = "register " + schema.getFullName() + " under subject " + subject;
          Answer answer =
              transport.send(
                  new Request(
                      purpose,
                      "POST",
                      subjectPath(subject) + "/versions",
                      Map.of("schema", schema.toString()),
                      CONFLICT));
          if (answer.status() == CONFLICT) {
            throw new RegistryException(
                "cannot "
                    + purpose
                    + ", as it is not compatible with the versions that are there: "
                    + answer.message()
                    + ". Was the subject used for something else? Then delete it, or use another"
                    + " topic",
                null);
          }
          return id(purpose, answer);
        });
  }

  @Override
  public synchronized int idOf(String subject, Schema schema) {
    return ids.computeIfAbsent(
        new SubjectSchema(subject, schema),
        key -> {
          String purpose = "find " + schema.getFullName() + " under subject " + subject;
          Answer answer =
              transport.send(
                  new Request(
                      purpose,
                      "POST",
                      subjectPath(subject),
                      Map.of("schema", schema.toString()),
                      0));
          if (answer.status() == NOT_FOUND) {
            throw new SchemaNotFoundException(
                "cannot "
                    + purpose
                    + ": "
                    + answer.message()
                    + ". Register the schemas first, or set auto.register.schemas to true");
          }
          return id(purpose, answer);
        });
  }

  @Override
  public Schema schemaOf(int id) {
    Schema cached = schemas.get(id);
    if (cached != null) {
      return cached;
    }
    Unknown known = unknown.get(id);
    if (known != null && known.holds()) {
      throw new SchemaNotFoundException(known.message());
    }
    try {
      Schema schema = askFor(id);
      schemas.put(id, schema);
      return schema;
    } catch (SchemaNotFoundException e) {
      remember(id, e);
      throw e;
    }
  }

  private Schema askFor(int id) {
    String purpose = "get the schema of id " + id;
    // A schema that was registered a moment ago may not have reached this node of the registry.
    Answer answer = get(purpose, "/schemas/ids/" + id, NOT_FOUND);
    if (answer.status() == NOT_FOUND) {
      checkNotEmpty(purpose);
      throw new SchemaNotFoundException(
          "cannot "
              + purpose
              + ": "
              + answer.message().replaceAll("\\.$", "")
              + ". Was the record written with another registry?");
    }
    return parse(purpose, answer, new Schema.Parser());
  }

  @Override
  public boolean isVersion(String subject, int id) {
    String purpose = "find the subjects of id " + id;
    Answer answer = get(purpose, "/schemas/ids/" + id + "/versions", 0);
    checkSuccess(purpose, answer);
    for (JsonNode version : answer.body()) {
      if (version.path("subject").asText().equals(subject)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Fails if the registry is empty: one that has lost everything would make every event unreadable.
   */
  private void checkNotEmpty(String purpose) {
    if (!empty) {
      return;
    }
    String subjects = "list the subjects";
    Answer answer = get(subjects, "/subjects", 0);
    checkSuccess(subjects, answer);
    if (answer.body().isEmpty()) {
      throw new RegistryException(
          "cannot "
              + purpose
              + ": the registry has no schema at all. Is it the right one, and has it kept what was"
              + " registered? Register the schemas, or restore them",
          null);
    }
    empty = false;
  }

  @Override
  public void setCompatibility(String subject, String level) {
    String purpose = "set the compatibility of subject " + subject;
    Answer answer =
        transport.send(
            new Request(
                purpose, "PUT", "/config/" + encode(subject), Map.of("compatibility", level), 0));
    checkSuccess(purpose, answer);
  }

  /** The number of ids that are remembered to be unknown. */
  int unknown() {
    return unknown.size();
  }

  private void remember(int id, SchemaNotFoundException why) {
    if (unknown.size() >= MOST_UNKNOWN) {
      unknown.clear();
    }
    unknown.put(id, new Unknown(String.valueOf(why.getMessage()), System.nanoTime()));
  }

  /** A schema may name types of others, which it refers to by subject and version. */
  private Schema parse(String purpose, Answer answer, Schema.Parser parser) {
    checkSuccess(purpose, answer);
    String type = answer.body().path("schemaType").asText("AVRO");
    if (!type.equals("AVRO")) {
      throw new SchemaNotFoundException("cannot " + purpose + ": it is " + type + ", not AVRO");
    }
    for (JsonNode reference : answer.body().path("references")) {
      if (!parser.getTypes().containsKey(reference.path("name").asText())) {
        String path =
            subjectPath(reference.path("subject").asText())
                + "/versions/"
                + reference.path("version").asInt();
        parse(purpose, get(purpose, path, NOT_FOUND), parser);
      }
    }
    try {
      return parser.parse(answer.body().path("schema").asText());
    } catch (AvroRuntimeException e) {
      throw new SchemaNotFoundException(
          "cannot " + purpose + ": it is not Avro: " + e.getMessage());
    }
  }

  private Answer get(String purpose, String path, int doubted) {
    return transport.send(new Request(purpose, "GET", path, Map.of(), doubted));
  }

  private static int id(String purpose, Answer answer) {
    checkSuccess(purpose, answer);
    return answer.body().path("id").asInt();
  }

  private static void checkSuccess(String purpose, Answer answer) {
    if (!answer.isSuccess()) {
      throw new RegistryException("cannot " + purpose + ": " + answer.message(), null);
    }
  }

  private static String subjectPath(String subject) {
    return "/subjects/" + encode(subject);
  }

  private static String encode(String segment) {
    return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
