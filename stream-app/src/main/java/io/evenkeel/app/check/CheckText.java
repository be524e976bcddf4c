package io.evenkeel.app.check;

import io.evenkeel.app.check.CheckReport.Delays;
import io.evenkeel.app.check.CheckReport.ModelJoin;
import io.evenkeel.app.check.CheckReport.Offence;
import io.evenkeel.app.check.CheckReport.Offender;
import io.evenkeel.app.check.CheckReport.TopicCount;
import io.evenkeel.app.state.PlainText;
import io.evenkeel.app.wording.Numbers;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The report for people. */
public final class CheckText {
  private final PrintWriter out;

  /** A report that goes to the writer. */
  public CheckText(PrintWriter out) {
    this.out = out;
  }

  /** Prints a report. */
  public void print(CheckReport report) {
    report.topics().forEach(this::print);
    report.offences().forEach(this::print);
    report.models().forEach(this::print);
    if (report.unmatched() > 0) {
      line(
          "no prediction was read for %s: it %s, or may still come",
          Numbers.of(report.unmatched(), "label"),
          report.whole() ? "has been deleted" : "is outside of the range");
    }
    if (report.leftOut() > 0) {
      line("%s not read, as there are more than --max", were(report.leftOut()));
    }
    line("%s", conclusion(report));
    out.flush();
  }

  private void print(TopicCount topic) {
    line(
        "%s: %s, %,d rejected, %,d repeated, %s",
        topic.topic(),
        Numbers.of(topic.events(), "event"),
        topic.rejected(),
        topic.duplicates(),
        Numbers.of(topic.heartbeats(), "heartbeat"));
  }

  private void print(Offence offence) {
    line("%s in %s: %s", offence.reason(), offence.topic(), Numbers.of(offence.count(), "event"));
    line("  what to do: %s", offence.remedy());
    for (Offender offender : offence.first()) {
      line(
          "  partition %d, offset %d, key %s: %s",
          offender.partition(), offender.offset(), offender.key(), offender.message());
    }
  }

  private void print(ModelJoin model) {
    line(
        "model %s: %s, %.1f %% of them labelled, %s",
        model.model(),
        Numbers.of(model.predictions(), "prediction"),
        100 * model.coverage(),
        Numbers.of(model.corrections(), "correction"));
    line("  made from %s to %s", time(model.firstMadeAt()), time(model.lastMadeAt()));
    Delays delays = model.delays();
    if (delays != null) {
      line(
          "  labels came after %s (median), %s (90 %%), %s (99 %%), %s (the last)",
          duration(delays.median()),
          duration(delays.most90()),
          duration(delays.most99()),
          duration(delays.most()));
      if (delays.least() < 0) {
        line(
            "  labels are known up to %s before their prediction was made: are the times right?",
            duration(-delays.least()));
      }
    }
  }

  private static String were(long records) {
    return Numbers.of(records, "record") + (records == 1 ? " was" : " were");
  }

  private static Instant time(long millis) {
    return Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS);
  }

  private static String duration(long millis) {
    return Duration.ofMillis(millis).toString().substring(2).toLowerCase(Locale.ROOT);
  }

  private static String conclusion(CheckReport report) {
    if (report.passed()) {
      return report.leftOut() == 0
          ? "All events can be used."
          : "All events that were read can be used. Raise --max to read the others.";
    }
    return report.offences().isEmpty()
        ? "There are no events to check."
        : "The application would put the rejected events among the dead letters.";
  }

  private void line(String format, @Nullable Object... values) {
    out.println(PlainText.of(String.format(Locale.ROOT, format, values)));
  }
}
