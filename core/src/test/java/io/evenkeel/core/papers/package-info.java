/**
 * The experiments of the papers: each is a program with fixed seeds that writes its table, with the
 * printed values beside ours, to {@code core/simulations}. They run on demand: {@code mvn
 * -Psimulations -pl core test -Dtest='io/evenkeel/core/papers/*Test'}.
 */
@NullMarked
package io.evenkeel.core.papers;

import org.jspecify.annotations.NullMarked;
