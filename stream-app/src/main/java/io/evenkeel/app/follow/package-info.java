/** Plain consumers of topics outside of Kafka Streams, which leave no trace. */
@NullMarked
package io.evenkeel.app.follow;

import org.jspecify.annotations.NullMarked;
