package io.evenkeel.app.report;

import java.awt.Dimension;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.knowm.xchart.XYChart;
import org.w3c.dom.Document;

/** A chart as SVG. */
public final class SvgChart {
  /** Decimals of a coordinate: a hundredth of a pixel is not seen, and more make large files. */
  private static final int DECIMALS = 2;

  private SvgChart() {}

  /** The chart, in its own size, as an SVG document. */
  public static String of(XYChart chart) {
    SVGGeneratorContext context = SVGGeneratorContext.createDefault(emptySvg());
    context.setPrecision(DECIMALS);
    SVGGraphics2D graphics = new SVGGraphics2D(context, false);
    graphics.setSVGCanvasSize(new Dimension(chart.getWidth(), chart.getHeight()));
    chart.paint(graphics, chart.getWidth(), chart.getHeight());
    StringWriter svg = new StringWriter();
    try {
      graphics.stream(svg);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return svg.toString();
  }

  private static Document emptySvg() {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .getDOMImplementation()
          .createDocument("http://www.w3.org/2000/svg", "svg", null);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("every Java runtime has a parser of XML", e);
    }
  }
}
