package io.evenkeel.core.simulation;

import java.awt.Color;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;

/** Error rates of tests against the number of observations: type I above, type II below. */
final class ErrorRatesPlot {
  private static final int TYPE_1 = 3;
  private static final int TYPE_2 = 4;

  /** The tests that are drawn, one of a kind. */
  private static final List<TestOfCalibration> TESTS =
      List.of(
          TestOfCalibration.CME_PUBLISHED,
          TestOfCalibration.CME_NULL,
          TestOfCalibration.EXACT,
          TestOfCalibration.WILD_BOOTSTRAP,
          TestOfCalibration.BOOTSTRAP,
          TestOfCalibration.BLOCK_ROOT_SECOND_MOMENT,
          TestOfCalibration.BLOCK_2_NULL);

  private ErrorRatesPlot() {}

  /** Writes the plot of the rows d, n, test, type I error, type II error as PNG. */
  static void write(List<List<String>> rows, Path file) {
    List<XYChart> charts = new ArrayList<>();
    for (int column : new int[] {TYPE_1, TYPE_2}) {
      for (String d : List.of("1", "10")) {
        charts.add(chart(rows, d, column));
      }
    }
    try {
      BitmapEncoder.saveBitmap(charts, 2, 2, file.toString(), BitmapFormat.PNG);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static XYChart chart(List<List<String>> rows, String d, int column) {
    XYChart chart =
        new XYChartBuilder()
            .width(640)
            .height(400)
            .title("d = " + d)
            .xAxisTitle("n")
            .yAxisTitle(column == TYPE_1 ? "type I error" : "type II error")
            .build();
    chart.getStyler().setXAxisLogarithmic(true).setYAxisMin(0.0).setYAxisMax(1.0);
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    for (TestOfCalibration test : TESTS) {
      List<List<String>> ofTest =
          rows.stream()
              .filter(row -> row.get(0).equals(d) && row.get(2).equals(test.name()))
              .toList();
      List<Double> n = ofTest.stream().map(row -> Double.valueOf(row.get(1))).toList();
      List<Double> rate = ofTest.stream().map(row -> Double.valueOf(row.get(column))).toList();
      chart.addSeries(test.name(), n, rate);
    }
    return chart;
  }
}
