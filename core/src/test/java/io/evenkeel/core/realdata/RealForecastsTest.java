package io.evenkeel.core.realdata;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.sequential.Evidence;
import io.evenkeel.core.simulation.Observation;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What recalibration evidence says of real forecasts at α = 0.01. */
class RealForecastsTest {
  private static final double ALPHA = 0.01;

  /**
   * The course of the evidence.
   *
   * @param largestLog the largest log e-value that was ever reached
   * @param firstRejection the first label with which the e-value reached 1/α, 0 if none
   * @param end the evidence after all labels
   */
  private record Course(double largestLog, int firstRejection, Evidence end) {

    static Course of(String name, List<Observation> observations) {
      Sketch sketch = SketchPlan.of(observations.get(0).prediction().space(), null).empty();
      double largest = 0;
      int first = 0;
      for (int t = 0; t < observations.size(); t++) {
        sketch.add(observations.get(t).prediction(), observations.get(t).target());
        Evidence evidence = sketch.evidence();
        largest = Math.max(largest, evidence.logEValue());
        if (first == 0 && evidence.rejects(ALPHA)) {
          first = t + 1;
        }
      }
      Course course = new Course(largest, first, sketch.evidence());
      System.out.printf(
          Locale.ROOT,
          "%s: %d labels, largest e-value %.3g, at 100 after %d labels, gain %.5f nats: %s%n",
          name,
          observations.size(),
          Math.exp(largest),
          first,
          course.end.gain(),
          course.end.describe());
      return course;
    }
  }

  @Test
  void staysQuietOnBaseball() {
    assertThat(Course.of("fte_mlb", RealForecasts.baseball()).firstRejection()).isZero();
  }

  @Test
  void staysQuietOnSoccer() {
    assertThat(Course.of("fte_soccer", RealForecasts.soccer()).firstRejection()).isZero();
  }

  @Test
  void findsTheOverConfidentNetworkSoon() {
    Course course = Course.of("cifar10_vgg16", RealForecasts.images());

    assertThat(course.firstRejection()).isBetween(1, 200);
    assertThat(course.end().describe()).startsWith("over-confident");
  }

  @Test
  void staysQuietOnTheCensusOfTheFirstYear() {
    assertThat(Course.of("census 2015", RealForecasts.census("2015")).firstRejection()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2016", "2017", "2018"})
  void findsTheDriftOfTheCensusInEveryLaterYear(String year) {
    Course course = Course.of("census " + year, RealForecasts.census(year));

    assertThat(course.end().rejects(ALPHA)).isTrue();
    assertThat(course.end().describe()).contains("class 1 predicted too rarely");
  }

  /** The ranks of the README: .277 below all eight members, .464 above. */
  @Test
  void findsTheEnsembleOfTemperaturesTooNarrowSoon() {
    Course course = Course.of("uw_srft ensemble", RealForecasts.temperatures());

    assertThat(course.firstRejection()).isBetween(1, 200);
    assertThat(course.end().describe()).contains("too narrow");
  }

  @Test
  void findsTheQuantilesOfInfluenzaTooNarrow() {
    for (String horizon : List.of("1", "4")) {
      Course course = Course.of("flusight " + horizon + " weeks", RealForecasts.influenza(horizon));
      assertThat(course.end().rejects(ALPHA)).isTrue();
    }
  }
}
