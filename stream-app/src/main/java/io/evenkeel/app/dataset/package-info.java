/**
 * Dataset files: how the rows of a file of CSV or JSON lines become predictions and labels. The
 * format is described in {@code deploy/datasets/README.md}.
 */
@NullMarked
package io.evenkeel.app.dataset;

import org.jspecify.annotations.NullMarked;
