/** From the sketches of a window to a verdict, in numbers and in words. */
@NullMarked
package io.evenkeel.app.verdict;

import org.jspecify.annotations.NullMarked;
