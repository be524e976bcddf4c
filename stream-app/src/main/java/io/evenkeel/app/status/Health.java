package io.evenkeel.app.status;

/**
 * How the application is.
 *
 * @param live whether it can work; if not, only a restart helps
 * @param ready whether it works now: running, and not handing partitions over
 * @param state the same in a word
 * @param behind number of records that wait to be read
 */
public record Health(boolean live, boolean ready, String state, long behind) {}
