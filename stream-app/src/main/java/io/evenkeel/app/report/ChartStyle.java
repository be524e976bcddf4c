package io.evenkeel.app.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** How charts look: light, one colour for what was seen, one for bands, one for what fires. */
public final class ChartStyle {
  /** What was seen. */
  public static final Color SEEN = new Color(0x1F, 0x5A, 0x96);

  /** Where it would lie, had nothing been wrong. */
  public static final Color BAND = new Color(0xF2, 0xA5, 0x3C, 0x60);

  private static final Color BARS = new Color(0xD4, 0xD9, 0xDF);
  private static final Color IDEAL = new Color(0x80, 0x80, 0x80);
  private static final Color FIRED = new Color(0xB3, 0x26, 0x1E);
  private static final Color GRID = new Color(0xE4, 0xE4, 0xE4);
  private static final int WIDE = 820;
  private static final int LOW = 280;

  private ChartStyle() {}

  /** A chart without series, of a width and height in pixels. */
  public static XYChart chart(String title, String x, String y, int width, int height) {
    XYChart chart =
        new XYChartBuilder()
            .width(width)
            .height(height)
            .title(title)
            .xAxisTitle(x)
            .yAxisTitle(y)
            .build();
    XYStyler styler = chart.getStyler();
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setPlotBorderVisible(false);
    styler.setPlotGridLinesColor(GRID);
    styler.setChartTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 15));
    styler.setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
    styler.setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, 11));
    styler.setLegendPosition(LegendPosition.InsideNW);
    styler.setLegendBorderColor(Color.WHITE);
    styler.setLocale(Locale.ROOT);
    styler.setMarkerSize(6);
    return chart;
  }

  /** A wide chart over time (UTC), without series. */
  public static XYChart timeline(String title, String y) {
    XYChart chart = chart(title, "", y, WIDE, LOW);
    chart.getStyler().setTimezone(TimeZone.getTimeZone("UTC"));
    chart.getStyler().setLegendPosition(LegendPosition.OutsideS);
    chart.getStyler().setLegendLayout(LegendLayout.Horizontal);
    return chart;
  }

  /** Makes a line of what was seen. */
  public static void seen(XYSeries line) {
    line.setMarker(SeriesMarkers.CIRCLE).setMarkerColor(SEEN).setLineColor(SEEN);
  }

  /** Makes a line of what was seen without marks. */
  public static void curve(XYSeries line) {
    line.setMarker(SeriesMarkers.NONE).setLineColor(SEEN);
  }

  /** Makes bars, of which each is four corners. */
  public static void bars(XYSeries corners) {
    corners.setXYSeriesRenderStyle(XYSeriesRenderStyle.PolygonArea);
    corners.setMarker(SeriesMarkers.NONE).setLineColor(BARS).setFillColor(BARS);
  }

  /**
   * Adds the band of a calibrated model.
   *
   * @param level the probability with which a point of it lies there
   * @param x ascending
   * @param lower as many lower ends
   * @param upper as many upper ends
   */
  public static void addBand(
      XYChart chart, double level, List<Double> x, List<Double> lower, List<Double> upper) {
    List<Double> aroundX = new ArrayList<>(x);
    List<Double> aroundY = new ArrayList<>(lower);
    for (int i = x.size() - 1; i >= 0; i--) {
      aroundX.add(x.get(i));
      aroundY.add(upper.get(i));
    }
    String name = String.format(Locale.ROOT, "%.0f %% band if calibrated", 100 * level);
    XYSeries band = chart.addSeries(name, aroundX, aroundY);
    band.setXYSeriesRenderStyle(XYSeriesRenderStyle.PolygonArea);
    band.setMarker(SeriesMarkers.NONE).setLineColor(BAND).setFillColor(BAND);
  }

  /** Makes a dashed line of what it is compared with. */
  public static void ideal(XYSeries line) {
    float[] dashes = {4, 4};
    line.setMarker(SeriesMarkers.NONE)
        .setLineColor(IDEAL)
        .setLineStyle(
            new BasicStroke(1, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, dashes, 0));
  }

  /** Adds marks where something fired. */
  public static void addFired(XYChart chart, String name, List<Date> x, List<Double> y) {
    XYSeries marks = chart.addSeries(name, x, y);
    marks.setXYSeriesRenderStyle(XYSeriesRenderStyle.Scatter);
    marks.setMarker(SeriesMarkers.TRIANGLE_UP).setMarkerColor(FIRED);
  }
}
