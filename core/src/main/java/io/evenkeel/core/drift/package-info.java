/** Do two samples of feature vectors come from one distribution? */
@NullMarked
package io.evenkeel.core.drift;

import org.jspecify.annotations.NullMarked;
