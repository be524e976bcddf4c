package io.evenkeel.app.status;

import io.evenkeel.app.config.ConfigException;
import io.evenkeel.app.config.HttpSettings;
import io.evenkeel.app.config.Tls;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.oncall.SilenceWriter;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Serves the status page and its JSON API, {@code /metrics}, {@code /health/live} and {@code
 * /health/ready} until it is closed. A connection holds no thread until its request is whole, and
 * not for longer than the limits allow.
 */
public final class StatusServer implements AutoCloseable {
  /** For two ports with an acceptor and a selector each; the work is done by others. */
  private static final int THREADS = 8;

  private final Server server;
  private final ServerConnector main;
  private final Optional<ServerConnector> probes;
  private final Handling handling;

  private StatusServer(HttpSettings settings, Routes routes, Optional<Changes> changes) {
    QueuedThreadPool threads = new QueuedThreadPool(THREADS);
    threads.setDaemon(true);
    threads.setName("status");
    threads.setReservedThreads(0);
    server = new Server(threads);
    Deadlines deadlines =
        new Deadlines(
            server.getScheduler(),
            settings.limits().requestTimeout(),
            settings.limits().responseTimeout());
    main = connector(settings, settings.port(), settings.tls(), deadlines);
    probes =
        settings.healthPort().stream()
            .mapToObj(port -> connector(settings, port, Optional.empty(), deadlines))
            .findAny();
    handling = new Handling(routes, changes, deadlines, probes);
    server.setHandler(handling);
    server.setErrorHandler(new ErrorAnswers());
  }

  private ServerConnector connector(
      HttpSettings settings, int port, Optional<Tls> tls, Deadlines deadlines) {
    HttpConfiguration configuration = new HttpConfiguration();
    configuration.setSendServerVersion(false);
    // The key of a series may hold anything, percent-encoded; paths are compared as they come.
    configuration.setUriCompliance(UriCompliance.UNSAFE);
    HttpConnectionFactory http = new HttpConnectionFactory(configuration);
    ConnectionFactory[] factories =
        tls.map(given -> new ConnectionFactory[] {encrypted(settings, given), http})
            .orElseGet(() -> new ConnectionFactory[] {http});
    ServerConnector connector = new ServerConnector(server, 1, 1, factories);
    connector.setHost(settings.host());
    connector.setPort(port);
    connector.setIdleTimeout(0); // deadlines are stricter
    connector.addBean(deadlines);
    connector.addBean(new NetworkConnectionLimit(settings.limits().connections(), connector));
    server.addConnector(connector);
    return connector;
  }

  private static SslConnectionFactory encrypted(HttpSettings settings, Tls given) {
    SslContextFactory.Server tls = new SslContextFactory.Server();
    tls.setSslContext(given.context());
    tls.setIncludeProtocols(given.parameters().getProtocols());
    String[] suites = given.parameters().getCipherSuites();
    if (suites != null) {
      tls.setIncludeCipherSuites(suites);
    }
    tls.setNeedClientAuth(settings.needsCertificate());
    return new SslConnectionFactory(tls, "http/1.1");
  }

  /**
   * Starts to serve.
   *
   * @param health asked for every request, by any thread
   * @param feed what the page shows
   * @param silences writes the silences that are asked for
   * @throws ConfigException if the address cannot be bound, or everyone would reach it and that is
   *     not declared
   */
  public static StatusServer start(
      HttpSettings settings,
      Metrics metrics,
      Supplier<Health> health,
      StatusFeed feed,
      SilenceWriter silences) {
    return start(settings, metrics, health, feed.api(), feed.silences(silences));
  }

  static StatusServer start(
      HttpSettings settings,
      Metrics metrics,
      Supplier<Health> health,
      Api api,
      SilenceRequests silences) {
    Access access = access(settings);
    Changes changes = new Changes(access, silences, InstantSource.system());
    Routes routes = new Routes(access, metrics, health, Optional.of(api));
    return start(settings, new StatusServer(settings, routes, Optional.of(changes)));
  }

  /**
   * Starts to serve metrics and health alone.
   *
   * @param health asked for every request, by any thread
   * @throws ConfigException as above
   */
  public static StatusServer start(
      HttpSettings settings, Metrics metrics, Supplier<Health> health) {
    Routes routes = new Routes(access(settings), metrics, health, Optional.empty());
    return start(settings, new StatusServer(settings, routes, Optional.empty()));
  }

  private static Access access(HttpSettings settings) {
    return Access.of(settings, new InetSocketAddress(settings.host(), 0).getAddress());
  }

  private static StatusServer start(HttpSettings settings, StatusServer status) {
    try {
      status.server.start();
      return status;
    } catch (Exception e) { // declared so by the server
      status.close();
      throw new ConfigException(
          "http",
          settings.host() + ":" + settings.port(),
          "cannot be listened on ("
              + e.getMessage()
              + "); choose another http.host, http.port or http.health-port, or port 0 for any free"
              + " one");
    }
  }

  /** Where it serves, with the port that was free if any was to be taken. */
  public URI address() {
    return address(
        main, main.getConnectionFactory(SslConnectionFactory.class) == null ? "http" : "https");
  }

  /** Where health is, too, if it has a port of its own. */
  Optional<URI> healthAddress() {
    return probes.map(connector -> address(connector, "http"));
  }

  private static URI address(ServerConnector connector, String scheme) {
    String host = connector.getHost();
    return URI.create(
        scheme
            + "://"
            + (host.contains(":") ? "[" + host + "]" : host)
            + ":"
            + connector.getLocalPort()
            + "/");
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) { // declared so by the server
      throw new IllegalStateException("the status server cannot be stopped", e);
    } finally {
      handling.close();
    }
  }
}
