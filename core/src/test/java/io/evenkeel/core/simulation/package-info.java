/**
 * Error rates, power and delays by simulation. The long ones are tagged and run on demand: {@code
 * mvn -Psimulations -pl core -am test}. Each prints its table and writes it as CSV to {@code
 * target/simulation}.
 */
@NullMarked
package io.evenkeel.core.simulation;

import org.jspecify.annotations.NullMarked;
