package io.evenkeel.app.verdict;

/**
 * What a verdict rests on, so that it can be made again.
 *
 * @param since predictions made from then on count as evidence of the series, milliseconds since
 *     1970
 * @param through predictions made before then do
 * @param sources offsets that hold the predictions and labels of the evidence and of the window
 * @param settings hash of the settings of the model, and of the file that windows are compared with
 */
public record Provenance(long since, long through, Sources sources, String settings) {}
