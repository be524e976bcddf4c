package io.evenkeel.core.simulation;

import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.OrderedClasses;
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

  /** Counts, rare and large ones too, and ordered classes. */
  static List<Setting> counts() {
    return List.of(
        poisson(0.05),
        poisson(3),
        poisson(200),
        negativeBinomial(),
        ordered(3),
        ordered(5),
        ordered(10));
  }

  static Setting poisson(double mean) {
    return new Setting(
        "Poisson mean=" + mean,
        r -> Counts.poisson(mean * r.nextDouble(0.5, 1.5)),
        TargetSpace.reals(1));
  }

  private static Setting negativeBinomial() {
    return new Setting(
        "negative binomial mean=10 size=0.3",
        r -> Counts.negativeBinomial(10 * r.nextDouble(0.5, 1.5), 0.3),
        TargetSpace.reals(1));
  }

  private static Setting ordered(int m) {
    Stream.Law law = Stream.dirichlet(m, 0.5);
    return new Setting(
        "ordered classes m=" + m, r -> new OrderedClasses(m).in(law.draw(r)), TargetSpace.reals(1));
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
