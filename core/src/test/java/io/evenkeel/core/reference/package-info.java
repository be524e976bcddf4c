/** Reference numbers computed by others, and how they are read, compared and reported. */
@NullMarked
package io.evenkeel.core.reference;

import org.jspecify.annotations.NullMarked;
