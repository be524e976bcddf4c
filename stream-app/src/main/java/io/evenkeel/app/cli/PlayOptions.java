package io.evenkeel.app.cli;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.replay.CaseSource;
import io.evenkeel.app.replay.Event;
import io.evenkeel.app.replay.EventSource;
import io.evenkeel.app.replay.Pace;
import io.evenkeel.app.replay.ReplayProducer;
import io.evenkeel.app.replay.Replayer;
import io.evenkeel.app.replay.Tally;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.app.serde.JsonSerializer;
import io.evenkeel.app.wording.Numbers;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** Options of commands that send events, and the sending. */
final class PlayOptions {
  private static final int SHOWN = 10;

  @Mixin private ConfigOptions config = new ConfigOptions();
  @Mixin private TroubleOptions trouble = new TroubleOptions();

  @Option(
      names = "--speed",
      paramLabel = "FACTOR",
      defaultValue = "max",
      description =
          "Event time per time, such as 600x (ten minutes in a second), or `max`, as fast as can"
              + " be. Default: ${DEFAULT-VALUE}.")
  private String speed = "max";

  @Option(
      names = "--dry-run",
      description = "Send nothing; print the first events as JSON, and how many there are.")
  private boolean dryRun;

  /** Of these options alone. */
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  /** Which of the options on a command line are these, by their names. */
  List<String> given(ParseResult line) {
    return line.matchedOptions().stream()
        .filter(spec.options()::contains)
        .map(OptionSpec::longestName)
        .toList();
  }

  /**
   * Sends the events of the cases, or shows them in a dry run.
   *
   * @param out takes the report, or the events
   * @param notes takes the numbers of the events in a dry run
   * @throws IllegalArgumentException if the options or the cases are unusable
   */
  void play(CaseSource cases, PrintWriter out, PrintWriter notes) {
    EventSource source = EventSource.of(cases).with(trouble.trouble());
    Pace pace = pace();
    if (dryRun) {
      show(source, out, notes);
      return;
    }
    AppConfig settings = config.read();
    Map<String, Object> clients = KafkaProperties.clients(settings);
    try (Producer<String, SpecificRecord> producer = ReplayProducer.of(clients, settings.serde())) {
      Replayer replayer = new Replayer(producer, settings.topics(), InstantSource.system());
      replayer.connect();
      long events = Tally.of(source).events();
      ProgressLines progress = new ProgressLines(events, out, InstantSource.system());
      replayer.play(source, pace, progress);
      if (!Thread.currentThread().isInterrupted()) {
        replayer.end(settings::model);
      }
      report(replayer, settings, out);
    }
  }

  private static void report(Replayer replayer, AppConfig settings, PrintWriter out) {
    out.print(replayer.sent());
    if (replayer.heldBack() > 0) {
      out.println(
          "Not sent, as they are of the future: " + Numbers.of(replayer.heldBack(), "event"));
    }
    for (String model : replayer.sent().models().keySet()) {
      if (!settings.knows(model)) {
        out.println(
            "The configuration does not list " + model + ", so its windows have the defaults.");
      }
    }
    out.flush();
  }

  /** Events are what standard output is for: they can be read by another program. */
  private static void show(EventSource source, PrintWriter out, PrintWriter notes) {
    try (Stream<Event> events = source.events();
        JsonSerializer json = new JsonSerializer()) {
      events
          .limit(SHOWN)
          .map(event -> Objects.requireNonNull(json.serialize("", event.toRecord())))
          .forEach(bytes -> out.println(new String(bytes, StandardCharsets.UTF_8)));
    }
    out.flush();
    notes.print(Tally.of(source));
    notes.flush();
  }

  private Pace pace() {
    if (speed.equals("max")) {
      return Pace.FULL_SPEED;
    }
    try {
      double factor =
          Double.parseDouble(speed.endsWith("x") ? speed.substring(0, speed.length() - 1) : speed);
      return Pace.scaled(factor, InstantSource.system());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "--speed '" + speed + "' is no factor: write 600x, or max", e);
    }
  }
}
