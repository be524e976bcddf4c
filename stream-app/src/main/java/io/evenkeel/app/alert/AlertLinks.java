package io.evenkeel.app.alert;

import io.evenkeel.app.config.Rule;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.Alert;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Links from alerts to the status page. */
public final class AlertLinks {
  private final String page;

  /**
   * Links to a page.
   *
   * @param page its address as people reach it; empty for no links
   */
  public AlertLinks(String page) {
    this.page = page.endsWith("/") ? page : page + "/";
  }

  /** The alert with a link to its series, or to the page if it is of none, unless it has one. */
  public Alert add(Alert alert) {
    if (page.equals("/") || !alert.getLink().isEmpty()) {
      return alert;
    }
    SeriesKey series = new SeriesKey(alert.getModel(), alert.getVersion(), alert.getSegment());
    String link =
        Rule.isOfSeries(alert.getRule()) ? page + "#/series/" + encoded(series.key()) : page;
    return Alert.newBuilder(alert)
        .setLink(link)
        .setDescription(alert.getDescription() + " Details: " + link)
        .build();
  }

  /** As encodeURIComponent does, which the page reads. */
  private static String encoded(String key) {
    return URLEncoder.encode(key, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
