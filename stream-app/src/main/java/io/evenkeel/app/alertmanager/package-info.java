/** Hands alerts on to Prometheus' Alertmanager. */
@NullMarked
package io.evenkeel.app.alertmanager;

import org.jspecify.annotations.NullMarked;
