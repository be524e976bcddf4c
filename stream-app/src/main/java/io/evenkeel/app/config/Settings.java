package io.evenkeel.app.config;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Every setting there is, and where it may stand. */
final class Settings {
  /** The settings of all models that do not say otherwise. */
  static final String DEFAULTS = "defaults.";

  /** The settings of one model, whose name follows. */
  static final String MODELS = "models.";

  /**
   * A setting in the scope of the application, of the defaults or of one model.
   *
   * @param scope empty, {@code defaults.} or {@code models.NAME.}
   * @param path the rest
   */
  record Place(String scope, String path) {
    @Override
    public String toString() {
      return scope + path;
    }
  }

  private Settings() {}

  /** The settings that may stand in the scope. */
  static List<Setting<?>> of(String scope) {
    return scope.isEmpty() ? AppConfig.SETTINGS : ModelSettings.SETTINGS;
  }

  /**
   * The place of a full path. A model's name may contain dots: no setting's path is the end of
   * another's.
   */
  static Place place(String full) {
    if (full.startsWith(DEFAULTS)) {
      return new Place(DEFAULTS, full.substring(DEFAULTS.length()));
    }
    if (!full.startsWith(MODELS)) {
      return new Place("", full);
    }
    for (Setting<?> setting : ModelSettings.SETTINGS) {
      if (full.endsWith("." + setting.path())
          && full.length() > MODELS.length() + setting.path().length() + 1) {
        int end = full.length() - setting.path().length();
        return new Place(full.substring(0, end), setting.path());
      }
    }
    int end = full.indexOf('.', MODELS.length()) + 1;
    return end == 0 ? new Place("", full) : new Place(full.substring(0, end), full.substring(end));
  }

  /** Refuses a place where no setting stands, and says which one is nearest. */
  static void check(Place place, String origin) {
    if (of(place.scope()).stream().noneMatch(setting -> covers(setting, place.path()))) {
      throw new ConfigException(place.path(), "there is no such setting; " + hint(place))
          .at(place.toString(), origin);
    }
  }

  private static String hint(Place place) {
    return Optional.of(nearest(place))
        .filter(path -> isNear(path, place.toString()))
        .or(() -> section(place))
        .map(path -> "did you mean " + path + "?")
        .orElse("'evenkeel describe config' lists all");
  }

  /** Whether it may be meant: less than half of it is another. */
  private static boolean isNear(String path, String other) {
    return path.endsWith("." + other) || 2 * distance(path, other) < path.length();
  }

  /** The settings whose path begins nearly so. */
  private static Optional<String> section(Place place) {
    String head = head(place.toString());
    return Stream.concat(
            AppConfig.SETTINGS.stream().map(Setting::path), Stream.of(DEFAULTS, MODELS))
        .map(Settings::head)
        .min(Comparator.comparingInt(section -> distance(section, head)))
        .filter(section -> isNear(section, head))
        .map(section -> section + ".*");
  }

  private static String head(String path) {
    int dot = path.indexOf('.');
    return dot < 0 ? path : path.substring(0, dot);
  }

  /**
   * The path that ends so, or else differs least, among those of the scope, and of models if there
   * is no scope.
   */
  private static String nearest(Place place) {
    Stream<String> own = of(place.scope()).stream().map(setting -> place.scope() + setting.path());
    Stream<String> shared =
        place.scope().isEmpty()
            ? Stream.of(DEFAULTS, MODELS + "NAME.")
                .flatMap(scope -> of(scope).stream().map(setting -> scope + setting.path()))
            : Stream.empty();
    return Stream.concat(own, shared)
        .min(
            Comparator.comparing((String path) -> !path.endsWith("." + place))
                .thenComparingInt(path -> distance(path, place.toString())))
        .orElseThrow();
  }

  /** Whether settings stand below the path. */
  static boolean isSection(String scope, String path) {
    return of(scope).stream().anyMatch(setting -> setting.path().startsWith(path + "."));
  }

  private static int distance(String path, String other) {
    return LevenshteinDistance.getDefaultInstance().apply(path, other);
  }

  private static boolean covers(Setting<?> setting, String path) {
    String own = setting.path();
    return own.endsWith(".*")
        ? path.length() > own.length() - 1 && path.startsWith(own.substring(0, own.length() - 1))
        : path.equals(own);
  }
}
