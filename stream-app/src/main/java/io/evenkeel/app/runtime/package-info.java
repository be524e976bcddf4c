/**
 * Brings the application to life: checks of the brokers, Kafka Streams' properties, start and stop.
 */
@NullMarked
package io.evenkeel.app.runtime;

import org.jspecify.annotations.NullMarked;
