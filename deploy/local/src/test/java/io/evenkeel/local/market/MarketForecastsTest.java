package io.evenkeel.local.market;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.app.replay.Case;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Normal;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MarketForecastsTest {
  private static final List<Case> CASES = MarketForecasts.bitstamp().cases().toList();

  @Test
  void areMadeEveryMinuteByEveryModelAndLabelledAMinuteLaterIfThereWasATrade() {
    int minutes = 9362;
    int withoutTrade = 199;

    assertThat(CASES).hasSize(3 * minutes);
    assertThat(CASES).filteredOn(one -> one.labels().isEmpty()).hasSize(3 * withoutTrade);
    assertThat(CASES)
        .flatExtracting(Case::labels)
        .allSatisfy(label -> assertThat(label.revision()).isZero());
    assertThat(CASES)
        .filteredOn(one -> !one.labels().isEmpty())
        .allSatisfy(
            one ->
                assertThat(one.labels().get(0).knownAt())
                    .isEqualTo(one.prediction().madeAt() + 60_000));
  }

  @Test
  void haveUniqueIdsAndComeInOrder() {
    Set<String> ids = new HashSet<>();
    CASES.forEach(one -> ids.add(one.prediction().id()));

    assertThat(ids).hasSameSizeAs(CASES);
    assertThat(CASES).isSortedAccordingTo(Comparator.comparing(one -> one.prediction().madeAt()));
  }

  @Test
  void doNotDependOnWhatComesLater() {
    List<Trade> trades = TradeFile.bitstamp();
    List<Case> early = MarketForecasts.of(trades.subList(0, 20_000)).cases().toList();

    // The last minute may be cut short, so its label may differ.
    int complete = early.size() - MarketForecasts.models().size();
    assertThat(complete).isGreaterThan(3000);
    assertThat(early.subList(0, complete)).isEqualTo(CASES.subList(0, complete));
  }

  @Test
  void ofThePlainModelAreOverConfident() {
    assertThat(shareBeyond("btc-ewma", 3.29)).isGreaterThan(0.015);
    assertThat(meanSquare("btc-ewma")).isGreaterThan(1.2);
  }

  @Test
  void ofTheFlooredModelHaveTheRightScaleButHeavyTails() {
    assertThat(meanSquare("btc-floor")).isCloseTo(1, within(0.05));
    assertThat(shareBeyond("btc-floor", 3.29)).isGreaterThan(0.01);
  }

  @Test
  void ofAMoveComeTrueAsOftenAsTheySay() {
    List<Case> moves = labelled("btc-move").toList();
    double expected = 0;
    double variance = 0;
    int observed = 0;
    for (Case one : moves) {
      double p = ((Categorical) one.prediction().distribution()).probability(1);
      expected += p;
      variance += p * (1 - p);
      observed += ((RawTarget.Index) one.labels().get(0).target()).value();
    }

    assertThat(observed).isCloseTo((int) expected, within((int) (3 * Math.sqrt(variance))));
  }

  private static double shareBeyond(String model, double limit) {
    return labelled(model).mapToDouble(one -> Math.abs(z(one)) > limit ? 1 : 0).average().orElse(0);
  }

  private static double meanSquare(String model) {
    return labelled(model).mapToDouble(one -> z(one) * z(one)).average().orElse(0);
  }

  private static double z(Case one) {
    double basisPoints = ((RawTarget.Real) one.labels().get(0).target()).value();
    return basisPoints / Math.sqrt(((Normal) one.prediction().distribution()).variance(0));
  }

  private static Stream<Case> labelled(String model) {
    return CASES.stream()
        .filter(one -> one.prediction().model().equals(model) && !one.labels().isEmpty());
  }
}
