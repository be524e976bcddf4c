package io.evenkeel.app.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ConfigException;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import org.eclipse.jetty.http.HttpFields;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

class AccessTest {
  private static final String TOKEN = "correct-horse-battery";
  private static final String OTHER = "staple-staple-staple";

  @TempDir Path folder;

  private static HttpFields asking(String host) {
    return HttpFields.build().put("Host", host);
  }

  private static HttpFields showing(String authorization) {
    return HttpFields.build().put("Host", "localhost").put("Authorization", authorization);
  }

  private static Access access(Map<String, String> settings) {
    return Access.of(AppConfig.of(settings).http(), InetAddress.getLoopbackAddress());
  }

  private static boolean lets(Access access, HttpFields headers) {
    return access.refusal(headers).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "LOCALHOST:8080", "127.0.0.1:8080", "10.1.2.3", "[::1]:1"})
  void letsReadByNamesThatNoPageElsewhereCanHave(String host) {
    assertThat(lets(access(Map.of()), asking(host))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"evil.example", "evil.example:8080", "localhost.evil.example", "127.0.0.1.nip.io"})
  void refusesAPageThatHadItsNameResolvedToThisMachineWhoeverElseMayRead(String host) {
    for (Map<String, String> mode :
        Map.of("http.open", "true", "http.token", TOKEN, "http.host", "localhost")
            .entrySet()
            .stream()
            .map(Map::ofEntries)
            .toList()) {
      assertThat(access(mode).refusal(asking(host)))
          .as(mode.toString())
          .hasValueSatisfying(answer -> assertThat(answer.code()).isEqualTo(403));
    }
  }

  @ParameterizedTest
  @CsvSource({"monitor.example, true", "MONITOR.example:80, true", "other.example, false"})
  void letsReadByTheNamesOfTheSettings(String host, boolean allowed) {
    Access access = access(Map.of("http.open", "true", "http.names", "a, monitor.example"));

    assertThat(lets(access, asking(host))).isEqualTo(allowed);
    assertThat(lets(access(Map.of("http.names", "*")), asking(host))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Bearer " + TOKEN, "bearer " + TOKEN, "BEARER  " + TOKEN})
  void takesTheTokenUnderItsSchemeInAnyCase(String authorization) {
    assertThat(lets(access(Map.of("http.token", TOKEN)), showing(authorization))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {TOKEN, "Basic " + TOKEN, "Bearer " + TOKEN + "x", "Bearer", "Bearer "})
  void refusesAnyOtherToken(String authorization) {
    assertThat(access(Map.of("http.token", TOKEN)).refusal(showing(authorization)))
        .hasValueSatisfying(answer -> assertThat(answer.code()).isEqualTo(401));
  }

  @Test
  void takesEachTokenOfTheFileAndSeesWhenItChanges() throws IOException {
    Path file = folder.resolve("tokens");
    Files.writeString(file, TOKEN + "\n" + OTHER + "\n");
    // As in images that are the same each time they are built.
    Files.setLastModifiedTime(file, FileTime.fromMillis(0));
    Access access = access(Map.of("http.token-file", file.toString()));

    assertThat(lets(access, showing("Bearer " + TOKEN))).isTrue();
    assertThat(lets(access, showing("Bearer " + OTHER))).isTrue();

    Files.writeString(file, OTHER);
    Files.setLastModifiedTime(file, FileTime.fromMillis(1));
    assertThat(lets(access, showing("Bearer " + TOKEN))).isFalse();
    assertThat(lets(access, showing("Bearer " + OTHER))).isTrue();

    Files.delete(file);
    assertThat(lets(access, showing("Bearer " + OTHER))).isTrue();
  }

  @Test
  void takesTheTokenOfTheSettingsBesideThoseOfTheFile() throws IOException {
    Path file = folder.resolve("tokens");
    Files.writeString(file, OTHER);
    Access access = access(Map.of("http.token", TOKEN, "http.token-file", file.toString()));

    assertThat(lets(access, showing("Bearer " + TOKEN))).isTrue();
    assertThat(lets(access, showing("Bearer " + OTHER))).isTrue();
  }

  @Test
  void readsAFileThatCouldNotBeReadOnceItCanBe() throws IOException {
    Path file = folder.resolve("tokens");
    Files.writeString(file, TOKEN);
    Access access = access(Map.of("http.token-file", file.toString()));
    FileTime changed = FileTime.fromMillis(1);
    Files.delete(file);
    Files.createDirectory(file);
    Files.setLastModifiedTime(file, changed);
    assertThat(lets(access, showing("Bearer " + TOKEN))).isTrue();

    Files.delete(file);
    Files.writeString(file, OTHER);
    Files.setLastModifiedTime(file, changed);

    assertThat(lets(access, showing("Bearer " + TOKEN))).isFalse();
    assertThat(lets(access, showing("Bearer " + OTHER))).isTrue();
  }

  @Test
  void saysWhyItKeepsTheTokensOfAFileThatIsGone() throws IOException {
    Path file = folder.resolve("tokens");
    Files.writeString(file, TOKEN);
    Access access = access(Map.of("http.token-file", file.toString()));
    Logger logger = (Logger) LoggerFactory.getLogger(Tokens.class);
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    logger.addAppender(lines);
    Files.delete(file);

    assertThat(lets(access, showing("Bearer " + TOKEN))).isTrue();

    logger.detachAppender(lines);
    assertThat(lines.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .containsExactly(
            "event=token-file kept=former error="
                + file
                + " cannot be read: there is no such file or folder");
  }

  @Test
  void refusesAFileOfTokensThatIsMissingOrHoldsSomethingElse() throws IOException {
    Path file = folder.resolve("tokens");
    Map<String, String> settings = Map.of("http.token-file", file.toString());
    assertThatThrownBy(() -> access(settings))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("http.token-file = '" + file + "'");

    Files.writeString(file, "too short");
    assertThatThrownBy(() -> access(settings))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("at least 16 characters")
        .hasMessageNotContaining("too short");
  }
}
