/**
 * Sequential evidence of drift, from the counts of cells against a finite reference and a
 * tolerance.
 */
@NullMarked
package io.evenkeel.core.drift.sequential;

import org.jspecify.annotations.NullMarked;
