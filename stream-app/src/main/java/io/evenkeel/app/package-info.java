/** The Kafka Streams application that watches models, and its command line. */
@NullMarked
package io.evenkeel.app;

import org.jspecify.annotations.NullMarked;
