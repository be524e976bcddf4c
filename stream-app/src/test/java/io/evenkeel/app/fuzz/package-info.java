/** Events that nobody meant, for tests that nothing falls over them. */
@NullMarked
package io.evenkeel.app.fuzz;

import org.jspecify.annotations.NullMarked;
