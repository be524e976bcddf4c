package io.evenkeel.app.cli;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.follow.TopicReader;
import io.evenkeel.app.oncall.MapTable;
import io.evenkeel.app.oncall.PublishedMaps;
import io.evenkeel.app.runtime.KafkaProperties;
import java.io.PrintWriter;
import java.time.InstantSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lists published maps. */
@Command(
    name = "recalibrations",
    description =
        "Lists the published maps that are in force: what each does to the predictions of its"
            + " series, and what such maps would have saved on later labels.")
final class RecalibrationsCommand implements Runnable {
  @Mixin private ConfigOptions config = new ConfigOptions();

  @Option(names = "--json", description = "Print a series per line, as JSON, with its map.")
  private boolean json;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Override
  public void run() {
    AppConfig settings = config.read();
    PrintWriter out = spec.commandLine().getOut();
    RowProgress progress = new RowProgress(spec.commandLine().getErr(), InstantSource.system());
    PublishedMaps maps = new PublishedMaps(settings);
    try (TopicReader reader = new TopicReader(KafkaProperties.clients(settings), progress::at)) {
      maps.read(reader);
    }
    if (json) {
      maps.inForce().forEach(published -> out.println(MapTable.json(published)));
    } else {
      out.print(MapTable.of(maps.inForce()));
    }
    out.flush();
  }
}
