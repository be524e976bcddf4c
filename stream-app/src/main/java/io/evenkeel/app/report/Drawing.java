package io.evenkeel.app.report;

/** Whether charts can be drawn. Knows nothing of AWT, so that it can be asked where that is not. */
public final class Drawing {

  private Drawing() {}

  /**
   * Checks that this Java runtime can draw.
   *
   * @param option what asks for charts, such as {@code --plot}
   * @throws IllegalArgumentException if it cannot
   */
  public static void check(String option) {
    if (ModuleLayer.boot().findModule("java.desktop").isEmpty()) {
      throw new IllegalArgumentException(
          option
              + " needs the module java.desktop, which this Java runtime lacks: take --json, which"
              + " holds the data of the plots, or run it with a whole Java runtime");
    }
    // There may be no screen, and none is needed.
    System.setProperty("java.awt.headless", "true");
  }
}
