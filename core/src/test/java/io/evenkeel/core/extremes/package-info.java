/** What the library promises for every finite number, however large or small. */
@NullMarked
package io.evenkeel.core.extremes;

import org.jspecify.annotations.NullMarked;
