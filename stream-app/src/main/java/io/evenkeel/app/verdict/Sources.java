package io.evenkeel.app.verdict;

import io.evenkeel.schemas.VerdictProvenance;
import io.evenkeel.schemas.internal.SourceOffsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/**
 * The offsets of predictions and labels that something rests on: of each source partition one range
 * that holds all of them.
 *
 * @param offsets in ascending order of the partition, of which each has one item
 */
public record Sources(List<SourceOffsets> offsets) {
  /** What rests on nothing. */
  public static final Sources NONE = new Sources(List.of());

  /** Copies the list. */
  public Sources {
    offsets = List.copyOf(offsets);
  }

  /** The smallest ranges that hold all of these. */
  public static Sources of(Collection<SourceOffsets> ranges) {
    TreeMap<Integer, SourceOffsets> merged = new TreeMap<>();
    ranges.forEach(range -> merged.merge(range.getPartition(), range, Sources::span));
    return new Sources(List.copyOf(merged.values()));
  }

  private static SourceOffsets span(SourceOffsets a, SourceOffsets b) {
    return new SourceOffsets(
        a.getPartition(),
        Math.min(a.getPredictionsFrom(), b.getPredictionsFrom()),
        Math.max(a.getPredictionsThrough(), b.getPredictionsThrough()),
        Math.min(a.getLabelsFrom(), b.getLabelsFrom()),
        Math.max(a.getLabelsThrough(), b.getLabelsThrough()));
  }

  /** What a verdict says that it rests on. */
  public static Sources of(VerdictProvenance provenance) {
    List<SourceOffsets> offsets = new ArrayList<>();
    for (int i = 0; i < provenance.getPartitions().size(); i++) {
      offsets.add(
          new SourceOffsets(
              provenance.getPartitions().get(i),
              provenance.getPredictionsFrom().get(i),
              provenance.getPredictionsThrough().get(i),
              provenance.getLabelsFrom().get(i),
              provenance.getLabelsThrough().get(i)));
    }
    return new Sources(offsets);
  }

  /** The smallest ranges that hold these and those. */
  public Sources with(Collection<SourceOffsets> others) {
    List<SourceOffsets> all = new ArrayList<>(offsets);
    all.addAll(others);
    return of(all);
  }

  /** The group of a verdict that says it. */
  VerdictProvenance group(String configHash) {
    return VerdictProvenance.newBuilder()
        .setConfigHash(configHash)
        .setPartitions(offsets.stream().map(SourceOffsets::getPartition).toList())
        .setPredictionsFrom(offsets.stream().map(SourceOffsets::getPredictionsFrom).toList())
        .setPredictionsThrough(offsets.stream().map(SourceOffsets::getPredictionsThrough).toList())
        .setLabelsFrom(offsets.stream().map(SourceOffsets::getLabelsFrom).toList())
        .setLabelsThrough(offsets.stream().map(SourceOffsets::getLabelsThrough).toList())
        .build();
  }
}
