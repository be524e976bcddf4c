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
      case UNKNOWN -> "labels not representative";
      default -> "quiet";
    };
  }

  /** What is measured of any of the chunks, in the order of quantities. */
  static List<Quantity> columns(List<ChunkReport> chunks) {
    return chunks.stream()
        .flatMap(chunk -> chunk.measures().stream().map(Measure::quantity))
        .distinct()
        .sorted()
        .toList();
  }

  /** What {@link #cells} are. */
  static List<String> header(List<Quantity> columns) {
    List<String> header = new ArrayList<>(List.of("chunk", "labels"));
    columns.forEach(quantity -> header.add(shortly(quantity)));
    header.addAll(List.of("e-value", ""));
    return header;
  }

  private static String shortly(Quantity quantity) {
    if (quantity.isCoverage()) {
      return String.format(Locale.ROOT, "in %.0f %%", 100 * quantity.level());
    }
    return switch (quantity) {
      case LOG_LOSS -> "log loss";
      case ECE -> "ECE";
      default -> quantity.words();
    };
  }

  /**
   * The chunk as a row of a table: name, labels, its measures, e-value and finding.
   *
   * @param columns the measures; the cell of one that the chunk does not have is empty
   */
  List<String> cells(List<Quantity> columns) {
    List<String> cells = new ArrayList<>();
    cells.add(name);
    cells.add(String.format(Locale.ROOT, "%,d", labels));
    columns.forEach(quantity -> cells.add(cell(quantity)));
    cells.add(Numbers.eValue(logE));
    cells.add(remark());
    return cells;
  }

  private String cell(Quantity quantity) {
    return measures.stream()
        .filter(measure -> measure.quantity() == quantity)
        .findFirst()
        .map(measure -> TextReport.number(measure.value()))
        .orElse("");
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
