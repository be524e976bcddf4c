package io.evenkeel.app.cli;

import io.evenkeel.app.acl.AclText;
import io.evenkeel.app.acl.Acls;
import io.evenkeel.app.acl.Task;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.SettingsTable;
import io.evenkeel.app.metrics.MetricsTable;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.app.serde.JsonSchema;
import io.evenkeel.app.serde.PublicSchemas;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.avro.Schema;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the topology, settings, metrics, rights or schemas. */
@Command(
    name = "describe",
    description = "Prints the topology, settings, metrics, rights or schemas.",
    synopsisSubcommandLabel = "(topology | config | metrics | acls | json-schema)")
final class DescribeCommand {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Command(name = "topology", description = "Topics, processors and stores, and what joins them.")
  void topology(@Mixin ConfigOptions config) {
    print(Application.topology(config.read()).describe().toString());
  }

  @Command(name = "config", description = "Every setting, as a table in Markdown.")
  void config() {
    print(SettingsTable.markdown());
  }

  @Command(name = "metrics", description = "Every metric of ours, as a table in Markdown.")
  void metrics() {
    print(MetricsTable.markdown());
  }

  @Command(
      name = "acls",
      description = "What brokers must allow a user, who then may do nothing else.")
  void acls(
      @Mixin ConfigOptions options,
      @Parameters(
              paramLabel = "TASK",
              arity = "1..*",
              completionCandidates = TaskNames.class,
              description = "What the user does: ${COMPLETION-CANDIDATES}.")
          List<String> tasks,
      @Option(
              names = "--principal",
              paramLabel = "TYPE:NAME",
              defaultValue = "User:evenkeel",
              description = "The user, as brokers know it. Default: ${DEFAULT-VALUE}.")
          String principal,
      @Option(
              names = "--strimzi",
              description = "Print a KafkaUser of Strimzi instead of kafka-acls commands.")
          boolean strimzi) {
    AppConfig config = options.read();
    try {
      Acls acls = Acls.of(config, tasks.stream().map(Task::of).toList());
      print(strimzi ? AclText.strimzi(acls, principal) : commands(acls, config, principal));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private static String commands(Acls acls, AppConfig config, String principal) {
    String brokers = config.kafka().getOrDefault("bootstrap.servers", "BROKER:9092");
    return AclText.commands(acls, brokers, principal);
  }

  /** The names of the tasks, each with what is done. */
  static final class TaskNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(Task.values())
          .map(task -> task + " (" + task.description() + ")")
          .iterator();
    }
  }

  @Command(
      name = "json-schema",
      description = "The JSON Schema of a record, for producers of JSON.")
  void jsonSchema(
      @Parameters(
              paramLabel = "RECORD",
              description =
                  "Prediction, Label, Silence, Verdict, Metric, Alert, PublishedMap or Comparison.")
          String record) {
    Schema schema = PublicSchemas.byName().get(record);
    if (schema == null) {
      throw new ParameterException(
          spec.commandLine(),
          "'" + record + "' is none of the records " + PublicSchemas.byName().keySet());
    }
    print(JsonSchema.of(schema));
  }

  private void print(String text) {
    PrintWriter out = spec.commandLine().getOut();
    out.print(text);
    out.flush();
  }
}
