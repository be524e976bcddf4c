/** What people read and write in topics: alerts, silences and published maps. */
@NullMarked
package io.evenkeel.app.oncall;

import org.jspecify.annotations.NullMarked;
