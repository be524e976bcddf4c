/**
 * How records become bytes: the default Avro serde, which is Confluent's wire format and registry
 * API and nothing else, and plain JSON for those who have no registry. Both follow the same Avro
 * schemas.
 *
 * <p>In Avro, a record is a zero byte, the four-byte id of its schema in the registry, and Avro's
 * binary encoding. The properties carry Confluent's names, so that a configuration for Confluent's
 * serde serves this one. Serializers and deserializers may be used by many threads.
 */
@NullMarked
package io.evenkeel.app.serde;

import org.jspecify.annotations.NullMarked;
