package io.evenkeel.app.runtime;

import io.evenkeel.app.state.StoreNames;

/** Tells state that this version cannot read, as it is in the form of another. */
final class StateFormat {

  private StateFormat() {}

  /**
   * Makes sure that state is in the form that this version reads.
   *
   * @param what such as "the state in /var/lib/evenkeel"
   * @param format its form; 0 if a version wrote it that did not say
   * @throws StartException if it is in another
   */
  static void check(String what, int format) {
    if (format != StoreNames.FORMAT) {
      throw new StartException(
          what
              + " was written by "
              + (format < StoreNames.FORMAT ? "an older" : "a later")
              + " version (format "
              + format
              + ", this one has "
              + StoreNames.FORMAT
              + "): run 'evenkeel reset', so that the application reads its events again, or the"
              + " version that wrote it");
    }
  }
}
