package io.evenkeel.app.cli;

import java.util.List;
import java.util.Stack;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * Two models, as the values of one option. The usage would show a list as an option that may be
 * given again.
 *
 * @param models the names of both
 */
record ModelPair(List<String> models) {

  /** Takes the two values behind the option. */
  static final class Consumer implements IParameterConsumer {
    @Override
    @SuppressWarnings("JdkObsolete") // the type is picocli's
    public void consumeParameters(Stack<String> values, ArgSpec option, CommandSpec command) {
      if (values.size() < 2) {
        throw new ParameterException(command.commandLine(), "--compare takes two models");
      }
      if (option.getValue() != null) {
        throw new ParameterException(
            command.commandLine(), "--compare takes two models; run once for each pair");
      }
      option.setValue(new ModelPair(List.of(values.pop(), values.pop())));
    }
  }
}
