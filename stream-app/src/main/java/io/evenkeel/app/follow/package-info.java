/** Plain consumers of whole topics, from their beginning, outside of Kafka Streams. */
@NullMarked
package io.evenkeel.app.follow;

import org.jspecify.annotations.NullMarked;
