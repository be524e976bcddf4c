/** A real Kafka broker inside this JVM. */
@NullMarked
package io.evenkeel.local.broker;

import org.jspecify.annotations.NullMarked;
