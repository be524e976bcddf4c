/** Tables in Parquet files, for the commands that read files. */
@NullMarked
package io.evenkeel.parquet;

import org.jspecify.annotations.NullMarked;
