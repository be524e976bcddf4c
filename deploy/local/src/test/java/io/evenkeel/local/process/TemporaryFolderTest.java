package io.evenkeel.local.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class TemporaryFolderTest {

  @Test
  void isGoneWithAllThatIsInItWhenClosed() throws Exception {
    Path path;
    try (TemporaryFolder folder = TemporaryFolder.create("evenkeel-test-")) {
      path = folder.path();
      Files.createDirectories(folder.resolve("a").resolve("b"));
      Files.writeString(folder.resolve("a").resolve("file"), "text");

      assertThat(path).isDirectory();
    }

    assertThat(path).doesNotExist();
  }
}
