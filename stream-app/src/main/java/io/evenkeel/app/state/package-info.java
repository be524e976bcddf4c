/**
 * What stores and internal topics hold: keys, and the translation between their records and the
 * statistics.
 */
@NullMarked
package io.evenkeel.app.state;

import org.jspecify.annotations.NullMarked;
