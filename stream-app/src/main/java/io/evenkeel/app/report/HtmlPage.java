package io.evenkeel.app.report;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.apache.commons.text.StringEscapeUtils;
import org.knowm.xchart.XYChart;

/**
 * Mutable: a page that is one file. It runs no script and loads nothing, and its charts are in it.
 * It is light or dark as the reader's browser is.
 */
public final class HtmlPage {
  private static final String STYLE =
      """
      :root { color-scheme: light dark; --ground: #f4f6f8; --panel: #fff; --ink: #17202b;
              --muted: #55616f; --line: #d8dee6; }
      @media (prefers-color-scheme: dark) {
        :root { --ground: #10151b; --panel: #182029; --ink: #e5eaf0; --muted: #9fabb8;
                --line: #2c3743; }
        img { filter: invert(.91) hue-rotate(180deg); }
      }
      body { margin: 0 auto; max-width: 62rem; padding: 1rem 1.25rem 3rem; background: var(--ground);
             color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
      h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2.2rem; }
      .note { color: var(--muted); }
      .scroll { overflow-x: auto; background: var(--panel); border: 1px solid var(--line);
                border-radius: 6px; margin: .8rem 0; }
      table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
      th, td { padding: .3rem .7rem; text-align: left; border-bottom: 1px solid var(--line);
               vertical-align: top; }
      tr:last-child td { border-bottom: 0; }
      th { font-weight: 600; color: var(--muted); }
      figure { display: inline-block; margin: .6rem .6rem .6rem 0; }
      img { max-width: 100%; height: auto; border-radius: 6px; }
      """;

  private final StringBuilder body = new StringBuilder();
  private final String title;

  /** A page with a title and nothing else. */
  public HtmlPage(String title) {
    this.title = title;
    element("h1", "", title);
  }

  /** Adds the heading of a section. */
  public void heading(String text) {
    element("h2", "", text);
  }

  /** Adds a paragraph. */
  public void paragraph(String text) {
    element("p", "", text);
  }

  /** Adds a paragraph that matters less. */
  public void note(String text) {
    element("p", " class=\"note\"", text);
  }

  /** Adds a list with a point for each text. */
  public void list(List<String> points) {
    body.append("<ul>\n");
    points.forEach(point -> element("li", "", point));
    body.append("</ul>\n");
  }

  /** Adds a table with a row for each list of cells. */
  public void table(List<String> header, List<List<String>> rows) {
    body.append("<div class=\"scroll\"><table>\n<thead>");
    row("th", header);
    body.append("</thead>\n<tbody>\n");
    rows.forEach(cells -> row("td", cells));
    body.append("</tbody>\n</table></div>\n");
  }

  private void row(String cell, List<String> texts) {
    body.append("<tr>");
    texts.forEach(text -> element(cell, "", text));
    body.append("</tr>\n");
  }

  /**
   * Adds a chart. Each is an image of its own, as the names within charts are the same.
   *
   * @param words what it shows, for those who do not see it
   */
  public void chart(XYChart chart, String words) {
    byte[] svg = SvgChart.of(chart).getBytes(StandardCharsets.UTF_8);
    body.append("<figure><img width=\"")
        .append(chart.getWidth())
        .append("\" height=\"")
        .append(chart.getHeight())
        .append("\" alt=\"")
        .append(escaped(words))
        .append("\" src=\"data:image/svg+xml;base64,")
        .append(Base64.getEncoder().encodeToString(svg))
        .append("\"></figure>\n");
  }

  private void element(String name, String attributes, String text) {
    body.append('<').append(name).append(attributes).append('>');
    body.append(escaped(text)).append("</").append(name).append(">\n");
  }

  private static String escaped(String text) {
    return StringEscapeUtils.escapeHtml4(text);
  }

  /** The page as text. */
  public String text() {
    return "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        + "<meta http-equiv=\"Content-Security-Policy\""
        + " content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'\">\n<title>"
        + escaped(title)
        + "</title>\n<style>\n"
        + STYLE
        + "</style>\n</head>\n<body>\n"
        + body
        + "</body>\n</html>\n";
  }
}
