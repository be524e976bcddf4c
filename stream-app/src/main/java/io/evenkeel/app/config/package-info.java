/**
 * Configuration: values that are valid by construction, and the one declaration of every setting
 * from which parsing, defaults, errors and the documentation are made.
 *
 * <p>Every type is immutable. A value outside its range is a {@link
 * io.evenkeel.app.config.ConfigException} that names the setting, the value and the remedy.
 */
@NullMarked
package io.evenkeel.app.config;

import org.jspecify.annotations.NullMarked;
