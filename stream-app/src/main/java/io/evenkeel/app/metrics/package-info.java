/** What the application counts and measures of itself, each declared once. */
@NullMarked
package io.evenkeel.app.metrics;

import org.jspecify.annotations.NullMarked;
