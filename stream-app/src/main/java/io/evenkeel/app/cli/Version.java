package io.evenkeel.app.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** The version in the manifest of the jar. */
final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() {
    String version = App.class.getPackage().getImplementationVersion();
    return new String[] {"evenkeel " + Optional.ofNullable(version).orElse("(not packaged)")};
  }
}
