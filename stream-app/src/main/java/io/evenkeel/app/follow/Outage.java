package io.evenkeel.app.follow;

import io.evenkeel.app.serde.RegistryException;
import java.io.InterruptedIOException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.util.List;
import javax.net.ssl.SSLException;
import org.apache.kafka.common.errors.RetriableException;

/** What is no fault of a record: it can be read once something else is there again. */
public final class Outage {
  private static final List<Class<? extends Throwable>> KINDS =
      List.of(
          RegistryException.class,
          RetriableException.class,
          SocketException.class,
          UnknownHostException.class,
          InterruptedIOException.class,
          HttpTimeoutException.class,
          SSLException.class);

  private Outage() {}

  /** Whether it is among the causes of an error. */
  public static boolean causes(Throwable error) {
    for (Throwable t = error; t != null; t = t.getCause()) {
      Throwable cause = t;
      if (KINDS.stream().anyMatch(kind -> kind.isInstance(cause))) {
        return true;
      }
    }
    return false;
  }
}
