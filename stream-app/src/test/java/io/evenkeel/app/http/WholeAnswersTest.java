package io.evenkeel.app.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WholeAnswersTest {
  private static final Duration AMPLE = Duration.ofSeconds(30);

  private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  private CompletableFuture<Socket> answer(String text) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            Socket socket = server.accept();
            socket.getOutputStream().write(text.getBytes(US_ASCII));
            socket.getOutputStream().flush();
            return socket;
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private HttpResponse<String> send(Duration most) throws IOException, InterruptedException {
    URI address = URI.create("http://127.0.0.1:" + server.getLocalPort() + "/");
    HttpRequest request = HttpRequest.newBuilder(address).timeout(AMPLE).build();
    return WholeAnswers.send(HttpClient.newHttpClient(), request, BodyHandlers.ofString(), most);
  }

  @Test
  void givesAnAnswerThatEndsInTime() throws Exception {
    CompletableFuture<Socket> socket = answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");

    assertThat(send(AMPLE).body()).isEqualTo("ok");
    socket.join().close();
  }

  @Test
  void givesUpAnAnswerThatStallsInItsBody() throws Exception {
    CompletableFuture<Socket> socket = answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\no");

    assertThatThrownBy(() -> send(Duration.ofMillis(500)))
        .isInstanceOf(HttpTimeoutException.class)
        .hasMessage("the answer did not end within PT0.5S");
    socket.join().close();
  }

  @Test
  void saysWhyThereIsNoAnswer() throws Exception {
    server.close();

    assertThatThrownBy(() -> send(AMPLE)).isInstanceOf(ConnectException.class);
  }
}
