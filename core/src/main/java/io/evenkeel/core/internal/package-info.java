/** Not part of the API: code that several packages share, not to be called from outside. */
@NullMarked
package io.evenkeel.core.internal;

import org.jspecify.annotations.NullMarked;
