package io.evenkeel.app.serde;

import io.evenkeel.app.serde.RegistryException.SchemaNotFoundException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;

/**
 * A registry in memory, for tests: {@code mock://scope} names the same one wherever it is used in
 * this process. It accepts every schema.
 */
final class MemoryRegistry implements SchemaRegistry {
  private static final Map<String, MemoryRegistry> SCOPES = new ConcurrentHashMap<>();

  /** The schema of id i + 1. */
  private final List<Schema> schemas = new ArrayList<>();

  private final Set<String> versions = new HashSet<>();

  static SchemaRegistry ofScope(String scope) {
    return SCOPES.computeIfAbsent(scope, name -> new MemoryRegistry());
  }

  @Override
  public synchronized int register(String subject, Schema schema) {
    if (!schemas.contains(schema)) {
      schemas.add(schema);
    }
    int id = schemas.indexOf(schema) + 1;
    versions.add(version(subject, id));
    return id;
  }

  @Override
  public synchronized int idOf(String subject, Schema schema) {
    int id = schemas.indexOf(schema) + 1;
    if (!versions.contains(version(subject, id))) {
      throw new SchemaNotFoundException(
          "subject " + subject + " does not have " + schema.getFullName());
    }
    return id;
  }

  @Override
  public synchronized Schema schemaOf(int id) {
    if (id < 1 || id > schemas.size()) {
      throw new SchemaNotFoundException("there is no schema of id " + id);
    }
    return schemas.get(id - 1);
  }

  @Override
  public synchronized boolean isVersion(String subject, int id) {
    return versions.contains(version(subject, id));
  }

  @Override
  public void setCompatibility(String subject, String level) {
    // Every schema is accepted whatever the level.
  }

  private static String version(String subject, int id) {
    return subject + "#" + id;
  }
}
