package io.evenkeel.core.simulation;

import io.evenkeel.core.prediction.TargetSpace;
import java.util.List;

/**
 * A law of predictions with a name.
 *
 * @param name what it is called in tables
 * @param law the law
 * @param space the space of the targets
 */
record Setting(String name, Stream.Law law, TargetSpace space) {

  /** Two kinds of prediction, each in a small and a large space. */
  static List<Setting> all() {
    return List.of(classes(2), classes(10), normals(1), normals(10));
  }

  static Setting classes(int m) {
    return new Setting("classes m=" + m, Stream.dirichlet(m, 0.5), TargetSpace.classes(m));
  }

  static Setting normals(int d) {
    return new Setting("normal d=" + d, Stream.normals(d), TargetSpace.reals(d));
  }

  @Override
  public String toString() {
    return name;
  }
}
