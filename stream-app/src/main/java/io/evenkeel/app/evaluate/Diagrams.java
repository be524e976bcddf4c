package io.evenkeel.app.evaluate;

import io.evenkeel.core.score.ClasswiseEce;
import io.evenkeel.core.score.CorpDiagram;
import io.evenkeel.core.score.ReliabilityDiagram;
import io.evenkeel.core.score.UniformHistogram;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is drawn of a series, from its sample. Diagrams of single classes are in the bins of
 * verdicts, which tell rare predictions apart.
 *
 * @param topLabel of the most probable class; null for numbers
 * @param classOne of class 1 of two; null otherwise
 * @param corp of class 1 of two, without bins; null otherwise
 * @param classwise of each of more than two classes against the rest; null otherwise
 * @param pit of numbers; null for classes
 */
public record Diagrams(
    @Nullable ReliabilityDiagram topLabel,
    @Nullable ReliabilityDiagram classOne,
    @Nullable CorpDiagram corp,
    @Nullable ClasswiseEce classwise,
    @Nullable UniformHistogram pit) {
  /** Of no rows. */
  static final Diagrams NONE = new Diagrams(null, null, null, null, null);

  /** Of more classes the diagrams are left out. */
  static final int MOST_CLASSES = 10;

  /** Those of single classes, in their order; empty of two classes and of too many. */
  List<ReliabilityDiagram> ofClasses() {
    return classwise == null || classwise.diagrams().size() > MOST_CLASSES
        ? List.of()
        : classwise.diagrams();
  }
}
