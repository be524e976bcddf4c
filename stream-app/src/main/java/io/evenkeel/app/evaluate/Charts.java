package io.evenkeel.app.evaluate;

import io.evenkeel.app.report.ChartStyle;
import io.evenkeel.core.hypothesis.EValues;
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
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Pictures of diagrams: light, with the band of a calibrated model behind what was seen. */
final class Charts {
  private static final double LOG_10 = Math.log(10);
  private static final int WIDTH = 560;
  private static final int HEIGHT = 560;
  private static final int SMALL_WIDTH = 460;
  private static final int SMALL_HEIGHT = 480;
  private static final String PREDICTED = "predicted probability";
  private static final Color FILLED = new Color(0x1F, 0x5A, 0x96, 0x40);

  private Charts() {}

  /** The diagrams of a whole model, by the kind that their files are named after. */
  static SortedMap<String, XYChart> of(ModelReport model, Plan plan) {
    SortedMap<String, XYChart> charts = new TreeMap<>();
    String name = model.model();
    Diagrams diagrams = model.whole().diagrams();
    if (diagrams.topLabel() != null && !model.calibration().isOfEvent()) {
      String event = "share of rows in which the predicted class came";
      XYChart chart = ofShares(name + ": the most probable class", event, diagrams.topLabel());
      charts.put("reliability", ReliabilityChart.even(chart, diagrams.topLabel()));
    }
    if (diagrams.classOne() != null && diagrams.corp() != null) {
      String one = model.named("class 1");
      String event = "share of rows with " + one;
      XYChart binned = ofShares(name + ": " + one, event, diagrams.classOne());
      charts.put("class-1", ReliabilityChart.logOdds(binned, diagrams.classOne()));
      XYChart isotonic =
          ofShares(name + ": " + one + ", isotonic (CORP, Brier)", event, diagrams.classOne());
      charts.put(
          "isotonic", ReliabilityChart.isotonic(isotonic, diagrams.corp(), diagrams.classOne()));
    }
    for (int k = 0; k < diagrams.ofClasses().size(); k++) {
      ReliabilityDiagram diagram = diagrams.ofClasses().get(k);
      String one = model.named("class " + k);
      XYChart chart =
          ChartStyle.chart(
              name + ": " + one + rows(diagram.n()),
              PREDICTED,
              "share of rows with " + one,
              SMALL_WIDTH,
              SMALL_HEIGHT);
      charts.put("class-" + k, ReliabilityChart.logOdds(chart, diagram));
    }
    if (diagrams.pit() != null) {
      charts.put("pit", of(diagrams.pit(), name + ": targets in their predictions"));
    }
    if (model.chunks().size() > 1) {
      charts.put("chunks", of(model.chunks(), plan, name + ": evidence of each chunk"));
    }
    return charts;
  }

  /**
   * The e-value of each chunk, and from where on they are rejected, which depends on their number
   * and on how many are; infinite ones are left out.
   */
  static XYChart of(List<ChunkReport> chunks, Plan plan, String title) {
    boolean ofTime = plan.chunking().map(Chunking::ofTime).orElse(true);
    XYChart chart = ChartStyle.timeline(title, "log10 e-value");
    List<ChunkReport> drawn =
        chunks.stream().filter(chunk -> Double.isFinite(chunk.logE())).toList();
    List<Double> heights = drawn.stream().map(chunk -> chunk.logE() / LOG_10).toList();
    if (drawn.isEmpty()) {
      return chart;
    }
    double[] logE = chunks.stream().mapToDouble(ChunkReport::logE).toArray();
    double rejectsFrom = EValues.discoveredFrom(logE, plan.alpha());
    List<Double> rejects = Collections.nCopies(drawn.size(), rejectsFrom / LOG_10);
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

  private static XYChart ofShares(String title, String event, ReliabilityDiagram diagram) {
    return ChartStyle.chart(title + rows(diagram.n()), PREDICTED, event, WIDTH, HEIGHT);
  }

  /** The density of the probability integral transform. */
  static XYChart of(UniformHistogram histogram, String title) {
    XYChart chart =
        ChartStyle.chart(
            title + rows(histogram.n()),
            "where the target fell in its prediction (0 lowest, 1 highest)",
            "density",
            WIDTH,
            HEIGHT);
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
    List<Double> ends = List.of(0.0, 1.0);
    ChartStyle.addBand(chart, histogram.level(), ends, List.of(low, low), List.of(high, high));
    ChartStyle.ideal(chart.addSeries("calibrated on average", ends, List.of(1.0, 1.0)));
    chart.getStyler().setXAxisMin(0.0).setXAxisMax(1.0).setYAxisMin(0.0);
    chart.getStyler().setXAxisDecimalPattern("0.0").setYAxisDecimalPattern("0.0");
    chart.getStyler().setYAxisMax(Math.max(2, Collections.max(heights) * 1.25));
    return chart;
  }

  private static String rows(long n) {
    return String.format(Locale.ROOT, " (%,d rows)", n);
  }
}
