package io.evenkeel.app.evaluate;

import io.evenkeel.app.report.SvgChart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.XYChart;

/** Writes the diagrams of a report as SVG files. */
public final class Plots {
  private Plots() {}

  /**
   * Writes the diagrams of every whole model: {@code MODEL-reliability.svg} of the most probable
   * class, {@code MODEL-class-1.svg} and {@code MODEL-isotonic.svg} of two classes, {@code
   * MODEL-class-K.svg} of each of up to ten, {@code MODEL-pit.svg} of numbers, {@code
   * MODEL-chunks.svg} over time. Files of the same names are replaced.
   *
   * @param folder is made if it is not there
   * @return the files
   * @throws IOException if they cannot be written
   */
  public static List<Path> write(Report report, Path folder) throws IOException {
    Files.createDirectories(folder);
    List<Path> written = new ArrayList<>();
    for (ModelReport model : report.models()) {
      String name = model.model().replaceAll("[^A-Za-z0-9._-]", "_");
      for (Map.Entry<String, XYChart> chart : Charts.of(model, report.plan()).entrySet()) {
        Path file = folder.resolve(name + "-" + chart.getKey() + ".svg");
        written.add(Files.writeString(file, SvgChart.of(chart.getValue())));
      }
    }
    return written;
  }
}
