package io.evenkeel.stack;

import java.util.List;

/** What may stand around the application, and the package of Debian that brings it. */
enum Part {
  POSTGRESQL("PostgreSQL", "postgresql"),
  PROMETHEUS("Prometheus", "prometheus"),
  ALERTMANAGER("Alertmanager", "prometheus-alertmanager");

  private final String title;
  private final String debian;

  Part(String title, String debian) {
    this.title = title;
    this.debian = debian;
  }

  /** The package that brings it. */
  String debian() {
    return debian;
  }

  /** Its programs that this machine lacks. */
  List<String> missing() {
    return programs().stream().filter(program -> Programs.find(program).isEmpty()).toList();
  }

  /** Whether this machine has all of its programs. */
  boolean present() {
    return missing().isEmpty();
  }

  /** Its name for readers. */
  @Override
  public String toString() {
    return title;
  }

  private List<String> programs() {
    return switch (this) {
      case POSTGRESQL -> List.of("setpriv", "initdb", "postgres", "pg_isready", "psql");
      case PROMETHEUS -> List.of("setpriv", "prometheus");
      case ALERTMANAGER -> List.of("setpriv", "prometheus-alertmanager");
    };
  }
}
