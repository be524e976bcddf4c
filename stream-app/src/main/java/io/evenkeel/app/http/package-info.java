/** What all clients of HTTP servers share. */
@NullMarked
package io.evenkeel.app.http;

import org.jspecify.annotations.NullMarked;
