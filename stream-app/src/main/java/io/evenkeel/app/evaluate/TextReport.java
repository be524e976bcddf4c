package io.evenkeel.app.evaluate;

import io.evenkeel.app.recalibrate.MapTrial;
import io.evenkeel.app.state.SegmentName;
import io.evenkeel.app.wording.Numbers;
import io.evenkeel.core.score.Interval;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The report for people: of each model its verdict first, then all numbers, then its segments. */
public final class TextReport {
  private static final String NUMBERS = " %11s  %-25s %-25s %8s %11s%n";
  private static final int NAME = 42;
  private static final String SEGMENTS = "  %-28s %10s %11s %11s %8s %9s  %s%n";

  private static final String CHANGES = "  %-42s %12s %12s%n";

  private static final String DIFFERENCES = "  %-28s %10s %11s  %s%n";

  private final PrintWriter out;
  private final boolean all;

  /**
   * A report that goes to the writer.
   *
   * @param all whether every number is printed, or the first ones
   */
  public TextReport(PrintWriter out, boolean all) {
    this.out = out;
    this.all = all;
  }

  /** Prints a report. */
  public void print(Report report) {
    for (ModelReport model : report.models()) {
      print(model, report.plan());
      out.println();
    }
    report.comparison().ifPresent(this::print);
    out.printf(
        Locale.ROOT,
        "The e-value against every miscalibration within %s of none decides, at %s; segments are"
            + " corrected for their number.%nTests and e-values take rows as independent given the"
            + " predictions: where neighbours share errors or%nhorizons overlap, they say too"
            + " much.%n",
        report.plan().tolerance(),
        Numbers.eValue(report.plan().rejectsFrom()));
    out.flush();
  }

  private void print(ModelReport model, Plan plan) {
    SeriesReport whole = model.whole();
    out.println(model.model() + ": " + whole.sentence());
    if (!whole.climatology().isEmpty()) {
      out.println("  " + whole.climatology());
    }
    print(model.rows());
    printNumbers(model, plan);
    Remarks.ofNumbers(whole, plan).forEach(remark -> out.println("  " + remark));
    model.recalibration().ifPresent(trial -> print(model, trial));
    model.waiting().ifPresent(this::print);
    if (!model.segments().isEmpty()) {
      printSegments(model);
    }
    printInTime(model, plan);
  }

  private void printNumbers(ModelReport model, Plan plan) {
    SeriesReport whole = model.whole();
    List<Measure> known =
        whole.measures().stream().filter(one -> !Double.isNaN(one.value())).toList();
    List<Measure> shown = all ? known : Measure.first(known);
    int width =
        shown.stream().mapToInt(measure -> width(model, measure.quantity())).max().orElse(NAME);
    out.print("  " + " ".repeat(width));
    out.printf(NUMBERS, "value", "95 % interval", "95 % range if calibrated", "p-value", "n");
    shown.forEach(measure -> print(model.words(measure.quantity()), width, measure));
    out.println("  Kernel of the SKCE: " + model.kernel().words());
    if (all) {
      out.println("  " + whole.gains().words(plan));
    }
    int hidden = known.size() - shown.size();
    if (hidden > 0) {
      out.println("  --all prints " + hidden + " more.");
    }
  }

  /** The names of classes may be long. */
  private static int width(ModelReport model, Quantity quantity) {
    String words = model.words(quantity);
    return words.equals(quantity.words()) ? NAME : Math.max(NAME, words.length());
  }

  private void printInTime(ModelReport model, Plan plan) {
    if (!model.chunks().isEmpty()) {
      printChunks(model.chunks());
    }
    if (!model.shifts().isEmpty()) {
      printShifts(model.shifts(), plan);
    }
  }

  private void print(ModelReport model, MapTrial trial) {
    out.println("  " + model.named(trial.sentence()));
    out.printf(CHANGES, "", "as predicted", "recalibrated");
    for (MapTrial.Change change : trial.changes()) {
      out.printf(CHANGES, change.name(), number(change.before()), number(change.after()));
    }
  }

  private void print(Waiting waiting) {
    out.println("  " + waiting.heading());
    waiting.sentences().forEach(sentence -> out.println("    " + sentence));
  }

  private void print(RowCounts rows) {
    out.printf(
        Locale.ROOT,
        "  %s, %,d of them with a label%n",
        Numbers.of(rows.predictions(), "prediction"),
        rows.labelled());
    String repeated = rows.repeatedInWords();
    if (!repeated.isEmpty()) {
      out.println("  " + repeated);
    }
    String without = rows.withoutPredictionInWords();
    if (!without.isEmpty()) {
      out.println("  " + without);
    }
    rows.unmatched().ifPresent(labels -> out.println("  " + labels.words()));
    Remarks.leftOut("", rows.unusable()).forEach(remark -> out.println("  " + remark));
    rows.offenders().forEach(offender -> out.println("    " + offender));
  }

  private void print(String name, int width, Measure measure) {
    Double p = measure.pValue();
    out.print("  " + name + " ".repeat(Math.max(0, width - name.length())));
    out.printf(
        Locale.ROOT,
        NUMBERS,
        number(measure.value()),
        range(measure.interval()),
        range(measure.ifCalibrated()),
        p == null ? "" : Numbers.pValue(p),
        String.format(Locale.ROOT, "%,d", measure.n()));
  }

  private void printSegments(ModelReport model) {
    Quantity score = model.score();
    out.printf(SEGMENTS, "segment", "labels", "log loss", score.words(), "p-value", "e-value", "");
    for (SeriesReport segment : model.segments()) {
      out.printf(
          Locale.ROOT,
          SEGMENTS,
          SegmentName.inWords(segment.segment()),
          String.format(Locale.ROOT, "%,d", segment.labels()),
          value(segment, Quantity.LOG_LOSS),
          value(segment, score),
          Numbers.pValue(segment.pValue()),
          Numbers.eValue(segment.logEBeyond()),
          segment.remark());
    }
    Remarks.ofSegments(model).ifPresent(remark -> out.println("  " + remark));
  }

  private void printChunks(List<ChunkReport> chunks) {
    out.println("  Over time: " + ChunkReport.sentence(chunks));
    List<Quantity> columns = ChunkReport.columns(chunks);
    String form = "  %-28s %10s" + " %11s".repeat(columns.size()) + " %9s  %s%n";
    out.printf(form, ChunkReport.header(columns).toArray());
    chunks.forEach(chunk -> out.printf(form, chunk.cells(columns).toArray()));
  }

  private void printShifts(List<ChunkShift> shifts, Plan plan) {
    out.println("  " + ChunkShift.heading(shifts, plan));
    shifts.forEach(chunk -> out.printf("  %-28s %10s  %s%n", chunk.cells().toArray()));
  }

  private void print(Comparison comparison) {
    out.println(comparison.first() + " and " + comparison.second() + ": " + comparison.sentence());
    comparison
        .differences()
        .forEach(measure -> print("difference of " + measure.quantity().words(), NAME, measure));
    print(comparison.skillWords(), NAME, comparison.skill());
    if (comparison.repeated() > 0) {
      out.println("  " + comparison.repeatedInWords());
    }
    comparison.overTime().allTimes().ifPresent(one -> print(one.words(), NAME, one.measure()));
    comparison.leftOutInWords().forEach(remark -> out.println("  " + remark));
    print(comparison.overTime(), comparison.chunkWords());
    out.println();
  }

  private void print(OverTime overTime, String words) {
    overTime.allTimes().ifPresent(one -> out.println("  " + one.sentence()));
    if (!overTime.chunks().isEmpty()) {
      out.println("  " + words);
      out.printf(DIFFERENCES, ChunkDifference.HEADER.toArray());
      overTime.chunks().forEach(chunk -> out.printf(DIFFERENCES, chunk.cells().toArray()));
    }
  }

  /** A measure of a series; empty where it was not taken. */
  static String value(SeriesReport series, Quantity quantity) {
    Optional<Measure> measure = series.measure(quantity);
    return measure.map(one -> number(one.value())).orElse("");
  }

  /** An interval in words; empty where none is known. */
  static String range(@Nullable Interval interval) {
    return interval == null || interval.equals(Interval.EVERYTHING)
        ? ""
        : number(interval.lower()) + " to " + number(interval.upper());
  }

  /** Four digits, and a whole number without a point. */
  static String number(double value) {
    if (value == Math.rint(value) && Math.abs(value) < 1e9) {
      return String.format(Locale.ROOT, "%,d", (long) value);
    }
    return String.format(Locale.ROOT, "%.4g", value);
  }
}
