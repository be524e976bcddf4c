/** Programs that stand around the application: where its output goes and who watches it. */
@NullMarked
package io.evenkeel.stack;

import org.jspecify.annotations.NullMarked;
