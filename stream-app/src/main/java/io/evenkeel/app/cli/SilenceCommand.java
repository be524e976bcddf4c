package io.evenkeel.app.cli;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.follow.TopicReader;
import io.evenkeel.app.oncall.AlertTable;
import io.evenkeel.app.oncall.AlertTopic;
import io.evenkeel.app.oncall.NewSilence;
import io.evenkeel.app.oncall.SilenceTopic;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.app.state.PlainText;
import io.evenkeel.app.state.SegmentName;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.Silence;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Silences alerts for a while. */
@Command(
    name = "silence",
    description = "Silences alerts for a while, lists silences, and ends them.",
    synopsisSubcommandLabel = "(add | list | end)")
final class SilenceCommand {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  /** What a silence holds for. */
  static final class ScopeOptions {
    @Option(names = "--model", description = "Silence the alerts of this model.")
    private @Nullable String model;

    @Option(
        names = "--model-version",
        paramLabel = "VERSION",
        description = "Only those of this version.")
    private @Nullable String version;

    @Option(
        names = "--segment",
        converter = SegmentConverter.class,
        description = "Only those of this segment, such as country=DE.")
    private @Nullable String segment;

    @Option(
        names = "--rule",
        converter = RuleConverter.class,
        description = "Silence the alerts of this rule, such as feature-drift.")
    private @Nullable Rule rule;

    boolean isEmpty() {
      return version == null && segment == null && !isSome();
    }

    /** Whether they say which alerts: a version or segment alone does not. */
    boolean isSome() {
      return model != null || rule != null;
    }

    void set(Silence.Builder silence) {
      silence
          .setModel(model)
          .setVersion(version)
          .setSegment(segment)
          .setRule(rule == null ? null : rule.key());
    }
  }

  /** Who silences, and why. */
  static final class AuthorOptions {
    @Option(names = "--by", description = "Who wants it. Default: the user of this machine.")
    private @Nullable String by;

    @Option(names = "--comment", defaultValue = "", description = "Why.")
    private String comment = "";

    void sign(Silence.Builder silence) {
      silence
          .setCreatedBy(by == null ? System.getProperty("user.name", "") : by)
          .setComment(comment);
    }
  }

  /** Reads the name of a rule. */
  static final class RuleConverter implements ITypeConverter<Rule> {
    @Override
    public Rule convert(String text) {
      return Rule.of(text)
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "'"
                          + text
                          + "' is none of the rules "
                          + Arrays.stream(Rule.values()).map(Rule::key).toList()));
    }
  }

  /** Reads the key of a segment: empty for the whole model, a name for all others. */
  static final class SegmentConverter implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      boolean isName = text.isEmpty() || text.equals(SegmentName.OTHERS);
      if (!isName && text.indexOf('=') < 1) {
        throw new TypeConversionException(
            "'" + text + "' is no attribute with its value, such as country=DE");
      }
      return text;
    }
  }

  @Command(name = "add", description = "Silences one alert, or all alerts that the options match.")
  void add(
      @Mixin ConfigOptions config,
      @Parameters(
              arity = "0..1",
              paramLabel = "ALERT-ID",
              description = "The alert to silence: its ID, as 'evenkeel alerts' lists it.")
          @Nullable String id,
      @Mixin ScopeOptions scope,
      @Option(
              names = "--for",
              required = true,
              paramLabel = "TIME",
              converter = DurationConverter.class,
              description = "How long from now, such as 4h.")
          Duration time,
      @Mixin AuthorOptions author) {
    if (id == null ? !scope.isSome() : !scope.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "give either an ALERT-ID, or --model, --rule or both");
    }
    if (time.isZero() || time.isNegative()) {
      throw new ParameterException(spec.commandLine(), "--for must be longer than 0s");
    }
    AppConfig settings = config.read();
    Instant now = Instant.now();
    Silence.Builder silence = NewSilence.of(now, now.plus(time));
    author.sign(silence);
    List<Alert> alerts;
    try (TopicReader reader = reader(settings)) {
      AlertTopic topic = new AlertTopic(settings, reader);
      if (id == null) {
        scope.set(silence);
        alerts = topic.newest();
      } else {
        alerts = List.of(topic.find(id, null));
        NewSilence.narrow(silence, alerts.get(0));
      }
      new SilenceTopic(settings, KafkaProperties.clients(settings))
          .begin(reader, silence.build(), now);
    }
    print(AlertTable.ofNewSilence(silence.build(), alerts));
  }

  @Command(name = "list", description = "Lists the silences that hold, or will.")
  void list(@Mixin ConfigOptions config) {
    AppConfig settings = config.read();
    try (TopicReader reader = reader(settings)) {
      SilenceTopic topic = new SilenceTopic(settings, KafkaProperties.clients(settings));
      print(AlertTable.ofSilences(topic.open(reader, Instant.now())));
    }
  }

  @Command(name = "end", description = "Ends a silence now.")
  void end(
      @Mixin ConfigOptions config,
      @Parameters(paramLabel = "SILENCE-ID", description = "As 'evenkeel silence list' lists it.")
          String id) {
    AppConfig settings = config.read();
    try (TopicReader reader = reader(settings)) {
      new SilenceTopic(settings, KafkaProperties.clients(settings)).end(reader, id, Instant.now());
      print("Ended: " + PlainText.of(id) + System.lineSeparator());
    }
  }

  private TopicReader reader(AppConfig settings) {
    RowProgress progress = new RowProgress(spec.commandLine().getErr(), InstantSource.system());
    return new TopicReader(KafkaProperties.clients(settings), progress::at);
  }

  private void print(String text) {
    PrintWriter out = spec.commandLine().getOut();
    out.print(text);
    out.flush();
  }
}
