/** What people on call read and write: alerts and silences, in their topics. */
@NullMarked
package io.evenkeel.app.oncall;

import org.jspecify.annotations.NullMarked;
