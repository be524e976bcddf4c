package io.evenkeel.local.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;

class BrokerCommandTest {

  @ParameterizedTest
  @ValueSource(strings = {"-1", "0", "65536"})
  void refusesAPortAtWhichNoBrokerCanBeFound(String port) {
    StringWriter said = new StringWriter();

    int code =
        new CommandLine(new BrokerCommand())
            .setErr(new PrintWriter(said))
            .execute("--port=" + port);

    assertThat(code).isEqualTo(ExitCode.USAGE);
    assertThat(said.toString()).contains("--port must be between 1 and 65535, not " + port);
  }
}
