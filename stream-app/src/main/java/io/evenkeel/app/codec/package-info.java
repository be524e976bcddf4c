/** What the records of the input topics mean: from bytes and headers to the events of core. */
@NullMarked
package io.evenkeel.app.codec;

import org.jspecify.annotations.NullMarked;
