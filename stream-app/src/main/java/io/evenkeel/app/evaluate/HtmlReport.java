package io.evenkeel.app.evaluate;

import io.evenkeel.app.recalibrate.MapTrial;
import io.evenkeel.app.report.HtmlPage;
import io.evenkeel.app.state.SegmentName;
import io.evenkeel.app.wording.Numbers;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The report as a page that is one file. */
public final class HtmlReport {
  private static final List<String> MEASURES =
      List.of("", "value", "95 % interval", "95 % range if calibrated", "p-value", "n");

  private final HtmlPage page = new HtmlPage("Evaluation");

  private HtmlReport() {}

  /** The page of a report. */
  public static String of(Report report) {
    HtmlReport html = new HtmlReport();
    report.models().forEach(model -> html.write(model, report));
    report.comparison().ifPresent(html::write);
    html.page.note(
        String.format(
            Locale.ROOT,
            "The e-value against every miscalibration within %s of none decides, at %s; segments are"
                + " corrected for their number. Tests and e-values take rows as independent given"
                + " the predictions.",
            report.plan().tolerance(),
            Numbers.eValue(report.plan().rejectsFrom())));
    return html.page.text();
  }

  private void write(RowCounts rows) {
    page.note(
        String.format(
            Locale.ROOT,
            "%s, %,d of them with a label.",
            Numbers.of(rows.predictions(), "prediction"),
            rows.labelled()));
    String repeated = rows.repeatedInWords();
    if (!repeated.isEmpty()) {
      page.paragraph(repeated);
    }
    String without = rows.withoutPredictionInWords();
    if (!without.isEmpty()) {
      page.paragraph(without);
    }
    rows.unmatched().ifPresent(labels -> page.paragraph(labels.words()));
    Remarks.leftOut("", rows.unusable()).forEach(page::paragraph);
    if (!rows.offenders().isEmpty()) {
      page.list(rows.offenders());
    }
  }

  private void write(ModelReport model, Report report) {
    page.heading(model.model());
    page.paragraph(model.whole().sentence());
    if (!model.whole().climatology().isEmpty()) {
      page.paragraph(model.whole().climatology());
    }
    write(model.rows());
    Charts.of(model, report.plan())
        .forEach((kind, chart) -> page.chart(chart, model.model() + ": " + kind));
    measures(model::words, model.whole().measures());
    Remarks.ofNumbers(model.whole(), report.plan()).forEach(page::note);
    page.note(model.whole().gains().words(report.plan()));
    page.note("Kernel of SKCE and CKCE: " + model.kernel().words());
    model.recalibration().ifPresent(trial -> write(model, trial));
    model.waiting().ifPresent(this::write);
    if (!model.segments().isEmpty()) {
      segments(model);
    }
    if (!model.chunks().isEmpty()) {
      page.paragraph("Over time: " + ChunkReport.sentence(model.chunks()));
      List<Quantity> columns = ChunkReport.columns(model.chunks());
      page.table(
          ChunkReport.header(columns),
          model.chunks().stream().map(chunk -> chunk.cells(columns)).toList());
    }
    if (!model.shifts().isEmpty()) {
      page.paragraph(ChunkShift.heading(model.shifts(), report.plan()));
      page.table(
          List.of("chunk", "rows", "what has shifted"),
          model.shifts().stream().map(ChunkShift::cells).toList());
    }
  }

  private void write(Waiting waiting) {
    page.paragraph(waiting.heading());
    page.list(waiting.sentences());
  }

  private void write(ModelReport model, MapTrial trial) {
    page.paragraph(model.named(trial.sentence()));
    page.table(
        List.of("", "as predicted", "recalibrated"),
        trial.changes().stream()
            .map(
                change ->
                    List.of(
                        change.name(),
                        TextReport.number(change.before()),
                        TextReport.number(change.after())))
            .toList());
  }

  private void measures(Function<Quantity, String> words, List<Measure> measures) {
    page.table(
        MEASURES,
        measures.stream().map(measure -> row(words.apply(measure.quantity()), measure)).toList());
  }

  private static List<String> row(String name, Measure measure) {
    return List.of(
        name,
        TextReport.number(measure.value()),
        TextReport.range(measure.interval()),
        TextReport.range(measure.ifCalibrated()),
        measure.pValue() == null ? "" : Numbers.pValue(measure.pValue()),
        String.format(Locale.ROOT, "%,d", measure.n()));
  }

  private void segments(ModelReport model) {
    page.table(
        List.of("segment", "labels", "log loss", model.score().words(), "p-value", "e-value", ""),
        model.segments().stream()
            .map(
                segment ->
                    List.of(
                        SegmentName.inWords(segment.segment()),
                        String.format(Locale.ROOT, "%,d", segment.labels()),
                        TextReport.value(segment, Quantity.LOG_LOSS),
                        TextReport.value(segment, model.score()),
                        Numbers.pValue(segment.pValue()),
                        Numbers.eValue(segment.logEBeyond()),
                        segment.remark()))
            .toList());
    Remarks.ofSegments(model).ifPresent(page::note);
  }

  private void write(Comparison comparison) {
    page.heading(comparison.first() + " and " + comparison.second());
    page.paragraph(comparison.sentence());
    if (comparison.repeated() > 0) {
      page.paragraph(comparison.repeatedInWords());
    }
    measures(quantity -> "difference of " + quantity.words(), comparison.differences());
    page.table(MEASURES, List.of(row(comparison.skillWords(), comparison.skill())));
    comparison.leftOutInWords().forEach(page::note);
    OverTime overTime = comparison.overTime();
    overTime.allTimes().ifPresent(this::write);
    if (!overTime.chunks().isEmpty()) {
      page.paragraph(comparison.chunkWords());
      page.table(
          ChunkDifference.HEADER, overTime.chunks().stream().map(ChunkDifference::cells).toList());
    }
  }

  private void write(AllTimes allTimes) {
    page.table(MEASURES, List.of(row(allTimes.words(), allTimes.measure())));
    page.paragraph(allTimes.sentence());
  }
}
