package io.evenkeel.app.cli;

import io.evenkeel.app.config.SettingsTable;
import io.evenkeel.app.metrics.MetricsTable;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.app.serde.JsonSchema;
import io.evenkeel.app.serde.PublicSchemas;
import java.io.PrintWriter;
import org.apache.avro.Schema;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints what the application is made of. */
@Command(
    name = "describe",
    description = "Prints what the application is made of.",
    synopsisSubcommandLabel = "(topology | config | metrics | json-schema)")
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
      name = "json-schema",
      description = "The JSON Schema of a record, for producers of JSON.")
  void jsonSchema(
      @Parameters(
              paramLabel = "RECORD",
              description = "Prediction, Label, Silence, Verdict, Metric or Alert.")
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
