package io.evenkeel.app.evaluate;

import io.evenkeel.app.wording.Numbers;
import io.evenkeel.schemas.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What the data says of a model in one chunk of its labelled rows.
 *
 * @param name of the chunk, such as 2016
 * @param start milliseconds since 1970, or the first row from 0
 * @param labels the number of its rows
 * @param finding the verdict, corrected for the number of chunks
 * @param logE natural logarithm of the e-value against every miscalibration within the tolerance
 * @param measures log loss, score and calibration error
 */
public record ChunkReport(
    String name, long start, long labels, Finding finding, double logE, List<Measure> measures) {

  /** Copies the list. */
  public ChunkReport {
    measures = List.copyOf(measures);
  }

  /** For people. */
  String remark() {
    return switch (finding) {
      case MISCALIBRATED -> "miscalibrated";
      case UNDERPOWERED -> "too few labels";
      default -> "quiet";
    };
  }

  /** What {@link #cells} are. */
  static List<String> header(List<ChunkReport> chunks) {
    List<String> header = new ArrayList<>(List.of("chunk", "labels"));
    chunks.get(0).measures().forEach(measure -> header.add(shortly(measure.quantity())));
    header.addAll(List.of("e-value", ""));
    return header;
  }

  private static String shortly(Quantity quantity) {
    return switch (quantity) {
      case LOG_LOSS -> "log loss";
      case COVERAGE_90 -> "in 90 %";
      case ECE -> "ECE";
      default -> quantity.words();
    };
  }

  /** The chunk as a row of a table: name, labels, its measures, e-value and finding. */
  List<String> cells() {
    List<String> cells = new ArrayList<>();
    cells.add(name);
    cells.add(String.format(Locale.ROOT, "%,d", labels));
    measures.forEach(measure -> cells.add(TextReport.number(measure.value())));
    cells.add(Numbers.eValue(logE));
    cells.add(remark());
    return cells;
  }

  /**
   * The chunks in a sentence, such as "2015 quiet; 2016 to 2018 miscalibrated.": neighbours of the
   * same finding are taken together.
   */
  static String sentence(List<ChunkReport> chunks) {
    List<String> parts = new ArrayList<>();
    for (int from = 0; from < chunks.size(); ) {
      int to = from;
      while (to + 1 < chunks.size() && chunks.get(to + 1).finding() == chunks.get(from).finding()) {
        to++;
      }
      String name = chunks.get(from).name() + (to > from ? " to " + chunks.get(to).name() : "");
      parts.add(name + " " + chunks.get(from).remark());
      from = to + 1;
    }
    return String.join("; ", parts) + ".";
  }
}
