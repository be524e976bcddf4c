package io.evenkeel.app.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;
import io.evenkeel.app.config.AppConfig;
import java.net.InetAddress;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccessTest {

  private static Headers asking(String host) {
    Headers headers = new Headers();
    headers.set("Host", host);
    return headers;
  }

  private static Access access(Map<String, String> settings) {
    return Access.of(AppConfig.of(settings).http(), InetAddress.getLoopbackAddress());
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "LOCALHOST:8080", "127.0.0.1:8080", "127.1.2.3", "[::1]:1"})
  void letsThisMachineReadByItsOwnNames(String host) {
    assertThat(access(Map.of()).refusal(asking(host))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"evil.example", "evil.example:8080", "localhost.evil.example", "127.0.0.1.nip.io"})
  void refusesAPageThatHadItsNameResolvedToThisMachine(String host) {
    assertThat(access(Map.of()).refusal(asking(host)))
        .hasValueSatisfying(answer -> assertThat(answer.code()).isEqualTo(403));
    assertThat(access(Map.of("http.open", "true")).refusal(asking(host))).isEmpty();
  }
}
