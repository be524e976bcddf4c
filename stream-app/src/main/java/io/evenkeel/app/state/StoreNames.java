package io.evenkeel.app.state;

/** The names of the state stores: they are part of the names of changelog topics and of files. */
public final class StoreNames {
  /**
   * The form of the stores. It is raised when a release writes a store in a form that those before
   * it did not, and cannot read theirs.
   */
  public static final int FORMAT = 17;

  /** Predictions of open panes, with their labels once they have come. */
  public static final String OBSERVATIONS = "observations";

  /** Which predictions each open pane has, in stores of any form. */
  public static final String MEMBERS_OF_ANY_FORMAT = "members";

  /**
   * Which predictions each open pane has. It has the form of all stores in its name: so the name of
   * its changelog says in which form the changelogs are.
   */
  public static final String MEMBERS = MEMBERS_OF_ANY_FORMAT + "-" + FORMAT;

  /** Labels whose predictions have not been seen. */
  public static final String EARLY_LABELS = "early-labels";

  /** Counts of open panes. */
  public static final String OPEN_PANES = "open-panes";

  /** Sums of open panes, with samples of their labelled predictions. */
  public static final String SKETCHES = "sketches";

  /** The sums of open panes from which drift is detected. */
  public static final String DRIFT = "drift";

  /** Samples of predictions of open panes. */
  public static final String SAMPLES = "samples";

  /** Event time of each model. */
  public static final String CLOCKS = "clocks";

  /** Newest profiles, on every instance. */
  public static final String PROFILES = "profiles";

  /** Series that are being judged, on every instance. */
  public static final String ACTIVE_SERIES = "active-series";

  /** Silences of alerts, on every instance. */
  public static final String SILENCES = "silences";

  /** Alerts that are open, on every instance. */
  public static final String OPEN_ALERTS = "open-alerts";

  /** Published maps of whole versions that are in force, on every instance that applies them. */
  public static final String MAPS = "maps";

  /** Newest partials of panes that windows still need. */
  public static final String PARTIALS = "partials";

  /** How far the source partitions have come. */
  public static final String FRONTIERS = "frontiers";

  /** What judging a series remembers, but for its monitor. */
  public static final String SERIES = "series";

  /** Where the monitors of series stand: larger, and written once a pane. */
  public static final String MONITORS = "monitors";

  /** Where the monitors of drift of series stand, and what they compare with. */
  public static final String DRIFT_MONITORS = "drift-monitors";

  /** Newest events of alerts that are not over. */
  public static final String ALERTS = "alerts";

  /** Cases of a comparison of two versions: what has come of each. */
  public static final String CASES = "cases";

  /** What comparisons of two versions know. */
  public static final String PAIRS = "pairs";

  /** Shared outcomes of which a comparison has counted a case: the case. */
  public static final String OUTCOMES = "outcomes";

  private StoreNames() {}
}
