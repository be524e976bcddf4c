/** Child processes, folders and ports on this machine. */
@NullMarked
package io.evenkeel.local.process;

import org.jspecify.annotations.NullMarked;
