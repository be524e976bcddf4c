package io.evenkeel.app.evaluate;

import io.evenkeel.core.score.ReliabilityDiagram;
import io.evenkeel.core.score.UniformHistogram;
import org.jspecify.annotations.Nullable;

/**
 * What is drawn of a series, from its sample.
 *
 * @param topLabel of the most probable class; null for numbers
 * @param classOne of class 1 of two, in the bins of verdicts, which tell rare predictions apart;
 *     null otherwise
 * @param pit of numbers; null for classes
 */
public record Diagrams(
    @Nullable ReliabilityDiagram topLabel,
    @Nullable ReliabilityDiagram classOne,
    @Nullable UniformHistogram pit) {}
