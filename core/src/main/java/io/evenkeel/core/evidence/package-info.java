/**
 * The evidence of a series, pane by pane, from what the sketches of its panes hold.
 *
 * <p>A {@link io.evenkeel.core.evidence.CalibrationMonitor} that finds a fault at A = (panes per
 * period) / α finds a false one within a period of a tolerable series with a chance of at most α;
 * shares α of many series add up to so many false alarms per period for all of them. At α = 0.01
 * per 30 days 25 of 16,000 simulated series that were calibrated or at the edge of the tolerance
 * had one ({@code FaultLifeSimulationTest}).
 */
@NullMarked
package io.evenkeel.core.evidence;

import org.jspecify.annotations.NullMarked;
