/** The broker, the registry and the topics of one application, inside this JVM. */
@NullMarked
package io.evenkeel.local.cluster;

import org.jspecify.annotations.NullMarked;
