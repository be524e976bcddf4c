package io.evenkeel.app.config;

/** What a rule does with what it finds. */
public enum RuleLevel {
  /** Nothing: there is no alert. */
  OFF,

  /** An alert of severity INFO at most. */
  INFORM,

  /** An alert that pages where the evidence is for something large. */
  PAGE
}
