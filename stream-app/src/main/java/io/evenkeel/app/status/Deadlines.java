package io.evenkeel.app.status;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Mutable, safe for use by many threads: closes every connection that has not sent a whole request,
 * or not taken its whole answer, in time, however lively it is. The server's own limits are on idle
 * time, which a byte now and then prolongs.
 */
final class Deadlines implements Connection.Listener {
  private final Scheduler scheduler;
  private final Duration request;
  private final Duration response;
  private final Map<EndPoint, Scheduler.Task> tasks = new ConcurrentHashMap<>();

  Deadlines(Scheduler scheduler, Duration request, Duration response) {
    this.scheduler = scheduler;
    this.request = request;
    this.response = response;
  }

  @Override
  public void onOpened(Connection connection) {
    // With TLS there are two connections to one client, of which the inner one asks.
    if (!(connection instanceof SslConnection)) {
      set(connection.getEndPoint(), request);
    }
  }

  @Override
  public void onClosed(Connection connection) {
    cancel(tasks.remove(connection.getEndPoint()));
  }

  /** The connection has sent a request. */
  void asked(EndPoint connection) {
    set(connection, response);
  }

  /** The connection has taken its answer. */
  void answered(EndPoint connection) {
    set(connection, request);
  }

  private void set(EndPoint connection, Duration time) {
    Scheduler.Task task =
        scheduler.schedule(connection::close, time.toMillis(), TimeUnit.MILLISECONDS);
    cancel(tasks.put(connection, task));
    if (!connection.isOpen()) {
      cancel(tasks.remove(connection));
    }
  }

  private static void cancel(Scheduler.@Nullable Task task) {
    if (task != null) {
      task.cancel();
    }
  }
}
