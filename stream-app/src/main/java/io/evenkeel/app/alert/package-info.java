/** The life of an alert: from the outcomes of windows to pending, firing and resolved. */
@NullMarked
package io.evenkeel.app.alert;

import org.jspecify.annotations.NullMarked;
