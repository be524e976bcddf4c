package io.evenkeel.app.serde;

import io.evenkeel.app.serde.RegistryException.SchemaNotFoundException;
import java.util.Map;
import org.apache.avro.Schema;

/** Where schemas are kept under ids and subjects. Safe for use by many threads. */
public interface SchemaRegistry {

  /**
   * The registry that the properties name: {@code schema.registry.url} is a list of addresses of
   * one registry, or {@code mock://scope} for one in this process.
   *
   * @throws org.apache.kafka.common.config.ConfigException if the properties are incomplete
   */
  static SchemaRegistry of(Map<String, ?> properties) {
    RegistryProperties registry = new RegistryProperties(properties);
    return registry
        .mockScope()
        .map(MemoryRegistry::ofScope)
        .orElseGet(() -> new RegistryClient(new RegistryTransport(registry)));
  }

  /**
   * The id of a schema, which becomes the newest version of the subject if it is not one already.
   *
   * @throws RegistryException if the registry does not answer or refuses
   */
  int register(String subject, Schema schema);

  /**
   * The id of a schema that is a version of the subject.
   *
   * @throws SchemaNotFoundException if it is none
   * @throws RegistryException if the registry does not answer or refuses
   */
  int idOf(String subject, Schema schema);

  /**
   * The schema of an id.
   *
   * @throws SchemaNotFoundException if there is none
   * @throws RegistryException if the registry does not answer or refuses
   */
  Schema schemaOf(int id);

  /**
   * Whether the schema of an id is a version of the subject.
   *
   * @throws RegistryException if the registry does not answer or refuses
   */
  boolean isVersion(String subject, int id);

  /**
   * Sets what the registry demands of further versions of a subject.
   *
   * @param level such as {@code FULL}
   * @throws RegistryException if the registry does not answer or refuses
   */
  void setCompatibility(String subject, String level);
}
