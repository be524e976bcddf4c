package io.evenkeel.app.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.alert.Attribution.Carrier;
import io.evenkeel.app.alert.Attribution.Part;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.sequential.Evidence;
import io.evenkeel.schemas.Alert;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Segments of cases of which each is predicted to come true with 0.9. */
class AttributionTest {
  private static final double ALPHA = 0.05;

  /** Evidence of n cases that come true with the given probability. */
  private static Evidence evidence(int n, double truth, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Sketch sketch = SketchPlan.of(TargetSpace.classes(2), null).empty();
    for (int i = 0; i < n; i++) {
      int target = random.nextDouble() < truth ? 1 : 0;
      sketch.add(Categorical.of(0.1, 0.9), Target.ofClass(target));
    }
    return sketch.evidence();
  }

  private static Attribution attribute(long seed, int n, double... truths) {
    List<Evidence> segments = new ArrayList<>();
    for (double truth : truths) {
      segments.add(evidence(n, truth, seed * truths.length + segments.size()));
    }
    Evidence whole = segments.stream().reduce(Evidence::with).orElseThrow();
    List<Part> parts = new ArrayList<>();
    for (Evidence segment : segments) {
      parts.add(new Part("s" + parts.size(), segment, whole.without(segment)));
    }
    return Attribution.of(parts, List.of(), ALPHA);
  }

  private static List<String> names(Attribution attribution) {
    return attribution.standingOut().stream().map(Carrier::segment).toList();
  }

  @Test
  void aFaultThatAllShareRarelyNamesOne() {
    int named = 0;
    for (int seed = 0; seed < 300; seed++) {
      named += attribute(seed, 60, 0.7, 0.7, 0.7, 0.7, 0.7, 0.7, 0.7, 0.7).isFound() ? 1 : 0;
    }
    assertThat(named).isLessThanOrEqualTo((int) (300 * ALPHA));
  }

  @Test
  void aFaultOfOneNamesIt() {
    int named = 0;
    for (int seed = 0; seed < 50; seed++) {
      named += names(attribute(seed, 120, 0.9, 0.9, 0.4, 0.9, 0.9)).equals(List.of("s2")) ? 1 : 0;
    }
    assertThat(named).isGreaterThanOrEqualTo(48);
  }

  @Test
  void namesOfSegmentsAreReadWithoutBackslashes() {
    Carrier carrier = new Carrier("country=c\\=d", 20, 80, 9, 0, "biased");
    Attribution found = new Attribution(2, List.of(carrier), List.of());
    Attribution none = new Attribution(2, List.of(), List.of("country=c\\=d"));

    assertThat(found.inShort()).isEqualTo("; it is in country=c=d");
    assertThat(found.inWords().orElseThrow()).startsWith("Segment country=c=d stands out");
    assertThat(none.inWords().orElseThrow()).endsWith("firing by themselves: country=c=d.");
  }

  @Test
  void theWorstComesFirstAndThreeAreEnough() {
    Attribution found =
        attribute(1, 2000, 0.9, 0.7, 0.5, 0.6, 0.75, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9);

    assertThat(names(found)).containsExactly("s2", "s3", "s1");
    assertThat(found.compared()).isEqualTo(12);
  }

  @Test
  void aSegmentThatIsRightAmongWrongOnesIsNotNamed() {
    assertThat(names(attribute(2, 2000, 0.9, 0.6))).containsExactly("s1");
  }

  @Test
  void segmentsWithoutLabelsAreNotCompared() {
    Evidence none = evidence(0, 0.9, 1);
    Evidence some = evidence(100, 0.5, 1);

    Attribution found = Attribution.of(List.of(new Part("a", none, some)), List.of(), ALPHA);

    assertThat(found.compared()).isZero();
    assertThat(found.inWords()).isEmpty();
  }

  @Test
  void saysInWordsWhichAndWhetherTheOthersAreRight() {
    Attribution alone = attribute(3, 1000, 0.9, 0.9, 0.5);
    Attribution most = attribute(3, 1000, 0.85, 0.85, 0.7);

    assertThat(alone.inShort()).isEqualTo("; it is in s2");
    assertThat(most.inShort()).isEqualTo("; most in s2");
    assertThat(alone.inWords().orElseThrow())
        .startsWith(
            "Segment s2 stands out, with 1,000 of 3,000 labels: over-confident: temperature ")
        .endsWith(". Nothing speaks against the others.");
    assertThat(most.inWords().orElseThrow()).contains(". E-value against the others: ");
  }

  @Test
  void whatWasFoundIsNotTakenBack() {
    Attribution found = attribute(3, 1000, 0.9, 0.9, 0.5);
    Attribution none = attribute(3, 1000, 0.9, 0.9, 0.9);

    assertThat(names(none.or(found.standingOut()))).containsExactly("s2");
    assertThat(Attribution.NONE.or(found.standingOut()).inWords()).isEqualTo(found.inWords());
    assertThat(names(attribute(3, 1000, 0.5, 0.9, 0.9).or(found.standingOut())))
        .containsExactly("s0");
  }

  @Test
  void takesThePlaceOfWhatADescriptionSaidBefore() {
    Attribution found = attribute(3, 1000, 0.9, 0.9, 0.5);
    String words = found.inWords().orElseThrow();

    assertThat(found.into("How bad.\nSegments: none of 3 stands out so far.\nDo."))
        .isEqualTo("How bad.\n" + words + "\nDo.");
    assertThat(found.into("How bad.\nDo.")).isEqualTo("How bad.\n" + words + "\nDo.");
  }

  @Test
  void namesSegmentsThatFireByThemselves() {
    Part part = new Part("a", evidence(10, 0.9, 1), evidence(10, 0.9, 2));

    assertThat(Attribution.of(List.of(part), List.of("a", "b", "c", "d", "e"), ALPHA).inWords())
        .contains(
            "Segments: none of 1 stands out so far; firing by themselves: a, b, c and 2 more.");
  }

  @Test
  void tellsAnAlertNothingWithoutSegments() {
    Alert.Builder alert = Alert.newBuilder();

    Attribution.NONE.tell(alert);

    assertThat(alert.getSegmentsCompared()).isNull();
    assertThat(Attribution.NONE.inShort()).isEmpty();
  }
}
