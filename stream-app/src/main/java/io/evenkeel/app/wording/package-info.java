/** How numbers and times are written for people: one style for all that the application says. */
@NullMarked
package io.evenkeel.app.wording;

import org.jspecify.annotations.NullMarked;
