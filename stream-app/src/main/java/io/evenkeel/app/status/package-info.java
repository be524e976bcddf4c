/** What the application tells of itself over HTTP: health, readiness and metrics. */
@NullMarked
package io.evenkeel.app.status;

import org.jspecify.annotations.NullMarked;
