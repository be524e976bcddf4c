/** One command that shows the whole: broker, registry, application and a real input. */
@NullMarked
package io.evenkeel.local.demo;

import org.jspecify.annotations.NullMarked;
