package io.evenkeel.app.status;

import io.evenkeel.app.config.ConfigException;
import io.evenkeel.app.config.HttpSettings;
import java.net.InetAddress;
import java.util.Optional;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;

/**
 * Who may read: who asks by a name that this machine goes by and, if there is a token, sends it. A
 * page from elsewhere that had its own name resolved to this machine asks by that name, and is
 * refused. Who may change something: who may read, and has sent a token to do so.
 */
final class Access {
  private static final String SCHEME = "Bearer ";

  /** A page can have a name resolved to any machine, but never an address. */
  private static final Pattern ADDRESS =
      Pattern.compile(
          "localhost|\\d{1,3}(\\.\\d{1,3}){3}|\\[[0-9a-f:.]+\\]", Pattern.CASE_INSENSITIVE);

  private static final Pattern PORT = Pattern.compile(":\\d+$");

  /** What a browser says of a page: its address without the path. */
  private static final Pattern SITE = Pattern.compile("^(https?://[^/?#]+).*", Pattern.DOTALL);

  private final HttpSettings settings;
  private final Tokens tokens;

  private Access(HttpSettings settings) {
    this.settings = settings;
    this.tokens = new Tokens(settings);
  }

  /**
   * The access that the settings give to those who reach the address.
   *
   * @throws ConfigException if others than this machine reach it, and neither a token or
   *     certificate is asked for nor is it declared open, or the tokens cannot be read
   */
  static Access of(HttpSettings settings, @Nullable InetAddress address) {
    boolean elsewhere = address != null && !address.isLoopbackAddress();
    boolean closed = settings.needsToken() || settings.needsCertificate();
    if (elsewhere && !closed && !settings.open()) {
      throw new ConfigException(
          "http.host",
          settings.host(),
          "can be reached from other machines; set http.token to a secret of at least 16"
              + " characters, or http.open to true if everyone there may read it");
    }
    return new Access(settings);
  }

  /** Why the sender of these headers may not read; empty if it may. */
  Optional<HttpResponse> refusal(HttpFields headers) {
    if (!isOurs(headers.get(HttpHeader.HOST))) {
      return Optional.of(
          HttpResponse.error(
              403,
              "asked for by a name that is not one of this machine",
              "use its address or http://localhost, or add the name to http.names"));
    }
    if (settings.needsToken() && !showsToken(headers.get(HttpHeader.AUTHORIZATION))) {
      return Optional.of(
          HttpResponse.error(
              401,
              "the token is missing or wrong",
              "send the secret of the setting http.token or http.token-file"));
    }
    return Optional.empty();
  }

  /** Why the sender of these headers may not change anything; empty if it may. */
  Optional<HttpResponse> refusalOfChange(HttpFields headers) {
    return refusal(headers).or(() -> refusalOfWriter(headers));
  }

  private Optional<HttpResponse> refusalOfWriter(HttpFields headers) {
    if (!settings.needsToken()) {
      return Optional.of(
          HttpResponse.error(
              403,
              "without a token everyone may read, and nothing may be changed",
              "set http.token or http.token-file, or use 'evenkeel silence'"));
    }
    // No page from elsewhere has the token; should one get hold of it, its browser still says so.
    String origin = headers.get(HttpHeader.ORIGIN);
    return origin == null || isOurOrigin(origin, headers.get(HttpHeader.HOST))
        ? Optional.empty()
        : Optional.of(
            HttpResponse.error(
                403,
                "the request comes from a page of another site",
                "if a proxy changes the name by which it asks, set http.public-url to the address of"
                    + " this page"));
  }

  /** A proxy may end TLS, so only host and port are compared with what was asked for. */
  private boolean isOurOrigin(String origin, @Nullable String host) {
    String site = SITE.matcher(settings.publicUrl()).replaceFirst("$1");
    return origin.equalsIgnoreCase(site)
        || origin.equalsIgnoreCase("http://" + host)
        || origin.equalsIgnoreCase("https://" + host);
  }

  private boolean isOurs(@Nullable String host) {
    if (host == null) {
      return false;
    }
    String name = PORT.matcher(host).replaceFirst("");
    return ADDRESS.matcher(name).matches()
        || settings.names().stream().anyMatch(own -> own.equals("*") || own.equalsIgnoreCase(name));
  }

  /** The name of the scheme may be written in any case, the secret may not. */
  private boolean showsToken(@Nullable String authorization) {
    return authorization != null
        && authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        && tokens.has(authorization.substring(SCHEME.length()).strip());
  }
}
