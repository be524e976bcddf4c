/** What the application reports about itself over HTTP: health, readiness and metrics. */
@NullMarked
package io.evenkeel.app.status;

import org.jspecify.annotations.NullMarked;
