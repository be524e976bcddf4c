/** Tests of the hypothesis that a model is calibrated. */
@NullMarked
package io.evenkeel.core.hypothesis;

import org.jspecify.annotations.NullMarked;
