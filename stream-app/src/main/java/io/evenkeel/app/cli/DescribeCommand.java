package io.evenkeel.app.cli;

import io.evenkeel.app.config.SettingsTable;
import io.evenkeel.app.metrics.MetricsTable;
import io.evenkeel.app.runtime.Application;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints what the application is made of. */
@Command(
    name = "describe",
    description = "Prints what the application is made of.",
    synopsisSubcommandLabel = "(topology | config | metrics)")
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

  private void print(String text) {
    PrintWriter out = spec.commandLine().getOut();
    out.print(text);
    out.flush();
  }
}
