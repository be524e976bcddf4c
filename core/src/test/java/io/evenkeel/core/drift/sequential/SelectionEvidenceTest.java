package io.evenkeel.core.drift.sequential;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.drift.Feature;
import io.evenkeel.core.drift.Features;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SelectionEvidenceTest {
  private static final long PANE = 600_000;
  private static final DriftDesign DESIGN = DriftDesign.days(PANE, 0.01);

  private final Random random = new Random(3);
  private final Features features =
      new Features(List.of(Feature.of("x", random.doubles(256).toArray())), 1);

  /** Adds a pane of 100 cases, of which a share has labels that favours large values. */
  private void add(SelectionEvidence evidence, int pane, double share, double slope) {
    add(evidence, pane, 100, share, slope);
  }

  private void add(SelectionEvidence evidence, int pane, int cases, double share, double slope) {
    double[] all = new double[features.length()];
    double[] labelled = new double[features.length()];
    for (int i = 0; i < cases; i++) {
      double x = random.nextDouble();
      features.add(all, 0, feature -> x, 1);
      if (random.nextDouble() < share + slope * (x - 0.5)) {
        features.add(labelled, 0, feature -> x, 1);
      }
    }
    evidence.add(pane * PANE, all, labelled);
  }

  @Test
  void staysQuietOnLabelsThatComeAtRandom() {
    for (double share : new double[] {0.05, 0.5, 0.95}) {
      SelectionEvidence evidence = SelectionEvidence.empty(features, DESIGN);
      for (int pane = 0; pane < 300; pane++) {
        add(evidence, pane, share, 0);
      }
      assertThat(evidence.inform().alarms()).isFalse();
      assertThat(evidence.page().alarms()).isFalse();
    }
  }

  /** Half of the cases labelled is where bounds that draw with replacement see nothing. */
  @Test
  void seesThatLabelsPreferLargeValues() {
    SelectionEvidence evidence = SelectionEvidence.empty(features, DESIGN);
    for (int pane = 0; pane < 200; pane++) {
      add(evidence, pane, 0.5, pane < 100 ? 0 : 0.5);
    }

    FeatureEvidence x = evidence.inform().features().get(0);
    assertThat(x.isNamed()).isTrue();
    FeatureChange change = x.drift().orElseThrow();
    assertThat(change.since()).isBetween(90 * PANE, 115 * PANE);
    assertThat(change.direction().kind()).isEqualTo(Direction.Kind.HIGHER);
    assertThat(change.shift()).isBetween(0.05, 0.5);
  }

  /**
   * Labelled cases have density 1 + 1.6 (x − 1/2), so that the mean of Φ⁻¹(x) is 1.6 / (2√π) there.
   */
  @Test
  void saysHowFarLabelsPreferLargeValuesBySmallPanes() {
    int zeros = 0;
    int right = 0;
    for (int repetition = 0; repetition < 40; repetition++) {
      SelectionEvidence evidence = SelectionEvidence.empty(features, DESIGN);
      int pane = 0;
      while (!evidence.page().alarms() || pane < 100) {
        add(evidence, pane++, 20, 0.5, 0.8);
      }
      FeatureChange change = evidence.page().features().get(0).drift().orElseThrow();
      zeros += change.interval().orElseThrow().contains(0) ? 1 : 0;
      right += change.interval().orElseThrow().contains(0.8 / Math.sqrt(Math.PI)) ? 1 : 0;
    }
    assertThat(zeros).isZero();
    assertThat(right).isGreaterThanOrEqualTo(38);
  }

  /** Small and large values come in turn: the half that the newest pane has is not all cases. */
  @Test
  void comparesWithTheCasesOfAllPanesSinceTheChange() {
    SelectionEvidence evidence = SelectionEvidence.empty(features, DESIGN);
    for (int pane = 0; pane < 200 || !evidence.page().alarms(); pane++) {
      double[] all = new double[features.length()];
      double[] labelled = new double[features.length()];
      for (int i = 0; i < 20; i++) {
        double within = random.nextDouble() / 2;
        double x = within + pane % 2 / 2.0;
        features.add(all, 0, feature -> x, 1);
        if (random.nextDouble() < 2 * within) {
          features.add(labelled, 0, feature -> x, 1);
        }
      }
      evidence.add(pane * PANE, all, labelled);
    }

    FeatureChange.Spread spread =
        evidence.page().features().get(0).drift().orElseThrow().spread().orElseThrow();
    assertThat(spread.before().lower()).isBetween(0.2, 0.3);
    assertThat(spread.before().median()).isBetween(0.4, 0.6);
    assertThat(spread.before().upper()).isBetween(0.7, 0.8);
    // Within each half labels have density 8 (x - its start), so that quarters lie at its root.
    assertThat(spread.since().lower()).isBetween(0.3, 0.4);
    assertThat(spread.since().upper()).isBetween(0.8, 0.9);
  }

  @Test
  void endsWhenAllLabelsCome() {
    SelectionEvidence evidence = SelectionEvidence.empty(features, DESIGN);
    int pane = 0;
    while (!evidence.page().alarms()) {
      add(evidence, pane++, 0.5, 1);
    }
    int raised = pane;
    while (evidence.inform().alarms() || evidence.page().alarms()) {
      add(evidence, pane++, 2, 0);
    }

    assertThat(raised).isLessThan(20);
    assertThat(pane - raised).isBetween(2, 40);
  }

  @Test
  void takesNoStepWhereAllOrNoneAreLabelled() {
    SelectionEvidence evidence = SelectionEvidence.empty(features, DESIGN);
    double[] all = new double[features.length()];
    features.add(all, 0, feature -> 0.5, 1);

    evidence.add(0, all, all);
    evidence.add(PANE, all, new double[all.length]);

    assertThat(evidence.inform().steps()).isZero();
  }

  @Test
  void goesOnFromItsState() {
    SelectionEvidence whole = SelectionEvidence.empty(features, DESIGN);
    for (int pane = 0; pane < 50; pane++) {
      add(whole, pane, 0.5, 1);
    }
    SelectionEvidence read = SelectionEvidence.read(features, DESIGN, whole.toArray());

    assertThat(read.toArray()).isEqualTo(whole.toArray());
    assertThat(read.inform().logEValue()).isEqualTo(whole.inform().logEValue());
    assertThat(read.inform().features().get(0).drift()).isPresent();
    assertThat(read.inform().features()).isEqualTo(whole.inform().features());
    assertThat(read.page().features()).isEqualTo(whole.page().features());
  }

  @Test
  void goesOnFromAStateWithoutTheLastStep() {
    SelectionEvidence whole = SelectionEvidence.empty(features, DESIGN);
    for (int pane = 0; pane < 50; pane++) {
      add(whole, pane, 0.5, 1);
    }
    double[] state = whole.toArray();
    double[] earlier = Arrays.copyOf(state, state.length - 2 * features.cells());
    SelectionEvidence read = SelectionEvidence.read(features, DESIGN, earlier);

    assertThat(read.inform().alarms()).isTrue();
    assertThat(read.inform().features().get(0).drift()).isEmpty();

    add(read, 50, 0.5, 1);
    assertThat(read.inform().features().get(0).drift()).isPresent();
  }
}
