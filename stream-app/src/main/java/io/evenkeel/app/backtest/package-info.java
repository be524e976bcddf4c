/**
 * A history through the whole application in this process: what a live run would have said of it.
 */
@NullMarked
package io.evenkeel.app.backtest;

import org.jspecify.annotations.NullMarked;
