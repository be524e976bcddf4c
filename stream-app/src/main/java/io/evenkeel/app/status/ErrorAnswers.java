package io.evenkeel.app.status;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * The answers to requests that the server refuses before they reach a route, such as those for a
 * path that cannot be decoded: JSON, as the API answers other bad requests.
 */
final class ErrorAnswers extends ErrorHandler {

  @Override
  protected void generateResponse(
      Request request,
      Response response,
      int code,
      @Nullable String message,
      @Nullable Throwable cause,
      Callback callback) {
    boolean isOfRequest = HttpStatus.isClientError(code);
    HttpResponse answer =
        HttpResponse.error(
            code,
            isOfRequest && message != null ? message : HttpStatus.getMessage(code),
            isOfRequest
                ? "correct the request: in a path, write % as %25"
                : "see the log of the application");
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.type());
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, answer.body().length);
    response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
    response.getHeaders().put("X-Content-Type-Options", "nosniff");
    boolean head = request.getMethod().equals("HEAD");
    response.write(true, ByteBuffer.wrap(head ? new byte[0] : answer.body()), callback);
  }
}
