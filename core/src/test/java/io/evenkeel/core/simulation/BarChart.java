package io.evenkeel.core.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A mutable chart of horizontal bars in groups, written as SVG beside the table of its numbers. */
final class BarChart {
  private static final int ROW = 16;
  private static final int LEFT = 220;
  private static final int WIDTH = 420;

  private final String name;
  private final String title;
  private final List<Bar> bars = new ArrayList<>();

  private record Bar(String group, String label, double value) {}

  BarChart(String name, String title) {
    this.name = name;
    this.title = title;
  }

  void add(String group, String label, double value) {
    bars.add(new Bar(group, label, value));
  }

  void publish() {
    try {
      Path folder = Files.createDirectories(Path.of("target", "simulation"));
      Files.writeString(folder.resolve(name + ".svg"), svg());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String svg() {
    double largest = bars.stream().mapToDouble(Bar::value).max().orElse(1);
    StringBuilder body = new StringBuilder();
    String group = "";
    int y = 2 * ROW;
    for (Bar bar : bars) {
      if (!bar.group.equals(group)) {
        group = bar.group;
        y += ROW + ROW / 2;
        text(body, 8, y, "bold", group);
      }
      y += ROW;
      double width = Math.max(1, WIDTH * bar.value / largest);
      text(body, 24, y, "normal", bar.label);
      body.append(
          String.format(
              Locale.ROOT,
              "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"#4477aa\"/>%n",
              LEFT,
              y - ROW + 5,
              width,
              ROW - 4));
      text(
          body, LEFT + 6 + (int) width, y, "normal", String.format(Locale.ROOT, "%.4g", bar.value));
    }
    StringBuilder svg = new StringBuilder();
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\""
                + " font-family=\"sans-serif\" font-size=\"12\">%n",
            LEFT + WIDTH + 90,
            y + ROW));
    text(svg, 8, ROW + 2, "bold", title);
    return svg.append(body).append("</svg>\n").toString();
  }

  private static void text(StringBuilder svg, int x, int y, String weight, String words) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%d\" y=\"%d\" font-weight=\"%s\">%s</text>%n",
            x,
            y,
            weight,
            words));
  }
}
