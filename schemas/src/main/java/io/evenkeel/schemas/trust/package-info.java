/** Makes Avro accept the generated classes of this module. */
@NullMarked
package io.evenkeel.schemas.trust;

import org.jspecify.annotations.NullMarked;
