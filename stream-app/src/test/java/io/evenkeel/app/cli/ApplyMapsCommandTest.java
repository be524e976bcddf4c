package io.evenkeel.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the command refuses before it asks a broker. */
class ApplyMapsCommandTest extends CommandTest {
  private static final String REGISTRY = "serde.properties.schema.registry.url=mock://apply-maps";

  @TempDir private Path folder;

  @Test
  void saysWhichMapCannotBeRead() throws IOException {
    String missing = folder.resolve("none.json").toString();
    assertThat(execute("apply-maps", "-D", REGISTRY, "--map", missing))
        .isEqualTo(Errors.WRONG_INPUT);
    assertThat(err.toString()).contains("none.json: cannot be read: there is no such file");

    Path broken = Files.writeString(folder.resolve("broken.json"), "{\"format\": 1}");
    assertThat(execute("apply-maps", "-D", REGISTRY, "--map", broken.toString()))
        .isEqualTo(Errors.WRONG_INPUT);
    assertThat(err.toString()).contains("broken.json: this is no map: 'space' is missing");
  }
}
