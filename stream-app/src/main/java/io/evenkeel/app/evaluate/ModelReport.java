package io.evenkeel.app.evaluate;

import io.evenkeel.app.config.CalibrationNotion;
import io.evenkeel.app.recalibrate.MapTrial;
import java.util.List;
import java.util.Optional;

/**
 * What the data says of a model.
 *
 * @param model its name
 * @param calibration what of its predictions is judged
 * @param kernel of its SKCE and CKCE
 * @param rows what became of its rows
 * @param whole of all its labelled rows
 * @param segments of its segments with the most labels, in the order of their names
 * @param chunks in the order of time; empty where none were asked for
 * @param shifts how chunks compare with those of the reference; empty without one
 * @param recalibration what a map is worth, if one was asked for and there are labels
 * @param waiting what is expected of rows without a label, if there are any since the last label
 * @param segmentsLeftOut the number of segments that were not judged, or fewer, beyond 10,000
 */
public record ModelReport(
    String model,
    CalibrationNotion calibration,
    NamedKernel kernel,
    RowCounts rows,
    SeriesReport whole,
    List<SeriesReport> segments,
    List<ChunkReport> chunks,
    List<ChunkShift> shifts,
    Optional<MapTrial> recalibration,
    Optional<Waiting> waiting,
    long segmentsLeftOut) {

  /** Copies the lists. */
  public ModelReport {
    segments = List.copyOf(segments);
    chunks = List.copyOf(chunks);
    shifts = List.copyOf(shifts);
  }

  /** A quantity for people, who call an event by its name. */
  String words(Quantity quantity) {
    return calibration.isOfEvent() && quantity == Quantity.ECE
        ? "ECE, likelier of the two, 15 bins"
        : named(quantity.words());
  }

  /** Words that speak of class 1, which may be an event with a name. */
  String named(String words) {
    return calibration.names().in(words);
  }

  /** The score that is shown of segments beside the log loss. */
  Quantity score() {
    return whole.measure(Quantity.BRIER).isPresent() ? Quantity.BRIER : Quantity.CRPS;
  }
}
