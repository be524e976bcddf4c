package io.evenkeel.app.dataset;

import org.jspecify.annotations.Nullable;

/** Checks of what a dataset file says; Jackson adds the path to their messages. */
final class DatasetChecks {

  private DatasetChecks() {}

  static <T> T require(String key, @Nullable T value, String meaning) {
    if (value == null) {
      throw new IllegalArgumentException("'" + key + "' is missing: " + meaning);
    }
    return value;
  }

  static void check(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }
}
