package io.evenkeel.app.backtest;

import io.evenkeel.schemas.Alert;
import java.time.Instant;

/**
 * A change of an alert.
 *
 * @param at when a live run would have sent it
 * @param change what happened, such as "began"
 * @param alert the alert since then
 */
public record DatedAlert(Instant at, String change, Alert alert) {}
