/** Not part of the API: what several packages share and nobody outside should call. */
@NullMarked
package io.evenkeel.core.internal;

import org.jspecify.annotations.NullMarked;
