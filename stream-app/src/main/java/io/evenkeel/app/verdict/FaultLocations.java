package io.evenkeel.app.verdict;

import io.evenkeel.app.config.ClassNames;
import io.evenkeel.core.moments.Cme;
import io.evenkeel.core.moments.Contribution;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Univariate;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.TestLocation;
import io.evenkeel.schemas.VerdictWhere;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Where a model is wrong: the test locations that contribute most to the calibration mean
 * embedding.
 *
 * @param places the places that say most, the first most of all; those in the same words are one
 * @param tested the number of test locations
 */
record FaultLocations(List<Place> places, int tested) {
  private static final int MOST = 6;
  private static final NormalDistribution STANDARD = NormalDistribution.of(0, 1);

  /**
   * What one location says.
   *
   * @param kind which predictions are meant, in words
   * @param outcome which of their targets
   * @param contribution the mean of ζ: by how much more often such targets came than such
   *     predictions said, of all predictions, each counted by how much it is like them
   * @param standardError that it has if the model is calibrated
   */
  record Place(String kind, String outcome, double contribution, double standardError) {

    /** The place in short. */
    String label() {
      return outcome.isEmpty() ? kind : kind + ", " + outcome;
    }

    private double score() {
      return Math.abs(contribution) / standardError;
    }

    private String inWords() {
      String more = contribution > 0 ? "more often" : "less often";
      return outcome.isEmpty()
          ? "where " + kind + ": it comes true " + more
          : "where " + kind + ": " + outcome + " come " + more;
    }
  }

  /**
   * Where the model is wrong in the observations of a sketch.
   *
   * @param classes how to name them
   * @return no places without a label under a profile
   */
  static FaultLocations of(Sketch sketch, ClassNames classes) {
    Optional<Profile> profile = sketch.plan().profile();
    Optional<Cme> cme = sketch.cme().filter(embedding -> embedding.n() > 0);
    if (profile.isEmpty() || cme.isEmpty()) {
      return new FaultLocations(List.of(), 0);
    }
    List<TestLocation> locations = profile.get().locations();
    List<Place> places = new ArrayList<>();
    for (Contribution contribution : cme.get().contributions()) {
      Place place = place(locations.get(contribution.location()), contribution, classes);
      if (places.size() < MOST
          && places.stream().noneMatch(known -> known.label().equals(place.label()))) {
        places.add(place);
      }
    }
    return new FaultLocations(List.copyOf(places), locations.size());
  }

  private static Place place(TestLocation location, Contribution contribution, ClassNames classes) {
    return location.prediction() instanceof Categorical p
        ? ofClass(p, ((ClassLabel) location.target()).index(), contribution, classes)
        : new Place(
            "predictions are around " + median(location.prediction()),
            "targets near " + numbers((RealVector) location.target()),
            contribution.mean(),
            contribution.standardError());
  }

  /** Of two classes the first is described by the second. */
  private static Place ofClass(
      Categorical p, int index, Contribution contribution, ClassNames classes) {
    boolean other = p.classes() == 2 && index == 0;
    int named = other ? 1 : index;
    return new Place(
        classes.name(named) + " is predicted near " + probability(p.probability(named)),
        "",
        other ? -contribution.mean() : contribution.mean(),
        contribution.standardError());
  }

  private static String probability(double p) {
    return String.format(Locale.ROOT, p < 0.1 || p > 0.9 ? "%.2f" : "%.1f", p);
  }

  private static String median(PredictiveDistribution p) {
    return vector(
        IntStream.range(0, p.space().size())
            .mapToObj(i -> number(Univariate.coordinate(p, i).quantile(0.5)))
            .toList());
  }

  private static String numbers(RealVector target) {
    return vector(
        IntStream.range(0, target.dimension()).mapToObj(i -> number(target.get(i))).toList());
  }

  private static String vector(List<String> numbers) {
    return numbers.size() == 1
        ? numbers.get(0)
        : numbers.stream().collect(Collectors.joining(", ", "(", ")"));
  }

  private static String number(double x) {
    return String.format(Locale.ROOT, "%.3g", x);
  }

  /** The group of a verdict that says it; none without places. */
  Optional<VerdictWhere> group() {
    return places.isEmpty()
        ? Optional.empty()
        : Optional.of(
            VerdictWhere.newBuilder()
                .setPlaces(places.stream().map(Place::label).toList())
                .setContributions(places.stream().map(Place::contribution).toList())
                .setStandardErrors(places.stream().map(Place::standardError).toList())
                .build());
  }

  /**
   * The place that says most; empty if none of the locations says enough by itself, at the level
   * divided by their number.
   */
  String inWords(double alpha) {
    return places.stream()
        .findFirst()
        .filter(
            place -> place.score() > STANDARD.inverseSurvivalProbability(alpha / (2.0 * tested)))
        .map(place -> "most " + place.inWords() + " than predicted")
        .orElse("");
  }
}
