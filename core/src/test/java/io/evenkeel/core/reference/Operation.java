package io.evenkeel.core.reference;

import java.util.Map;

/** What one operation of the vectors means in terms of this library. */
@FunctionalInterface
interface Operation {

  /**
   * The values that the library gives for the inputs, by the names under which the vectors expect
   * them: numbers, booleans, strings, and arrays, lists and maps of these.
   *
   * @throws NotImplemented if the library does not know an input of this kind
   */
  Map<String, ?> apply(Inputs inputs);
}
