package io.evenkeel.app.status;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers requests. What costs nothing, probes first of all, is answered at once by the thread that
 * read the request, which never waits; the rest by a few workers, and refused when they have too
 * much to do.
 */
final class Handling extends Handler.Abstract.NonBlocking implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(Handling.class);
  static final int WORKERS = 4;
  static final int WAITING = 100;

  /** The page loads nothing from elsewhere and runs no script but its own. */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private final Routes routes;
  private final Optional<Changes> changes;
  private final Deadlines deadlines;
  private final Optional<ServerConnector> probes;
  private final ThreadPoolExecutor workers =
      new ThreadPoolExecutor(
          WORKERS,
          WORKERS,
          0,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(WAITING),
          task -> {
            Thread thread = new Thread(task, "status-worker");
            thread.setDaemon(true);
            return thread;
          });

  /** A handler of the routes, of which the given connector serves only those of probes. */
  Handling(
      Routes routes,
      Optional<Changes> changes,
      Deadlines deadlines,
      Optional<ServerConnector> probes) {
    this.routes = routes;
    this.changes = changes;
    this.deadlines = deadlines;
    this.probes = probes;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    EndPoint connection = request.getConnectionMetaData().getConnection().getEndPoint();
    Exchange exchange =
        new Exchange(
            request, response, Callback.from(() -> deadlines.answered(connection), callback));
    String path = request.getHttpURI().getPath();
    if (changes.isPresent()
        && Changes.include(request.getMethod(), path)
        && !isForProbes(request)) {
      change(changes.get(), exchange, connection);
      return true;
    }
    deadlines.asked(connection);
    Optional<HttpResponse> atOnce = atOnce(request, path);
    if (atOnce.isPresent()) {
      logRefusal(request, atOnce.get());
      exchange.send(atOnce.get());
      return true;
    }
    try {
      workers.execute(() -> exchange.work(path));
    } catch (RejectedExecutionException e) {
      exchange.send(HttpResponse.text(503, "too many requests; ask again later\n"));
    }
    return true;
  }

  /** Its body counts as part of the request, for which the connection has little time. */
  private void change(Changes changes, Exchange exchange, EndPoint connection) {
    Optional<HttpResponse> refusal = changes.refusal(exchange.request.getHeaders());
    if (refusal.isPresent()) {
      deadlines.asked(connection);
      logRefusal(exchange.request, refusal.get());
      exchange.send(refusal.get());
      return;
    }
    changes.make(
        exchange.request,
        () -> deadlines.asked(connection),
        exchange::send,
        exchange.callback::failed);
  }

  private boolean isForProbes(Request request) {
    return probes.isPresent() && probes.get() == request.getConnectionMetaData().getConnector();
  }

  /** Limited, as all warnings are, to one line of a kind in a minute. */
  private static void logRefusal(Request request, HttpResponse answer) {
    if (answer.code() == 401 || answer.code() == 403) {
      LOGGER.warn("event=refused status={} from={}", answer.code(), Request.getRemoteAddr(request));
    }
  }

  private Optional<String> methodAt(String path) {
    return changes.isPresent() ? Changes.methodAt(path) : Optional.empty();
  }

  private Optional<HttpResponse> atOnce(Request request, String path) {
    if (methodAt(path).isPresent()) {
      return Optional.of(Changes.other(path));
    }
    if (!request.getMethod().equals("GET") && !request.getMethod().equals("HEAD")) {
      return Optional.of(
          path.startsWith("/api/")
              ? HttpResponse.error(405, "only GET is answered at " + path, "ask with GET")
              : HttpResponse.text(405, "only GET\n"));
    }
    Optional<HttpResponse> probe = routes.probe(path);
    if (probe.isPresent()) {
      return probe;
    }
    return isForProbes(request)
        ? Optional.of(HttpResponse.text(404, "only /health/live and /health/ready\n"))
        : routes.atOnce(path, request.getHeaders());
  }

  @Override
  public void close() {
    workers.shutdownNow();
    changes.ifPresent(Changes::close);
  }

  /** A request and the way to answer it. */
  private final class Exchange {
    private final Request request;
    private final Response response;
    private final Callback callback;

    private Exchange(Request request, Response response, Callback callback) {
      this.request = request;
      this.response = response;
      this.callback = callback;
    }

    private void work(String path) {
      try {
        send(routes.answer(path, Request.extractQueryParameters(request)));
      } catch (RuntimeException e) {
        callback.failed(e);
      }
    }

    private void send(HttpResponse answer) {
      HttpFields asked = request.getHeaders();
      headers(answer);
      if (answer.code() == 200) {
        response.getHeaders().put(HttpHeader.ETAG, answer.tag());
        if (answer.tag().equals(asked.get(HttpHeader.IF_NONE_MATCH))) {
          response.setStatus(304);
          callback.succeeded();
          return;
        }
      }
      response.setStatus(answer.code());
      boolean packed =
          answer.isWorthPacking() && asked.contains(HttpHeader.ACCEPT_ENCODING, "gzip");
      byte[] body = packed ? answer.packed() : answer.body();
      if (packed) {
        response.getHeaders().put(HttpHeader.CONTENT_ENCODING, "gzip");
      }
      response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
      boolean head = request.getMethod().equals("HEAD");
      response.write(true, ByteBuffer.wrap(head ? new byte[0] : body), callback);
    }

    private String path() {
      return request.getHttpURI().getPath();
    }

    private void headers(HttpResponse answer) {
      HttpFields.Mutable headers = response.getHeaders();
      headers.put(HttpHeader.CONTENT_TYPE, answer.type());
      headers.put("Content-Security-Policy", POLICY);
      headers.put("X-Content-Type-Options", "nosniff");
      headers.put("Referrer-Policy", "no-referrer");
      // What names models is for the reader alone, and never for a disk.
      boolean page = !path().startsWith("/api");
      headers.put(HttpHeader.CACHE_CONTROL, page ? "no-cache" : "no-store");
      headers.put(HttpHeader.VARY, "Accept-Encoding, Authorization");
      if (answer.code() >= 400 && Changes.include(request.getMethod(), path())) {
        // What is left of a body is not read.
        headers.put(HttpHeader.CONNECTION, "close");
      }
      if (answer.code() == 401) {
        headers.put(HttpHeader.WWW_AUTHENTICATE, "Bearer");
      }
      if (answer.code() == 405) {
        headers.put(HttpHeader.ALLOW, methodAt(path()).orElse("GET, HEAD"));
      }
    }
  }
}
