package io.evenkeel.app.status;

/** The index page: what there is to see. */
final class StatusPage {
  private StatusPage() {}

  static String html(Health health) {
    return """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <title>Evenkeel</title>
        <h1>Evenkeel</h1>
        <p>State: %s</p>
        <ul>
        <li><a href="/metrics">metrics</a>, for Prometheus</li>
        <li><a href="/health/live">live</a>: 503 when only a restart helps</li>
        <li><a href="/health/ready">ready</a>: 503 unless running and not rebalancing</li>
        </ul>
        </html>
        """
        .formatted(health.state());
  }
}
