package io.evenkeel.app.evaluate;

import io.evenkeel.core.score.ReliabilityDiagram;
import io.evenkeel.core.score.UniformHistogram;
import java.awt.Dimension;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGraphics2D;
import org.knowm.xchart.XYChart;
import org.w3c.dom.Document;

/** Writes the diagrams of a report as SVG files. */
public final class Plots {
  private final Path folder;
  private final List<Path> written = new ArrayList<>();

  private Plots(Path folder) {
    this.folder = folder;
  }

  /**
   * Writes the diagrams of every whole model: {@code MODEL-reliability.svg} of the most probable
   * class, {@code MODEL-class-1.svg} of two classes, {@code MODEL-pit.svg} of numbers. Files of the
   * same names are replaced.
   *
   * @param folder is made if it is not there
   * @return the files
   * @throws IOException if they cannot be written
   */
  public static List<Path> write(Report report, Path folder) throws IOException {
    // There may be no screen, and none is needed.
    System.setProperty("java.awt.headless", "true");
    Files.createDirectories(folder);
    Plots plots = new Plots(folder);
    for (ModelReport model : report.models()) {
      plots.write(model);
    }
    return List.copyOf(plots.written);
  }

  private void write(ModelReport model) throws IOException {
    String name = model.model();
    ReliabilityDiagram top = model.whole().diagrams().topLabel();
    if (top != null) {
      String event = "share of rows in which the predicted class came";
      write(name, "reliability", Charts.of(top, name + ": the most probable class", event));
    }
    ReliabilityDiagram one = model.whole().diagrams().classOne();
    if (one != null) {
      write(name, "class-1", Charts.of(one, name + ": class 1", "share of rows with class 1"));
    }
    UniformHistogram pit = model.whole().diagrams().pit();
    if (pit != null) {
      write(name, "pit", Charts.of(pit, name + ": targets in their predictions"));
    }
  }

  private void write(String model, String kind, XYChart chart) throws IOException {
    Path file = folder.resolve(model.replaceAll("[^A-Za-z0-9._-]", "_") + "-" + kind + ".svg");
    SVGGraphics2D graphics = new SVGGraphics2D(emptySvg());
    graphics.setSVGCanvasSize(new Dimension(chart.getWidth(), chart.getHeight()));
    chart.paint(graphics, chart.getWidth(), chart.getHeight());
    try (Writer writer = Files.newBufferedWriter(file)) {
      graphics.stream(writer);
    }
    written.add(file);
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
