package io.evenkeel.app.http;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Sends requests whose time limit holds for the whole answer. The limit of {@link HttpRequest} ends
 * with the headers, so a server that stalls in the body would hold the caller for ever.
 */
public final class WholeAnswers {
  private WholeAnswers() {}

  /**
   * The answer to a request.
   *
   * @param most how long it may take, from now until the end of its body
   * @throws IOException as {@link HttpClient#send} does, and if the answer does not end in time
   */
  public static <T> HttpResponse<T> send(
      HttpClient http, HttpRequest request, BodyHandler<T> body, Duration most)
      throws IOException, InterruptedException {
    CompletableFuture<HttpResponse<T>> answer = http.sendAsync(request, body);
    try {
      return answer.get(most.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new HttpTimeoutException("the answer did not end within " + most);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      throw new IOException(e.getCause());
    } finally {
      answer.cancel(true);
    }
  }
}
