package io.evenkeel.app.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.evenkeel.app.alert.AlertRecords;
import io.evenkeel.app.alert.Silences;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.state.MapStore;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertChange;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Severity;
import io.evenkeel.schemas.Silence;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Of the alerts of one shift of a series one is sent, and none of another shift is held back. */
class InhibitionsTest {
  private static final SeriesKey SEGMENT = new SeriesKey("churn", "3", "country=DE");
  private static final SeriesKey WHOLE = SeriesKey.whole("churn", "3");
  private static final String FEATURES = fingerprint(SEGMENT, Rule.FEATURE_DRIFT);
  private static final String PREDICTIONS = fingerprint(SEGMENT, Rule.PREDICTION_DRIFT);
  private static final String LABELS = fingerprint(SEGMENT, Rule.LABEL_SHIFT);

  private final MapStore<Alert> all = new MapStore<>("alerts");
  private final Map<String, Alert> own = new HashMap<>();
  private final Inhibitions inhibitions = new Inhibitions(all, AppConfig.of(Map.of()));

  private static String fingerprint(SeriesKey series, Rule rule) {
    return AlertRecords.fingerprint(series, rule);
  }

  static Alert firing(SeriesKey series, Rule rule, int day) {
    Instant since = Instant.parse("2026-01-01T00:00:00Z").plusSeconds(86_400L * day);
    return Alert.newBuilder()
        .setFingerprint(fingerprint(series, rule))
        .setModel(series.model())
        .setVersion(series.version())
        .setSegment(series.segment())
        .setRule(rule.key())
        .setState(AlertState.FIRING)
        .setChange(AlertChange.BEGAN)
        .setSeverity(Severity.WARNING)
        .setStartsAt(since)
        .setRaisedAt(since)
        .setUpdatedAt(since)
        .setEndsAt(null)
        .setSummary("what")
        .setDescription("why")
        .setCases(100)
        .build();
  }

  private static Alert firing(Rule rule, int day) {
    return firing(SEGMENT, rule, day);
  }

  private static Alert silenced(Alert alert) {
    return Alert.newBuilder(alert).setSilencedBy("holidays").build();
  }

  private static Alert informing(Alert alert) {
    return Alert.newBuilder(alert).setSeverity(Severity.INFO).build();
  }

  /** Marks an alert as it is sent, and keeps it. */
  private @Nullable String send(Alert alert) {
    Alert former = own.get(alert.getFingerprint());
    Alert marked = inhibitions.mark(alert, former, own::get);
    own.put(alert.getFingerprint(), marked);
    return marked.getInhibitedBy();
  }

  private @Nullable String again(String fingerprint) {
    return send(Objects.requireNonNull(own.get(fingerprint)));
  }

  private void end(String fingerprint) {
    own.remove(fingerprint);
  }

  private AlertPublisher publisher(MapStore<Silence> silences, List<Alert> sent) {
    return new AlertPublisher(
        new MapStore<>("own"),
        AppConfig.of(Map.of()),
        new Metrics(),
        new Silences(silences),
        inhibitions,
        sent::add);
  }

  @Test
  void theFirstOfAShiftExplainsTheOthers() {
    assertThat(send(firing(Rule.FEATURE_DRIFT, 3))).isNull();
    assertThat(send(firing(Rule.PREDICTION_DRIFT, 3))).isEqualTo(FEATURES);
    assertThat(send(firing(Rule.LABEL_SHIFT, 3))).isEqualTo(FEATURES);
    assertThat(again(FEATURES)).isNull();
  }

  @Test
  void aShiftThatBeginsAtAnotherTimeIsSent() {
    send(firing(Rule.FEATURE_DRIFT, 3));

    assertThat(send(firing(Rule.PREDICTION_DRIFT, 4))).isNull();
  }

  @Test
  void aShiftIsSentThoughTheRuleThatFiresFirstIsSilenced() {
    send(silenced(firing(Rule.FEATURE_DRIFT, 3)));

    assertThat(send(firing(Rule.PREDICTION_DRIFT, 3))).isNull();
    assertThat(send(firing(Rule.LABEL_SHIFT, 3))).isEqualTo(PREDICTIONS);
  }

  @Test
  void toSilenceWhatWasSentSendsNothingElse() {
    send(firing(Rule.FEATURE_DRIFT, 3));
    send(firing(Rule.PREDICTION_DRIFT, 3));
    send(silenced(firing(Rule.FEATURE_DRIFT, 3)));

    assertThat(again(PREDICTIONS)).isEqualTo(FEATURES);
  }

  @Test
  void ofTheAlertsOfAShiftThatInformAtFirstOnePages() {
    send(informing(firing(Rule.FEATURE_DRIFT, 3)));
    assertThat(send(informing(firing(Rule.LABEL_SHIFT, 3)))).isEqualTo(FEATURES);

    assertThat(send(firing(Rule.PREDICTION_DRIFT, 3))).isNull();
    assertThat(send(firing(Rule.FEATURE_DRIFT, 3))).isEqualTo(PREDICTIONS);
    assertThat(send(firing(Rule.LABEL_SHIFT, 3))).isEqualTo(PREDICTIONS);
    assertThat(again(PREDICTIONS)).isNull();
  }

  @Test
  void ofAShiftWhoseSilenceEndsOneIsSent() {
    send(silenced(firing(Rule.FEATURE_DRIFT, 3)));
    send(silenced(firing(Rule.PREDICTION_DRIFT, 3)));
    send(silenced(firing(Rule.LABEL_SHIFT, 3)));

    assertThat(send(firing(Rule.FEATURE_DRIFT, 3))).isNull();
    assertThat(send(firing(Rule.PREDICTION_DRIFT, 3))).isEqualTo(FEATURES);
    assertThat(send(firing(Rule.LABEL_SHIFT, 3))).isEqualTo(FEATURES);
  }

  @Test
  void whenTheSilenceOfAModelEndsOneAlertOfAShiftIsLoud() {
    MapStore<Silence> silences = new MapStore<>("silences");
    List<Alert> sent = new ArrayList<>();
    AlertPublisher publisher = publisher(silences, sent);
    Silence weekend =
        Silence.newBuilder()
            .setSilenceId("weekend")
            .setModel("churn")
            .setStartsAt(Instant.EPOCH)
            .setEndsAt(Instant.ofEpochMilli(10))
            .setCreatedBy("me")
            .setComment("")
            .build();
    silences.put("weekend", weekend);
    publisher.announce(firing(Rule.FEATURE_DRIFT, 3), 0);
    publisher.announce(firing(Rule.PREDICTION_DRIFT, 3), 0);
    publisher.announce(firing(Rule.LABEL_SHIFT, 3), 0);
    sent.clear();

    publisher.resend(10);
    publisher.resend(11);

    assertThat(sent)
        .hasSize(3)
        .filteredOn(alert -> alert.getSilencedBy() == null && alert.getInhibitedBy() == null)
        .hasSize(1);
  }

  @Test
  void whatWasSentInThePlaceOfASilencedAlertExplainsItOnceItsSilenceEnds() {
    send(silenced(firing(Rule.FEATURE_DRIFT, 3)));
    send(firing(Rule.PREDICTION_DRIFT, 3));

    assertThat(again(FEATURES)).isNull();
    assertThat(send(firing(Rule.FEATURE_DRIFT, 3))).isEqualTo(PREDICTIONS);
    assertThat(again(PREDICTIONS)).isNull();
  }

  @Test
  void toEndTheSilenceOfWhatWasSentSendsItAndNothingElse() {
    send(firing(Rule.FEATURE_DRIFT, 3));
    send(firing(Rule.PREDICTION_DRIFT, 3));
    send(silenced(firing(Rule.FEATURE_DRIFT, 3)));

    assertThat(send(firing(Rule.FEATURE_DRIFT, 3))).isNull();
    assertThat(again(PREDICTIONS)).isEqualTo(FEATURES);
  }

  @Test
  void aShiftOfASegmentIsSentThoughWhatExplainsItsFirstAlertIsSilenced() {
    Alert whole = silenced(firing(WHOLE, Rule.FEATURE_DRIFT, 3));
    all.put(whole.getFingerprint(), whole);

    assertThat(send(firing(Rule.FEATURE_DRIFT, 3))).isEqualTo(whole.getFingerprint());
    assertThat(send(firing(Rule.PREDICTION_DRIFT, 3))).isNull();
  }

  @Test
  void ofWhatIsLeftOfAShiftOneIsSent() {
    send(firing(Rule.FEATURE_DRIFT, 3));
    send(firing(Rule.PREDICTION_DRIFT, 3));
    send(firing(Rule.LABEL_SHIFT, 3));
    end(FEATURES);

    assertThat(again(LABELS)).isNull();
    assertThat(again(PREDICTIONS)).isEqualTo(LABELS);
    assertThat(again(LABELS)).isNull();
  }

  @Test
  void theNextShiftOfARuleDoesNotExplainWhatTheLastOneDid() {
    send(firing(Rule.FEATURE_DRIFT, 3));
    send(firing(Rule.PREDICTION_DRIFT, 3));

    assertThat(inhibitions.outlived(firing(Rule.FEATURE_DRIFT, 3), own::get)).isEmpty();
    assertThat(inhibitions.outlived(firing(Rule.FEATURE_DRIFT, 30), own::get))
        .extracting(Alert::getFingerprint)
        .containsExactly(PREDICTIONS);
  }

  @Test
  void whenTheNextShiftOfARuleBeginsOneOfThoseThatTheLastOneExplainedIsSent() {
    List<Alert> sent = new ArrayList<>();
    AlertPublisher publisher = publisher(new MapStore<>("silences"), sent);
    publisher.announce(firing(Rule.FEATURE_DRIFT, 3), 0);
    publisher.announce(firing(Rule.PREDICTION_DRIFT, 3), 0);
    publisher.announce(firing(Rule.LABEL_SHIFT, 3), 0);
    publisher.end(FEATURES, 0, "is over", 0);
    sent.clear();

    publisher.announce(firing(Rule.FEATURE_DRIFT, 30), 0);
    publisher.resend(1);

    assertThat(sent)
        .extracting(Alert::getFingerprint, Alert::getInhibitedBy)
        .containsExactlyInAnyOrder(
            tuple(FEATURES, null), tuple(PREDICTIONS, null), tuple(LABELS, PREDICTIONS));
  }

  @Test
  void whatAnExplainedAlertExplainsIsNotSent() {
    send(firing(Rule.FEATURE_DRIFT, 3));
    send(firing(Rule.PREDICTION_DRIFT, 3));
    Alert whole = firing(WHOLE, Rule.FEATURE_DRIFT, 3);
    all.put(whole.getFingerprint(), whole);

    assertThat(again(FEATURES)).isEqualTo(whole.getFingerprint());
    assertThat(again(PREDICTIONS)).isEqualTo(FEATURES);
    assertThat(send(firing(Rule.LABEL_SHIFT, 3))).isEqualTo(FEATURES);

    all.delete(whole.getFingerprint());
    assertThat(again(FEATURES)).isNull();
    assertThat(again(PREDICTIONS)).isEqualTo(FEATURES);
  }

  private static Instant day(int day) {
    return firing(Rule.FEATURE_DRIFT, day).getStartsAt();
  }

  /** As it stands when the panes of a day are in. */
  private static Alert through(Alert alert, int day) {
    return Alert.newBuilder(alert).setUpdatedAt(day(day)).setRepeated(true).build();
  }

  private static Alert ended(Alert alert, int day) {
    return Alert.newBuilder(alert)
        .setState(AlertState.RESOLVED)
        .setChange(AlertChange.ENDED)
        .setEndsAt(day(day))
        .build();
  }

  private static Alert raised(Alert alert, int day) {
    return Alert.newBuilder(alert).setRaisedAt(day(day)).build();
  }

  /** Features and predictions shift on day 3; predictions fire on day 5; features end on day 10. */
  private AlertPublisher afterAShiftOfFeatures(List<Alert> sent) {
    AlertPublisher publisher = publisher(new MapStore<>("silences"), sent);
    publisher.announce(firing(Rule.FEATURE_DRIFT, 3), 0);
    publisher.announce(raised(firing(Rule.PREDICTION_DRIFT, 3), 5), 0);
    publisher.announce(ended(firing(Rule.FEATURE_DRIFT, 3), 10), 0);
    return publisher;
  }

  /** What has been sent loud once the panes of a day are in, which keep the alert open. */
  private static List<Alert> loudThrough(
      int day, Alert alert, AlertPublisher publisher, List<Alert> sent) {
    publisher.announce(through(alert, day), day);
    publisher.resend(day);
    return loud(sent);
  }

  private static List<Alert> loud(List<Alert> sent) {
    return sent.stream()
        .filter(alert -> alert.getState() == AlertState.FIRING && alert.getInhibitedBy() == null)
        .toList();
  }

  @Test
  void whatOutlivesItsExplanationIsSentIfPanesOfItsOwnDoNotEndIt() {
    List<Alert> sent = new ArrayList<>();
    AlertPublisher publisher = afterAShiftOfFeatures(sent);
    assertThat(sent.get(sent.size() - 1))
        .returns(PREDICTIONS, Alert::getFingerprint)
        .returns(true, Alert::getRepeated)
        .returns(FEATURES, Alert::getInhibitedBy)
        .returns(day(14), Alert::getInhibitedUntil);
    sent.clear();

    Alert alert = firing(Rule.PREDICTION_DRIFT, 3);
    assertThat(loudThrough(13, alert, publisher, sent)).isEmpty();
    assertThat(loudThrough(14, alert, publisher, sent))
        .singleElement()
        .returns(PREDICTIONS, Alert::getFingerprint)
        .returns(null, Alert::getInhibitedUntil);
  }

  @Test
  void nobodyHearsOfWhatEndsALittleAfterItsExplanation() {
    List<Alert> sent = new ArrayList<>();
    AlertPublisher publisher = afterAShiftOfFeatures(sent);
    sent.clear();

    publisher.resend(1);
    publisher.announce(ended(firing(Rule.PREDICTION_DRIFT, 3), 12), 2);
    publisher.resend(3);

    assertThat(sent)
        .singleElement()
        .returns(AlertState.RESOLVED, Alert::getState)
        .returns(null, Alert::getInhibitedUntil);
  }

  @Test
  void whatBecomesMoreSevereWaitsNoLonger() {
    List<Alert> sent = new ArrayList<>();
    AlertPublisher publisher = afterAShiftOfFeatures(sent);
    sent.clear();

    Alert worse =
        Alert.newBuilder(through(firing(Rule.PREDICTION_DRIFT, 3), 11))
            .setSeverity(Severity.CRITICAL)
            .setRepeated(false)
            .build();
    publisher.announce(worse, 1);

    assertThat(loud(sent)).hasSize(1);
  }

  @Test
  void whatWaitsExplainsTheAlertOfTheSameShiftThatFiresMeanwhile() {
    List<Alert> sent = new ArrayList<>();
    AlertPublisher publisher = afterAShiftOfFeatures(sent);
    sent.clear();

    publisher.announce(raised(firing(Rule.LABEL_SHIFT, 3), 9), 1);
    assertThat(sent).extracting(Alert::getInhibitedBy).containsExactly(PREDICTIONS);

    publisher.announce(ended(firing(Rule.PREDICTION_DRIFT, 3), 13), 2);
    publisher.resend(3);
    assertThat(loud(sent)).isEmpty();
    assertThat(sent.get(sent.size() - 1).getInhibitedUntil()).isEqualTo(day(25));
  }

  @Test
  void anotherShiftOfTheRuleDoesNotExplainWhatWaits() {
    List<Alert> sent = new ArrayList<>();
    AlertPublisher publisher = afterAShiftOfFeatures(sent);

    publisher.announce(firing(Rule.FEATURE_DRIFT, 12), 1);
    publisher.announce(through(firing(Rule.PREDICTION_DRIFT, 3), 14), 2);
    sent.clear();
    publisher.resend(3);

    assertThat(loud(sent)).extracting(Alert::getFingerprint).containsExactly(PREDICTIONS);
  }

  /** The segment has no data either, and is said to miss them later where its gaps are longer. */
  @Test
  void theAlertOfASegmentStaysExplainedWhenTheDataOfTheWholeModelStop() {
    Alert whole = firing(WHOLE, Rule.MISCALIBRATION, 3);
    Alert stopped = Alert.newBuilder(whole).setState(AlertState.NO_DATA).build();
    all.put(whole.getFingerprint(), stopped);
    assertThat(send(firing(Rule.MISCALIBRATION, 3))).isNull();

    all.put(
        whole.getFingerprint(),
        Alert.newBuilder(stopped).setStartsEarliest(whole.getStartsAt()).build());
    assertThat(send(firing(Rule.MISCALIBRATION, 3))).isEqualTo(whole.getFingerprint());
  }

  @Test
  void theAlertOfASegmentWaitsWhenThatOfTheWholeModelEnds() {
    List<Alert> sent = new ArrayList<>();
    AlertPublisher publisher = publisher(new MapStore<>("silences"), sent);
    Alert whole = firing(WHOLE, Rule.MISCALIBRATION, 3);
    all.put(whole.getFingerprint(), whole);
    publisher.announce(whole, 0);
    publisher.announce(raised(firing(Rule.MISCALIBRATION, 3), 4), 0);
    all.delete(whole.getFingerprint());
    publisher.announce(ended(whole, 10), 0);
    sent.clear();

    Alert alert = firing(Rule.MISCALIBRATION, 3);
    assertThat(loudThrough(11, alert, publisher, sent)).isEmpty();
    assertThat(loudThrough(12, alert, publisher, sent))
        .extracting(Alert::getSegment)
        .containsExactly("country=DE");
  }
}
