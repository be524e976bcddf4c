package io.evenkeel.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.knowm.xchart.XYChart;

class HtmlPageTest {
  @Test
  void escapesWhatItIsGiven() {
    HtmlPage page = new HtmlPage("a < b");
    page.heading("<script>");
    page.list(List.of("x & y"));
    page.table(List.of("<th>"), List.of(List.of("\"quoted\" <td>")));

    assertThat(page.text())
        .contains("<title>a &lt; b</title>", "<h2>&lt;script&gt;</h2>", "<li>x &amp; y</li>")
        .contains("<th>&lt;th&gt;</th>", "<td>&quot;quoted&quot; &lt;td&gt;</td>");
  }

  @Test
  void holdsItsCharts() {
    XYChart chart = ChartStyle.timeline("title", "y");
    ChartStyle.seen(chart.addSeries("line", List.of(1.0, 2.0), List.of(3.0, 4.0)));
    HtmlPage page = new HtmlPage("charts");
    page.chart(chart, "a \"line\"");

    Matcher image =
        Pattern.compile("alt=\"a &quot;line&quot;\" src=\"data:image/svg\\+xml;base64,([^\"]+)\"")
            .matcher(page.text());
    assertThat(image.find()).isTrue();
    String svg = new String(Base64.getDecoder().decode(image.group(1)), StandardCharsets.UTF_8);
    assertThat(svg).contains("<svg", "<path");
  }
}
