/** Reports as files: pages of HTML, and pictures in them. Knows nothing of what they show. */
@NullMarked
package io.evenkeel.app.report;

import org.jspecify.annotations.NullMarked;
