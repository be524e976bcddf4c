package io.evenkeel.local.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoopbackTest {

  @Test
  void findsDifferentFreeAddressesThatNoOutgoingConnectionTakes() throws Exception {
    // So many that it passes over some that it holds already: about ten.
    List<String> addresses = Loopback.freeAddresses(500);

    assertThat(addresses).hasSize(500).doesNotHaveDuplicates();
    for (String address : addresses) {
      int port = Integer.parseInt(address.substring(address.indexOf(':') + 1));
      assertThat(port).isBetween(Loopback.LOWEST_PORT, Loopback.HIGHEST_PORT);
      new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
    }
  }
}
