package io.evenkeel.local.broker;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.tools.ConsoleProducer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** Kafka's own console producer, for those who do not have Kafka's scripts. */
@Command(
    name = "console-producer",
    mixinStandardHelpOptions = false,
    description = "Kafka's kafka-console-producer.sh: sends lines to a topic, with its options.")
public final class ConsoleProducerCommand implements Runnable {
  @Unmatched private List<String> arguments = new ArrayList<>();

  @Override
  public void run() {
    ConsoleProducer.main(arguments.toArray(String[]::new));
  }
}
