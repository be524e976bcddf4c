package io.evenkeel.app.status;

import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictDiagrams;
import io.evenkeel.schemas.VerdictScores;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The sum of windows of a series of which no two overlap, so that no label counts twice.
 *
 * @param verdicts on these windows, in the order of time
 * @param leftOut how many windows are left out, since they overlap these
 */
record WindowSum(List<Verdict> verdicts, int leftOut) {

  WindowSum {
    verdicts = List.copyOf(verdicts);
  }

  /**
   * As many windows as fit before each other, from the newest on.
   *
   * @param windows in the order of their start; at least one
   */
  static WindowSum of(List<JudgedWindow> windows) {
    List<Verdict> apart = new ArrayList<>();
    long next = Long.MAX_VALUE;
    for (int i = windows.size() - 1; i >= 0; i--) {
      JudgedWindow window = windows.get(i);
      if (window.end() <= next) {
        apart.add(0, window.verdict());
        next = window.start();
      }
    }
    return new WindowSum(apart, windows.size() - apart.size());
  }

  /** A number of each verdict, added up. */
  long total(ToLongFunction<Verdict> number) {
    return verdicts.stream().mapToLong(number).sum();
  }

  /** Mean scores of all labels; null without labels. */
  @Nullable VerdictScores scores() {
    return verdicts.stream().allMatch(verdict -> verdict.getScores() == null)
        ? null
        : VerdictScores.newBuilder()
            .setLogLoss(mean(VerdictScores::getLogLoss))
            .setBrier(mean(VerdictScores::getBrier))
            .setAccuracy(mean(VerdictScores::getAccuracy))
            .setCrps(mean(VerdictScores::getCrps))
            .build();
  }

  private @Nullable Double mean(Function<VerdictScores, @Nullable Double> score) {
    double sum = 0;
    long labels = 0;
    for (Verdict verdict : verdicts) {
      Double mean = verdict.getScores() == null ? null : score.apply(verdict.getScores());
      if (mean != null) {
        sum += verdict.getLabelled() * mean;
        labels += verdict.getLabelled();
      }
    }
    return labels == 0 ? null : (Double) (sum / labels);
  }

  /** The diagrams of all labels; null without labels. */
  @Nullable VerdictDiagrams diagrams() {
    List<VerdictDiagrams> all =
        verdicts.stream().map(Verdict::getDiagrams).filter(Objects::nonNull).toList();
    List<Bin> top =
        sum(
            all,
            d ->
                Bin.of(
                    d.getReliabilityCounts(),
                    d.getReliabilityConfidences(),
                    d.getReliabilityFrequencies()));
    List<Bin> event =
        sum(
            all,
            d -> Bin.of(d.getEventCounts(), d.getEventProbabilities(), d.getEventFrequencies()));
    List<Bin> pit = sum(all, d -> Bin.of(d.getPitCounts()));
    return all.isEmpty()
        ? null
        : VerdictDiagrams.newBuilder()
            .setReliabilityCounts(each(top, Bin::count))
            .setReliabilityConfidences(each(top, Bin::meanSaid))
            .setReliabilityFrequencies(each(top, Bin::meanCame))
            .setEventCounts(each(event, Bin::count))
            .setEventProbabilities(each(event, Bin::meanSaid))
            .setEventFrequencies(each(event, Bin::meanCame))
            .setPitCounts(each(pit, Bin::count))
            .build();
  }

  private static List<Bin> sum(
      List<VerdictDiagrams> all, Function<VerdictDiagrams, List<Bin>> bins) {
    List<List<Bin>> lists = all.stream().map(bins).filter(list -> !list.isEmpty()).toList();
    if (lists.isEmpty()) {
      return List.of();
    }
    // Another release may have had other bins.
    int size = lists.get(lists.size() - 1).size();
    return IntStream.range(0, size)
        .mapToObj(
            k ->
                lists.stream()
                    .filter(list -> list.size() == size)
                    .map(list -> list.get(k))
                    .reduce(Bin.EMPTY, Bin::plus))
        .toList();
  }

  private static <T> @Nullable List<T> each(List<Bin> bins, Function<Bin, T> value) {
    return bins.isEmpty() ? null : bins.stream().map(value).toList();
  }

  /** A bin of a diagram: its cases, and the sums of what predictions said and of what came. */
  private record Bin(long count, double said, double came) {
    private static final Bin EMPTY = new Bin(0, 0, 0);

    /** Bins whose means are known, of which those without cases have none. */
    private static List<Bin> of(
        @Nullable List<Long> counts, @Nullable List<Double> said, @Nullable List<Double> came) {
      return counts == null || said == null || came == null
          ? List.of()
          : IntStream.range(0, counts.size())
              .mapToObj(
                  k -> {
                    long n = counts.get(k);
                    return n == 0 ? EMPTY : new Bin(n, n * said.get(k), n * came.get(k));
                  })
              .toList();
    }

    private static List<Bin> of(@Nullable List<Long> counts) {
      return counts == null ? List.of() : counts.stream().map(n -> new Bin(n, 0, 0)).toList();
    }

    private Bin plus(Bin other) {
      return new Bin(count + other.count, said + other.said, came + other.came);
    }

    private double meanSaid() {
      return said / count;
    }

    private double meanCame() {
      return came / count;
    }
  }
}
