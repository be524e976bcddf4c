package io.evenkeel.core.evidence;

/** What the e-value of a series is made of. */
public enum EvidenceKind {
  /** Likelihood ratios of the recalibrations of the grid. */
  GRID("simple recalibrations"),
  /** Bets on residuals of the mean embedding. */
  KERNEL("residuals by prediction"),
  /** Bets on the reliability curve of class 1 of two, else of the top label. */
  RELIABILITY("reliability curve"),
  /** Bets on labels that are wrong. */
  NOISE("wrong labels"),
  /** Bets on the shape of the distribution of a number. */
  SHAPE("shape of distributions"),
  /** Bets on bias and spread of numbers by what is predicted. */
  CELLS("bias and spread by prediction"),
  /** Bets on several numbers together. */
  JOINT("several numbers together"),
  /** Bets on residuals in quarters of features. */
  FEATURES("quarters of features");

  private final String words;

  EvidenceKind(String words) {
    this.words = words;
  }

  /** What it looks at. */
  public String inWords() {
    return words;
  }
}
