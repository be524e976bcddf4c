package io.evenkeel.local;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Addresses that only this machine can reach. */
public final class Loopback {

  private Loopback() {}

  /**
   * Different free addresses, each as host:port. They are free when this returns; nothing keeps
   * another program from taking them before they are used.
   *
   * @param count how many, &ge; 1
   */
  public static List<String> freeAddresses(int count) throws IOException {
    List<ServerSocket> held = new ArrayList<>();
    try {
      List<String> addresses = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
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
}
