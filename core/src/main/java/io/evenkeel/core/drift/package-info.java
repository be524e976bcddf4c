/** Do two samples of cases come from one distribution: predictions, features, labels? */
@NullMarked
package io.evenkeel.core.drift;

import org.jspecify.annotations.NullMarked;
