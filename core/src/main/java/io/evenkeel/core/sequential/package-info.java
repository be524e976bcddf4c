/** Evidence against calibration that stays valid however often one looks. */
@NullMarked
package io.evenkeel.core.sequential;

import org.jspecify.annotations.NullMarked;
