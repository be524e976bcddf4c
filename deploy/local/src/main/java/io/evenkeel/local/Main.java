package io.evenkeel.local;

import io.evenkeel.app.cli.App;
import io.evenkeel.local.broker.BrokerCommand;
import io.evenkeel.local.broker.ConsoleProducerCommand;
import io.evenkeel.local.demo.DemoCommand;
import io.evenkeel.local.measure.MeasureCommand;
import java.util.Set;

/**
 * The program with all that runs on one machine: the commands of the application, the demo, the
 * measurement, a broker and Kafka's console producer.
 */
public final class Main {
  /** What says itself what its reader is to know; of the log only warnings of Evenkeel remain. */
  private static final Set<String> QUIET = Set.of("demo", "measure", "broker", "console-producer");

  private Main() {}

  /** Runs a command and ends the process with its exit code. */
  public static void main(String[] args) {
    if (args.length > 0 && QUIET.contains(args[0])) {
      // Read when the first logger is made, so it cannot wait for the command.
      System.getProperties()
          .putIfAbsent("logback.configurationFile", "io/evenkeel/local/demo/logback.xml");
    }
    System.exit(
        App.commandLine()
            .addSubcommand(new DemoCommand())
            .addSubcommand(new MeasureCommand())
            .addSubcommand(new BrokerCommand())
            .addSubcommand(new ConsoleProducerCommand())
            .execute(args));
  }
}
