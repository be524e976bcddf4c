package io.evenkeel.stack;

import java.util.List;

/** What may stand around the application, and the package of Debian that brings it. */
enum Part {
  POSTGRESQL(
      "PostgreSQL", "postgresql", List.of("setpriv", "initdb", "postgres", "pg_isready", "psql")),
  PROMETHEUS("Prometheus", "prometheus", List.of("setpriv", "prometheus")),
  ALERTMANAGER(
      "Alertmanager", "prometheus-alertmanager", List.of("setpriv", "prometheus-alertmanager"));

  private final String title;
  private final String debian;
  private final List<String> programs;

  Part(String title, String debian, List<String> programs) {
    this.title = title;
    this.debian = debian;
    this.programs = programs;
  }

  /** The package that brings it. */
  String debian() {
    return debian;
  }

  /** Its programs that this machine lacks. */
  List<String> missing() {
    return programs.stream().filter(program -> Programs.find(program).isEmpty()).toList();
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
}
