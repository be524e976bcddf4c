/**
 * How fast the library is, beside plain loops and numpy in the same run: {@code mvn -Pbench -Dquick
 * -pl core test-compile exec:exec}.
 */
@NullMarked
package io.evenkeel.core.benchmark;

import org.jspecify.annotations.NullMarked;
