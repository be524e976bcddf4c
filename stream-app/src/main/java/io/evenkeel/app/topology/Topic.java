package io.evenkeel.app.topology;

import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Produced;

/**
 * A topic together with the one way to read and write it.
 *
 * @param name name of the topic
 * @param keys serde of its keys
 * @param values serde of its values
 * @param <K> type of the keys
 * @param <V> type of the values
 */
record Topic<K, V>(String name, Serde<K> keys, Serde<V> values) {

  Consumed<K, V> read(String operator) {
    return Consumed.with(keys, values).withName(operator);
  }

  Produced<K, V> write(String operator) {
    return Produced.with(keys, values).withName(operator);
  }
}
