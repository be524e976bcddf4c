package io.evenkeel.app.evaluate;

import io.evenkeel.app.report.ChartStyle;
import io.evenkeel.app.report.ProbabilityAxis;
import io.evenkeel.core.score.ReliabilityBin;
import io.evenkeel.core.score.ReliabilityDiagram;
import io.evenkeel.core.score.UniformHistogram;
import java.awt.Color;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Pictures of diagrams: light, with the band of a calibrated model behind what was seen. */
final class Charts {
  private static final double LOG_10 = Math.log(10);
  private static final int WIDTH = 560;
  private static final int HEIGHT = 480;
  private static final Color FILLED = new Color(0x1F, 0x5A, 0x96, 0x40);

  private Charts() {}

  /** The diagrams of a whole model, by the kind that their files are named after. */
  static SortedMap<String, XYChart> of(ModelReport model, Plan plan) {
    SortedMap<String, XYChart> charts = new TreeMap<>();
    String name = model.model();
    Diagrams diagrams = model.whole().diagrams();
    if (diagrams.topLabel() != null && !model.calibration().isOfEvent()) {
      String event = "share of rows in which the predicted class came";
      charts.put(
          "reliability",
          of(diagrams.topLabel(), ProbabilityAxis.EVEN, name + ": the most probable class", event));
    }
    if (diagrams.classOne() != null) {
      String one = model.named("class 1");
      charts.put(
          "class-1", ofEvent(diagrams.classOne(), name + ": " + one, "share of rows with " + one));
    }
    if (diagrams.pit() != null) {
      charts.put("pit", of(diagrams.pit(), name + ": targets in their predictions"));
    }
    if (model.chunks().size() > 1) {
      charts.put("chunks", of(model.chunks(), plan, name + ": evidence of each chunk"));
    }
    return charts;
  }

  /** The e-value of each chunk, and from where on it rejects; infinite ones are left out. */
  private static XYChart of(List<ChunkReport> chunks, Plan plan, String title) {
    boolean ofTime = plan.chunking().map(Chunking::ofTime).orElse(true);
    XYChart chart = ChartStyle.timeline(title, "log10 e-value");
    List<ChunkReport> drawn =
        chunks.stream().filter(chunk -> Double.isFinite(chunk.logE())).toList();
    List<Double> heights = drawn.stream().map(chunk -> chunk.logE() / LOG_10).toList();
    List<Double> rejects = Collections.nCopies(drawn.size(), plan.rejectsFrom() / LOG_10);
    if (drawn.isEmpty()) {
      return chart;
    }
    if (ofTime) {
      List<Date> starts =
          drawn.stream().map(chunk -> Date.from(Instant.ofEpochMilli(chunk.start()))).toList();
      ChartStyle.seen(chart.addSeries("e-value", starts, heights));
      ChartStyle.ideal(chart.addSeries("rejects from here on", starts, rejects));
    } else {
      List<Long> starts = drawn.stream().map(ChunkReport::start).toList();
      ChartStyle.seen(chart.addSeries("e-value", starts, heights));
      ChartStyle.ideal(chart.addSeries("rejects from here on", starts, rejects));
    }
    return chart;
  }

  /** The same of an event that may be rare, on axes that show it. */
  private static XYChart ofEvent(ReliabilityDiagram diagram, String title, String event) {
    double[] shares =
        diagram.bins().stream()
            .filter(bin -> bin.count() > 0)
            .flatMapToDouble(bin -> DoubleStream.of(bin.confidence(), bin.frequency()))
            .toArray();
    return of(diagram, ProbabilityAxis.ofLogOdds(shares), title, event);
  }

  /** The frequency of an event against its predicted probability. */
  static XYChart of(ReliabilityDiagram diagram, ProbabilityAxis axis, String title, String event) {
    XYChart chart = chart(title + rows(diagram.n()), "predicted probability", event);
    List<Double> predicted = new ArrayList<>();
    List<Double> seen = new ArrayList<>();
    List<Double> lower = new ArrayList<>();
    List<Double> upper = new ArrayList<>();
    for (int k = 0; k < diagram.bins().size(); k++) {
      ReliabilityBin bin = diagram.bins().get(k);
      if (bin.count() > 0) {
        predicted.add(axis.place(bin.confidence()));
        seen.add(axis.place(bin.frequency()));
        lower.add(axis.place(diagram.bands().get(k).lower()));
        upper.add(axis.place(diagram.bands().get(k).upper()));
      }
    }
    addBand(chart, diagram.level(), predicted, lower, upper);
    List<Double> ends = List.of(axis.from(), axis.to());
    addIdeal(chart, ends, ends);
    ChartStyle.seen(chart.addSeries("seen", predicted, seen));
    axis.on(chart.getStyler());
    return chart;
  }

  /** The density of the probability integral transform. */
  static XYChart of(UniformHistogram histogram, String title) {
    XYChart chart =
        chart(
            title + rows(histogram.n()),
            "where the target fell in its prediction (0 lowest, 1 highest)",
            "density");
    int cells = histogram.counts().size();
    List<Double> edges = new ArrayList<>();
    List<Double> heights = new ArrayList<>();
    for (int k = 0; k < cells; k++) {
      double height = histogram.counts().get(k) / histogram.expected();
      edges.addAll(List.of((double) k / cells, (k + 1.0) / cells));
      heights.addAll(List.of(height, height));
    }
    XYSeries bars = chart.addSeries("seen", edges, heights);
    bars.setXYSeriesRenderStyle(XYSeriesRenderStyle.Area);
    bars.setMarker(SeriesMarkers.NONE).setLineColor(ChartStyle.SEEN).setFillColor(FILLED);
    double low = histogram.band().lower() / histogram.expected();
    double high = histogram.band().upper() / histogram.expected();
    addBand(chart, histogram.level(), List.of(0.0, 1.0), List.of(low, low), List.of(high, high));
    addIdeal(chart, List.of(0.0, 1.0), List.of(1.0, 1.0));
    chart.getStyler().setYAxisMax(Math.max(2, Collections.max(heights) * 1.25));
    return chart;
  }

  private static String rows(long n) {
    return String.format(Locale.ROOT, " (%,d rows)", n);
  }

  private static void addBand(
      XYChart chart, double level, List<Double> x, List<Double> lower, List<Double> upper) {
    List<Double> aroundX = new ArrayList<>(x);
    List<Double> aroundY = new ArrayList<>(lower);
    IntStream.range(0, x.size())
        .map(i -> x.size() - 1 - i)
        .forEach(
            i -> {
              aroundX.add(x.get(i));
              aroundY.add(upper.get(i));
            });
    String name = String.format(Locale.ROOT, "%.0f %% band if calibrated", 100 * level);
    XYSeries band = chart.addSeries(name, aroundX, aroundY);
    band.setXYSeriesRenderStyle(XYSeriesRenderStyle.PolygonArea);
    band.setMarker(SeriesMarkers.NONE).setLineColor(ChartStyle.BAND).setFillColor(ChartStyle.BAND);
  }

  private static void addIdeal(XYChart chart, List<Double> x, List<Double> y) {
    ChartStyle.ideal(chart.addSeries("calibrated on average", x, y));
  }

  private static XYChart chart(String title, String x, String y) {
    XYChart chart = ChartStyle.chart(title, x, y, WIDTH, HEIGHT);
    chart.getStyler().setXAxisMin(0.0).setXAxisMax(1.0).setYAxisMin(0.0);
    chart.getStyler().setXAxisDecimalPattern("0.0").setYAxisDecimalPattern("0.0");
    return chart;
  }
}
