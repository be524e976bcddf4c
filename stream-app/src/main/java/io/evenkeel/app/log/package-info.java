/** What logback.xml uses. */
@NullMarked
package io.evenkeel.app.log;

import org.jspecify.annotations.NullMarked;
