package io.evenkeel.app.status;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * Requests that change something: from the page itself, by one who shows a token, small and few.
 * They wait for brokers, so a thread of their own does them, one after the other.
 */
final class Changes implements AutoCloseable {
  static final int MOST_BYTES = 8192;
  static final int MOST_IN_A_MINUTE = 30;
  private static final int WAITING = 10;
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final String SILENCES = "/api/silences";
  private static final String SILENCE = SILENCES + "/";

  private final Access access;
  private final SilenceRequests silences;
  private final InstantSource clock;
  private final Deque<Instant> newest = new ArrayDeque<>();
  private final ThreadPoolExecutor worker =
      new ThreadPoolExecutor(
          1,
          1,
          0,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(WAITING),
          task -> {
            Thread thread = new Thread(task, "status-changes");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * Changes that those may make whom the access lets.
   *
   * @param clock by which they are few in a minute
   */
  Changes(Access access, SilenceRequests silences, InstantSource clock) {
    this.access = access;
    this.silences = silences;
    this.clock = clock;
  }

  /** Whether a request with this method at this path is one of them. */
  static boolean include(String method, String path) {
    return method.equals("POST") ? path.equals(SILENCES) : isEnd(method, path);
  }

  private static boolean isEnd(String method, String path) {
    return method.equals("DELETE") && path.startsWith(SILENCE);
  }

  /** The method that changes something at a path; empty if nothing can be changed there. */
  static Optional<String> methodAt(String path) {
    if (path.equals(SILENCES)) {
      return Optional.of("POST");
    }
    return path.startsWith(SILENCE) ? Optional.of("DELETE") : Optional.empty();
  }

  /** The answer to a request with another method at such a path. */
  static HttpResponse other(String path) {
    return HttpResponse.error(
        405,
        "only POST is answered at " + SILENCES + ", and DELETE at " + SILENCE + "ID, not " + path,
        "ask /api/alerts for the alerts with what silences them");
  }

  /** Why a request with these headers is refused, before its body is read; empty if it is not. */
  Optional<HttpResponse> refusal(HttpFields headers) {
    return access.refusalOfChange(headers).or(() -> refusalOfBody(headers));
  }

  private static Optional<HttpResponse> refusalOfBody(HttpFields headers) {
    long length = headers.getLongField(HttpHeader.CONTENT_LENGTH);
    if (length > MOST_BYTES) {
      return Optional.of(tooLarge());
    }
    // A form of a page from elsewhere can send other types without being asked.
    boolean body = length > 0 || headers.contains(HttpHeader.TRANSFER_ENCODING);
    String type = headers.get(HttpHeader.CONTENT_TYPE);
    return body && !isJson(type)
        ? Optional.of(
            HttpResponse.error(415, "the body is not JSON", "send Content-Type: application/json"))
        : Optional.empty();
  }

  private static boolean isJson(@Nullable String type) {
    return type != null && type.split(";", 2)[0].strip().equalsIgnoreCase("application/json");
  }

  private static HttpResponse tooLarge() {
    return HttpResponse.error(413, "the body is too large", "send at most 8 KiB");
  }

  /**
   * Makes the change that a request asks for, which was not refused.
   *
   * @param whole called when the body has been read, or enough of it
   * @param answer takes the answer, in any thread
   * @param failed called if the body does not come
   */
  void make(
      Request request, Runnable whole, Consumer<HttpResponse> answer, Consumer<Throwable> failed) {
    new SmallBody(
            request,
            MOST_BYTES,
            body -> {
              whole.run();
              execute(() -> answer.accept(change(request, body)), answer, failed);
            },
            problem -> {
              if (problem instanceof SmallBody.TooLargeException) {
                whole.run();
                answer.accept(tooLarge());
              } else {
                failed.accept(problem);
              }
            })
        .run();
  }

  private void execute(Runnable change, Consumer<HttpResponse> answer, Consumer<Throwable> failed) {
    try {
      worker.execute(
          () -> {
            try {
              change.run();
            } catch (RuntimeException e) {
              failed.accept(e);
            }
          });
    } catch (RejectedExecutionException e) {
      answer.accept(tooMany());
    }
  }

  private static HttpResponse tooMany() {
    return HttpResponse.error(
        429, "too many silences were begun or ended", "wait a minute and try again");
  }

  private HttpResponse change(Request request, byte[] body) {
    if (isOneTooMany()) {
      return tooMany();
    }
    String path = request.getHttpURI().getPath();
    return isEnd(request.getMethod(), path)
        ? silences.end(Routes.decoded(path.substring(SILENCE.length())))
        : silences.begin(body);
  }

  /** For the worker alone. */
  private boolean isOneTooMany() {
    Instant now = clock.instant();
    newest.removeIf(time -> !time.plus(MINUTE).isAfter(now));
    return newest.size() >= MOST_IN_A_MINUTE || !newest.add(now);
  }

  @Override
  public void close() {
    worker.shutdownNow();
  }
}
