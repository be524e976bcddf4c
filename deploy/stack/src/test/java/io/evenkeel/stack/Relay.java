package io.evenkeel.stack;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** An address on loopback that is another one while it is open, and else refuses to answer. */
final class Relay implements AutoCloseable {
  private final ServerSocket socket;
  private final String host;
  private final int port;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger refused = new AtomicInteger();
  private final Set<Socket> passing = ConcurrentHashMap.newKeySet();
  private volatile boolean open;

  private Relay(ServerSocket socket, String host, int port) {
    this.socket = socket;
    this.host = host;
    this.port = port;
  }

  static Relay shut(String host, int port) throws IOException {
    ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Relay relay = new Relay(socket, host, port);
    relay.threads.execute(relay::accept);
    return relay;
  }

  String address() {
    return socket.getInetAddress().getHostAddress() + ":" + socket.getLocalPort();
  }

  /** How many connections were refused. */
  int refused() {
    return refused.get();
  }

  void open() {
    open = true;
  }

  /** Ends all connections and refuses others until it is opened again. */
  void cut() throws IOException {
    open = false;
    for (Socket client : passing) {
      client.close();
    }
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        if (open) {
          Socket target = new Socket(host, port);
          passing.add(client);
          threads.execute(() -> pass(client, target));
          threads.execute(() -> pass(target, client));
        } else {
          refused.incrementAndGet();
          client.close();
        }
      } catch (IOException e) {
        // Closed, or one connection failed: the client sees it.
      }
    }
  }

  private void pass(Socket from, Socket to) {
    try (from;
        to;
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      in.transferTo(out);
    } catch (IOException e) {
      // One side ended the connection.
    } finally {
      passing.remove(from);
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    threads.shutdownNow();
  }
}
