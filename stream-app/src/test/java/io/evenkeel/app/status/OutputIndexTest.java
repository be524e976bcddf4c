package io.evenkeel.app.status;

import static io.evenkeel.app.status.OutputRecords.alert;
import static io.evenkeel.app.status.OutputRecords.start;
import static io.evenkeel.app.status.OutputRecords.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.status.JudgedWindow.Change;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Finding;
import io.evenkeel.schemas.Silence;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictStatus;
import io.evenkeel.schemas.internal.Profile;
import io.evenkeel.schemas.internal.TargetKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OutputIndexTest {
  private final OutputIndex index = new OutputIndex(OutputRecords.histories(3));

  private SeriesHistory series() {
    return index.series("m||").orElseThrow();
  }

  @Test
  void keepsTheNewestWindowsInWhateverOrderTheyCome() {
    List<Verdict> verdicts = new ArrayList<>();
    for (int window = 0; window < 8; window++) {
      verdicts.add(verdict("m", window).build());
    }
    Collections.shuffle(verdicts, new Random(1));

    verdicts.forEach(index::add);

    assertThat(series().windows())
        .extracting(JudgedWindow::start)
        .containsExactly(start(5).toEpochMilli(), start(6).toEpochMilli(), start(7).toEpochMilli());
  }

  @Test
  void letsEachVerdictOnAWindowReplaceTheOneBeforeIt() {
    Verdict third = verdict("m", 0).setRevision(2).setFinding(Finding.MISCALIBRATED).build();

    index.add(verdict("m", 0).setStatus(VerdictStatus.PROVISIONAL).build());
    index.add(third);

    assertThat(series().windows()).hasSize(1);
    assertThat(series().newest().verdict()).isEqualTo(third);
  }

  @Test
  void beginsAWindowAnewWhoseVerdictsCountAnewAsAfterAReset() {
    index.add(verdict("m", 0).setRevision(3).setFinding(Finding.MISCALIBRATED).build());
    Verdict afterReset = verdict("m", 0).setStatus(VerdictStatus.PROVISIONAL).build();

    index.add(afterReset);

    assertThat(series().newest().verdict()).isEqualTo(afterReset);
    assertThat(series().newest().changes()).hasSize(1);
  }

  @Test
  void remembersHowTheVerdictOnAWindowCame() {
    index.add(verdict("m", 0).setStatus(VerdictStatus.PROVISIONAL).setLabelled(1).build());
    for (int revision = 1; revision < 100; revision++) {
      index.add(
          verdict("m", 0)
              .setStatus(VerdictStatus.REVISED)
              .setRevision(revision)
              .setLabelled(revision)
              .build());
    }
    index.add(verdict("m", 0).setRevision(100).setFinding(Finding.MISCALIBRATED).build());

    assertThat(series().newest().changes())
        .containsExactly(
            new Change(0, VerdictStatus.PROVISIONAL, Finding.CALIBRATED, 1),
            new Change(99, VerdictStatus.REVISED, Finding.CALIBRATED, 99),
            new Change(100, VerdictStatus.FINAL, Finding.MISCALIBRATED, 45));
  }

  @Test
  void tellsASeriesByTheNewestWindowThatHadEnoughLabels() {
    index.add(verdict("m", 0).build());
    index.add(verdict("m", 1).setFinding(Finding.MISCALIBRATED).build());
    index.add(verdict("m", 2).setFinding(Finding.NO_DATA).build());

    assertThat(series().telling().start()).isEqualTo(start(1).toEpochMilli());
    assertThat(series().newest().start()).isEqualTo(start(2).toEpochMilli());
  }

  @Test
  void tellsASeriesThatNeverHadEnoughLabelsByItsNewestWindow() {
    index.add(verdict("m", 0).setFinding(Finding.NO_DATA).build());
    index.add(verdict("m", 1).setFinding(Finding.UNDERPOWERED).build());

    assertThat(series().telling().finding()).isEqualTo(Finding.UNDERPOWERED);
  }

  @Test
  void keepsTheStatesOfAnAlertFromWhenTheyBeganInTheWordsOfTheNewestThatIsRepeated() {
    index.add(alert("m", AlertState.PENDING, 1).build());
    index.add(alert("m", AlertState.FIRING, 2).build());
    index.add(alert("m", AlertState.FIRING, 3).setRepeated(true).build());
    index.add(alert("m", AlertState.FIRING, 4).setRepeated(true).setSummary("worse").build());
    index.add(alert("m", AlertState.RESOLVED, 5).build());

    assertThat(states())
        .extracting(AlertHistory.Past::updatedAt)
        .containsExactly(start(1), start(2), start(5));
    assertThat(states().get(1).summary()).isEqualTo("worse");
  }

  @Test
  void takesARepeatedAlertThatTheTopicHasNoMoreOfToFireSinceItWasRaised() {
    index.add(alert("m", AlertState.FIRING, 300).setRepeated(true).build());
    index.add(alert("m", AlertState.FIRING, 301).setRepeated(true).build());

    assertThat(states()).extracting(AlertHistory.Past::updatedAt).containsExactly(start(1));
  }

  private List<AlertHistory.Past> states() {
    assertThat(index.alerts()).hasSize(1);
    return index.alerts().iterator().next().states();
  }

  @Test
  void keepsNoSilenceThatHasEnded() {
    AtomicReference<Instant> now = new AtomicReference<>(start(0));
    OutputIndex held = new OutputIndex(OutputRecords.histories(3), now::get);
    for (int i = 0; i < 10; i++) {
      held.add(silence("s" + i, start(i), start(i + 2)));
      now.set(start(i + 1));
    }

    assertThat(IntStream.range(0, 10).filter(i -> held.silence(silencedBy("s" + i)).isPresent()))
        .containsExactly(9);
    now.set(start(11));
    assertThat(held.silence(silencedBy("s9"))).isEmpty();
  }

  private static Silence silence(String id, Instant from, Instant until) {
    return Silence.newBuilder().setSilenceId(id).setStartsAt(from).setEndsAt(until).build();
  }

  private static Alert silencedBy(String id) {
    return alert("m", AlertState.FIRING, 1).setSilencedBy(id).build();
  }

  @Test
  void keepsABoundedHistoryOfAnAlert() {
    for (int window = 0; window < 200; window++) {
      AlertState state = window % 2 == 0 ? AlertState.FIRING : AlertState.RESOLVED;
      index.add(alert("m", state, window).build());
    }

    AlertHistory history = index.alerts().iterator().next();
    assertThat(history.states()).hasSize(20);
    assertThat(history.newest().getUpdatedAt()).isEqualTo(start(199));
  }

  private void all(String model) {
    index.add(verdict(model, 0).build());
    index.add(alert(model, AlertState.RESOLVED, 1).build());
    index.add(profile(model));
    index.add(OutputRecords.map(model).build());
  }

  private static Profile profile(String model) {
    return Profile.newBuilder()
        .setModel(model)
        .setVersion("")
        .setSpace(TargetKind.CLASSES)
        .setSize(2)
        .setProfile(1)
        .setLearnedThrough(0)
        .build();
  }

  private void assertThatTheIndexHas(String... models) {
    assertThat(index.series()).extracting(one -> one.series().model()).containsExactly(models);
    assertThat(index.alerts()).extracting(one -> one.newest().getModel()).containsExactly(models);
    assertThat(List.of("alive", "gone"))
        .filteredOn(model -> index.profile(SeriesKey.whole(model, "")).isPresent())
        .containsExactly(models);
    assertThat(List.of("alive", "gone"))
        .filteredOn(model -> index.map(SeriesKey.whole(model, "")).isPresent())
        .containsExactly(models);
  }

  @Test
  void dropsAllOfASeriesThatIsForgotten() {
    index.judged("alive||", true);
    index.judged("gone||", true);
    all("alive");
    all("gone");
    index.dropForgotten();
    index.dropForgotten();
    assertThatTheIndexHas("alive", "gone");
    long before = index.version();

    index.judged("gone||", false);
    index.dropForgotten();
    index.dropForgotten();

    assertThatTheIndexHas("alive");
    assertThat(index.version()).isGreaterThan(before);
  }

  @Test
  void dropsWhatTheTopicsStillHaveOfASeriesThatWasForgottenLongAgo() {
    all("gone");
    all("alive");
    index.judged("alive||", true);

    index.dropForgotten();
    index.dropForgotten();

    assertThatTheIndexHas("alive");
  }

  @Test
  void dropsWhatComesOnceASeriesIsForgotten() {
    index.judged("alive||", true);
    all("alive");
    index.judged("gone||", false);
    all("gone");
    index.dropForgotten();
    all("gone");
    index.dropForgotten();

    assertThatTheIndexHas("alive");
  }

  @Test
  void keepsASeriesWhoseVerdictComesBeforeItsBeginning() {
    all("alive");
    index.dropForgotten();
    index.judged("alive||", true);
    index.dropForgotten();
    index.dropForgotten();

    assertThatTheIndexHas("alive");
  }

  @Test
  void keepsASeriesThatBeginsOnceMore() {
    index.judged("alive||", true);
    all("alive");
    index.judged("alive||", false);
    index.dropForgotten();
    index.judged("alive||", true);
    index.dropForgotten();
    index.dropForgotten();

    assertThatTheIndexHas("alive");
  }

  @Test
  void keepsOtherSeriesOfTheVersion() {
    index.judged("m||", true);
    index.add(verdict("m", 0).build());
    index.add(verdict("m", 0).setSegment("country=DE").build());
    index.add(profile("m"));

    index.dropForgotten();
    index.dropForgotten();

    assertThat(index.series()).extracting(one -> one.series().segment()).containsExactly("");
    assertThat(index.profile(new SeriesKey("m", "", "country=FR"))).isPresent();
  }

  @Test
  void keepsWhatWasSaidOfTheDeadLettersOfAModelThatIsJudged() {
    index.judged("m|v1|", true);
    for (String model : List.of("m", "n")) {
      index.add(alert(model, AlertState.RESOLVED, 1).setRule("dead-letters").build());
    }

    index.dropForgotten();
    index.dropForgotten();

    assertThat(index.alerts()).extracting(one -> one.newest().getModel()).containsExactly("m");
  }

  @Test
  void keepsAnAlertUntilItIsOver() {
    index.add(alert("m", AlertState.FIRING, 1).build());
    index.dropForgotten();
    index.dropForgotten();
    assertThat(index.alerts()).hasSize(1);

    index.add(alert("m", AlertState.RESOLVED, 2).build());
    index.dropForgotten();
    index.dropForgotten();

    assertThat(index.alerts()).isEmpty();
  }
}
