package io.evenkeel.app.status;

import com.sun.net.httpserver.Headers;
import io.evenkeel.app.config.ConfigException;
import io.evenkeel.app.config.HttpSettings;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who may read. With a token: whoever sends it. Without one, unless it is open to all: whoever is
 * on this machine and asks for it by a name of this machine; a page from elsewhere that had its own
 * name resolved to the loopback address asks by that name, and is refused.
 */
final class Access {
  private static final String SCHEME = "Bearer ";
  private static final Pattern LOOPBACK_NAME =
      Pattern.compile(
          "(localhost|127(\\.\\d{1,3}){3}|\\[::1\\])(:\\d+)?", Pattern.CASE_INSENSITIVE);

  private final HttpSettings settings;

  private Access(HttpSettings settings) {
    this.settings = settings;
  }

  /**
   * The access that the settings give to those who reach the address.
   *
   * @throws ConfigException if others than this machine reach it, and neither a token is set nor is
   *     it declared open
   */
  static Access of(HttpSettings settings, @Nullable InetAddress address) {
    boolean elsewhere = address != null && !address.isLoopbackAddress();
    if (elsewhere && settings.token().isEmpty() && !settings.open()) {
      throw new ConfigException(
          "http.host",
          settings.host(),
          "can be reached from other machines; set http.token to a secret of at least 16"
              + " characters, or http.open to true if everyone there may read it");
    }
    return new Access(settings);
  }

  /** Why the sender of these headers may not read; empty if it may. */
  Optional<Answer> refusal(Headers headers) {
    if (settings.open()) {
      return Optional.empty();
    }
    if (settings.token().isEmpty()) {
      return isHere(headers.getFirst("Host"))
          ? Optional.empty()
          : Optional.of(
              Answer.error(
                  403,
                  "asked for by a name that is not one of this machine",
                  "use http://localhost, or set http.token, or http.open"));
    }
    return isToken(headers.getFirst("Authorization"))
        ? Optional.empty()
        : Optional.of(
            Answer.error(
                401, "the token is missing or wrong", "send the secret of the setting http.token"));
  }

  private static boolean isHere(@Nullable String host) {
    return host != null && LOOPBACK_NAME.matcher(host).matches();
  }

  /** Takes the same time wherever the first difference is. */
  private boolean isToken(@Nullable String authorization) {
    return authorization != null
        && authorization.startsWith(SCHEME)
        && MessageDigest.isEqual(
            bytes(authorization.substring(SCHEME.length())), bytes(settings.token()));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
