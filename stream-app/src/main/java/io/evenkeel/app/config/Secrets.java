package io.evenkeel.app.config;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Finds what must never be printed or logged, by the name of a setting or by the value itself. */
public final class Secrets {
  private static final String MASKED = "[hidden]";

  /**
   * Names: {@code sasl.jaas.config}, {@code ssl.key.password}, {@code ssl.keystore.key}, {@code
   * bearer.auth.token}, {@code basic.auth.user.info}, {@code clientSecret} ... Rather too much than
   * too little: {@code sasl.oauthbearer.token.endpoint.url} is masked as well.
   */
  private static final Pattern SECRET_NAME =
      Pattern.compile(
          "passw(or)?d|passphrase|token|jaas|secret|credential|user[._-]?info"
              + "|privacy[._-]key|private[._-]?key|api[._-]?key|access[._-]?key|keystore[._-]key$");

  /** Values: PEM keys and login modules, wherever they stand. */
  private static final Pattern SECRET_VALUE = Pattern.compile("PRIVATE KEY|LoginModule");

  private static final Pattern USER_IN_URL = Pattern.compile("(?<=://)[^/?#\\s]*@");

  private Secrets() {}

  /** Whether the setting of this name holds a secret; the path of a file with one is none. */
  public static boolean isSecret(String path) {
    String name = path.toLowerCase(Locale.ROOT);
    return !name.endsWith("-file") && SECRET_NAME.matcher(name).find();
  }

  /** The value as it may be shown: whole, without the user of a URL, or not at all. */
  public static String mask(String path, String value) {
    if (isSecret(path) || SECRET_VALUE.matcher(value).find()) {
      return MASKED;
    }
    return USER_IN_URL.matcher(value).replaceAll(MASKED + "@");
  }

  /** The settings as they may be shown, in order of their names. */
  static Map<String, String> mask(Map<String, String> settings) {
    Map<String, String> masked = new TreeMap<>();
    settings.forEach((path, value) -> masked.put(path, mask(path, value)));
    return masked;
  }
}
