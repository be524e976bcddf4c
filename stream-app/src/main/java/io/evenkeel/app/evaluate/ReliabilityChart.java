package io.evenkeel.app.evaluate;

import io.evenkeel.app.report.ChartStyle;
import io.evenkeel.app.report.ProbabilityAxis;
import io.evenkeel.core.score.CorpDecomposition;
import io.evenkeel.core.score.CorpDiagram;
import io.evenkeel.core.score.Interval;
import io.evenkeel.core.score.ReliabilityBin;
import io.evenkeel.core.score.ReliabilityDiagram;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.style.Styler.LegendPosition;

/**
 * Mutable: a picture of how often an event came, against how probable it was said to be. Behind it
 * are the band of a calibrated model and the number of rows in each bin.
 */
final class ReliabilityChart {
  /** The part of the height that the bar of the fullest bin takes. */
  private static final double FULLEST = 0.15;

  private final XYChart chart;
  private final ProbabilityAxis axis;

  private ReliabilityChart(XYChart chart, ProbabilityAxis axis) {
    this.chart = chart;
    this.axis = axis;
    axis.on(chart.getStyler());
    // Anything within the axes could hide what was seen.
    chart.getStyler().setLegendPosition(LegendPosition.OutsideS);
  }

  /** Draws a diagram with bins on even axes. */
  static XYChart even(XYChart chart, ReliabilityDiagram diagram) {
    return new ReliabilityChart(chart, ProbabilityAxis.EVEN).draw(diagram);
  }

  /** Draws a diagram with bins on axes that show an event that may be rare. */
  static XYChart logOdds(XYChart chart, ReliabilityDiagram diagram) {
    return new ReliabilityChart(chart, axis(diagram)).draw(diagram);
  }

  /**
   * Draws a diagram without bins on such axes.
   *
   * @param binned of the same rows
   */
  static XYChart isotonic(XYChart chart, CorpDiagram diagram, ReliabilityDiagram binned) {
    return new ReliabilityChart(chart, axis(binned)).draw(diagram, binned);
  }

  private static ProbabilityAxis axis(ReliabilityDiagram diagram) {
    return ProbabilityAxis.ofLogOdds(
        filled(diagram).stream()
            .flatMapToDouble(bin -> DoubleStream.of(bin.confidence(), bin.frequency()))
            .toArray());
  }

  private static List<ReliabilityBin> filled(ReliabilityDiagram diagram) {
    return diagram.bins().stream().filter(bin -> bin.count() > 0).toList();
  }

  private XYChart draw(ReliabilityDiagram diagram) {
    List<Interval> bands = new ArrayList<>();
    for (int k = 0; k < diagram.bins().size(); k++) {
      if (diagram.bins().get(k).count() > 0) {
        bands.add(diagram.bands().get(k));
      }
    }
    List<Double> predicted =
        filled(diagram).stream().map(bin -> axis.place(bin.confidence())).toList();
    addBars(diagram);
    addBand(diagram.level(), predicted, bands);
    addIdeal();
    List<Double> seen = filled(diagram).stream().map(bin -> axis.place(bin.frequency())).toList();
    ChartStyle.seen(chart.addSeries("seen", predicted, seen));
    return chart;
  }

  private XYChart draw(CorpDiagram diagram, ReliabilityDiagram binned) {
    List<CorpDiagram.Point> points = diagram.points();
    List<Double> predicted = points.stream().map(point -> axis.place(point.p())).toList();
    addBars(binned);
    addBand(diagram.level(), predicted, points.stream().map(CorpDiagram.Point::band).toList());
    addIdeal();
    CorpDecomposition brier = diagram.brier().of();
    String name =
        String.format(
            Locale.ROOT,
            "seen: MCB %.2g, DSC %.2g, UNC %.2g",
            brier.miscalibration(),
            brier.discrimination(),
            brier.uncertainty());
    List<Double> seen = points.stream().map(point -> axis.place(point.frequency())).toList();
    ChartStyle.curve(chart.addSeries(name, predicted, seen));
    return chart;
  }

  private void addBars(ReliabilityDiagram diagram) {
    long most = diagram.bins().stream().mapToLong(ReliabilityBin::count).max().orElse(0);
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    for (ReliabilityBin bin : diagram.bins()) {
      double share = Math.log1p((double) bin.count()) / Math.log1p((double) most);
      double top = axis.from() + FULLEST * share * (axis.to() - axis.from());
      double left = axis.place(bin.lower());
      double right = axis.place(bin.upper());
      x.addAll(List.of(left, left, right, right));
      y.addAll(List.of(axis.from(), top, top, axis.from()));
    }
    String name = String.format(Locale.ROOT, "rows (log scale, largest %,d)", most);
    ChartStyle.bars(chart.addSeries(name, x, y));
  }

  private void addBand(double level, List<Double> predicted, List<Interval> bands) {
    ChartStyle.addBand(
        chart,
        level,
        predicted,
        bands.stream().map(band -> axis.place(band.lower())).toList(),
        bands.stream().map(band -> axis.place(band.upper())).toList());
  }

  private void addIdeal() {
    List<Double> ends = List.of(axis.from(), axis.to());
    ChartStyle.ideal(chart.addSeries("calibrated on average", ends, ends));
  }
}
