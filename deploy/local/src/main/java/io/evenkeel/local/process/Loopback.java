package io.evenkeel.local.process;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Addresses that only this machine can reach. */
public final class Loopback {

  /**
   * Below what systems give to connections that go out (Linux from 32768, macOS and Windows from
   * 49152): one of those could take a port between its choice here and its use.
   */
  static final int LOWEST_PORT = 20_000;

  static final int HIGHEST_PORT = 32_767;
  private static final int TRIES = 1_000;

  private Loopback() {}

  /**
   * Different free addresses, each as host:port. They are free when this returns; nothing keeps
   * another server from taking them before they are used, but each is one of many thousands.
   *
   * @param count how many, &ge; 1
   * @throws BindException if no port is free
   */
  public static List<String> freeAddresses(int count) throws IOException {
    List<ServerSocket> held = new ArrayList<>();
    try {
      List<String> addresses = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        ServerSocket socket = bindAny();
        held.add(socket);
        addresses.add(socket.getInetAddress().getHostAddress() + ":" + socket.getLocalPort());
      }
      return addresses;
    } finally {
      for (ServerSocket socket : held) {
        socket.close();
      }
    }
  }

  private static ServerSocket bindAny() throws IOException {
    for (int i = 0; i < TRIES; i++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST_PORT, HIGHEST_PORT + 1);
      try {
        return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
      } catch (BindException taken) {
        // Another one, then.
      }
    }
    throw new BindException("no port from " + LOWEST_PORT + " to " + HIGHEST_PORT + " is free");
  }
}
