package io.evenkeel.app.runtime;

/** The application stopped because files of its state on this machine are damaged. */
public final class DamagedStateException extends IllegalStateException {
  private static final long serialVersionUID = 1;

  private final String task;
  private final transient StateFolder folder;

  /**
   * Damaged files.
   *
   * @param task whose files they are, such as 1_0
   */
  DamagedStateException(String task, StateFolder folder, RuntimeException cause) {
    super(
        "the state of task "
            + task
            + " in "
            + folder.path()
            + " is damaged ("
            + cause.getMessage()
            + ")",
        cause);
    this.task = task;
    this.folder = folder;
  }

  /** The task whose files are damaged. */
  public String task() {
    return task;
  }

  /**
   * Moves the files away once the application is closed, so that the next start restores them from
   * the changelogs.
   *
   * @return what was done, in words
   */
  public String heal() {
    return getMessage()
        + "; it is moved to "
        + folder.setAside(task)
        + " and restored from its changelogs";
  }
}
