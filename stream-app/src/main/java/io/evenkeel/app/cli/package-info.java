/** The command line, a class per command. */
@NullMarked
package io.evenkeel.app.cli;

import org.jspecify.annotations.NullMarked;
