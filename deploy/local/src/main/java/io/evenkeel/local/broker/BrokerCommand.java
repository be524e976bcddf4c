package io.evenkeel.local.broker;

import io.evenkeel.local.process.TemporaryFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs a broker for those who try Evenkeel out and have none. */
@Command(
    name = "broker",
    description = {
      "Runs a Kafka broker for trials, which only this machine reaches, until Ctrl-C.",
      "Its data are in a temporary folder and are deleted at the end."
    })
public final class BrokerCommand implements Callable<Integer> {
  @Option(
      names = "--port",
      defaultValue = "9092",
      description = "Port on which it listens. Default: ${DEFAULT-VALUE}.")
  private int port;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    refuseUnlessFree();
    String address = InetAddress.getLoopbackAddress().getHostAddress() + ":" + port;
    TemporaryFolder folder = TemporaryFolder.create("evenkeel-broker-");
    EmbeddedKafka kafka;
    try {
      kafka = EmbeddedKafka.startAt(address, folder.path());
    } catch (IllegalStateException e) {
      folder.close();
      throw e;
    }
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  kafka.close();
                  folder.close();
                },
                "stop-broker"));
    PrintWriter out = spec.commandLine().getOut();
    out.println("The broker listens at " + address + ". Ctrl-C ends it and deletes its data.");
    out.flush();
    new CountDownLatch(1).await();
    return ExitCode.OK;
  }

  private void refuseUnlessFree() {
    if (port < 1 || port > 65_535) {
      throw new ParameterException(
          spec.commandLine(), "--port must be between 1 and 65535, not " + port);
    }
    try (ServerSocket socket = new ServerSocket()) {
      // As the broker will: what a former one has left in TIME_WAIT does not matter.
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    } catch (IOException e) {
      throw new ParameterException(
          spec.commandLine(),
          "port " + port + " is taken: stop what listens there, or choose another with --port",
          e);
    }
  }
}
