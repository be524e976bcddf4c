/**
 * Judges the predictions of a file: all estimates and tests of {@code core}, as numbers with their
 * uncertainty, as words and as pictures. Memory does not grow with the number of rows, unless their
 * labels are in a file of their own.
 */
@NullMarked
package io.evenkeel.app.evaluate;

import org.jspecify.annotations.NullMarked;
