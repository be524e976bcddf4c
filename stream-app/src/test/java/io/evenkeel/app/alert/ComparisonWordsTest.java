package io.evenkeel.app.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.schemas.Better;
import io.evenkeel.schemas.Comparison;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ComparisonWordsTest {
  private static Comparison comparison(String score) {
    return Comparison.newBuilder()
        .setModel("churn")
        .setChampion("this is 1")
        .setChallenger("this is 2")
        .setChallengerTopic("shadow")
        .setScore(score)
        .setBetter(Better.UNDECIDED)
        .setN(5)
        .setDifference(0.5)
        .setLower(0.25)
        .setUpper(0.75)
        .setAlpha(0.01)
        .setLogEChallenger(0)
        .setLogEChampion(0)
        .setSince(Instant.EPOCH)
        .setUntil(Instant.EPOCH)
        .setWords("")
        .build();
  }

  @Test
  void giveSharesOfTheExpectedScoreOfNumbers() {
    Comparison shown = Comparison.newBuilder(comparison("relative_crps")).setN(5200).build();

    assertThat(ComparisonWords.over(shown, Better.CHALLENGER))
        .endsWith(": CRPS lower by 50 % of what was expected (25 % to 75 %) on 5,200 labels");
    Comparison higher =
        Comparison.newBuilder(shown).setDifference(-0.031).setLower(-0.07).setUpper(0.012).build();
    assertThat(ComparisonWords.of(higher))
        .endsWith(": CRPS higher by 3.1 % of what was expected (-1.2 % to 7 %) on 5,200 labels");
  }

  @Test
  void callEqualScoresEqual() {
    Comparison equal =
        Comparison.newBuilder(comparison("brier"))
            .setDifference(0)
            .setLower(-0.02)
            .setUpper(0.03)
            .build();

    assertThat(ComparisonWords.of(equal))
        .endsWith(": Brier score equal (-0.02 to 0.03) on 5 labels");
    assertThat(ComparisonWords.of(Comparison.newBuilder(equal).setScore("relative_crps").build()))
        .endsWith(": CRPS equal (-2 % to 3 %) on 5 labels");
  }

  @Test
  void leaveVersionsAsTheyAre() {
    Comparison comparison = comparison("brier");

    assertThat(ComparisonWords.over(comparison, Better.CHALLENGER))
        .isEqualTo(
            "challenger this is 2 is no longer shown to be better than this is 1: Brier score 0.5"
                + " lower (0.25 to 0.75) on 5 labels");
    assertThat(ComparisonWords.over(comparison, Better.CHAMPION))
        .startsWith("challenger this is 2 is no longer shown to be worse than this is 1: ");
  }
}
