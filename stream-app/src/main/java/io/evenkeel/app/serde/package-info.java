/**
 * The default Avro serde: Confluent's wire format and registry API, and nothing else.
 *
 * <p>A record is a zero byte, the four-byte id of its schema in the registry, and Avro's binary
 * encoding. The properties carry Confluent's names, so that a configuration for Confluent's serde
 * serves this one. Serializers and deserializers may be used by many threads.
 */
@NullMarked
package io.evenkeel.app.serde;

import org.jspecify.annotations.NullMarked;
