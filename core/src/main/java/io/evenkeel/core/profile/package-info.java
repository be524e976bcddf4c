/** What is fixed before the data that it judges: kernels and test locations. */
@NullMarked
package io.evenkeel.core.profile;

import org.jspecify.annotations.NullMarked;
