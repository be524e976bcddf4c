package io.evenkeel.app.judge;

import io.evenkeel.app.alert.AlertRecords;
import io.evenkeel.app.config.AlertSettings;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Which open alert explains another, which is not sent then:
 *
 * <ul>
 *   <li>the alert of a whole model explains those of its segments by the same rule;
 *   <li>the alert of a model explains those of the models that it feeds;
 *   <li>the alert of features, predictions or labels that have shifted explains the other two of
 *       its series, if it fires first and they began together.
 * </ul>
 *
 * <p>One that fires explains all that are not more severe; one that misses data explains that
 * others miss theirs.
 *
 * <p>When an alert ends, those of its version that it explained still count the cases before that:
 * each waits for panes of its own, twice as long as it took to be raised, and is sent if they do
 * not end it.
 *
 * <p>Whether two began together is decided when the second one fires, and stands while both do:
 * estimates of when that was become finer later, and an alert is not sent because of that. It is
 * decided again for those whose explanation or silence ends, and those that become more severe. An
 * alert that nobody hears of by then explains none: it is silenced, or what explains it is.
 *
 * @param open the open alerts of all instances, silenced or inhibited ones, too
 */
public record Inhibitions(ReadOnlyKeyValueStore<String, Alert> open, AppConfig config) {

  /** Whether an alert may explain others: one about events or the monitor explains nothing. */
  public static boolean mayExplain(Alert alert) {
    return rule(alert).isOfPanes()
        && (alert.getState() == AlertState.FIRING || alert.getState() == AlertState.NO_DATA);
  }

  /**
   * The alert with the one that explains it, or without one.
   *
   * @param former what was sent of it last; null if it is new
   * @param own the open alerts of its series, by fingerprint, also those that were just sent
   */
  Alert mark(Alert alert, @Nullable Alert former, Function<String, @Nullable Alert> own) {
    String inhibitor = inhibitor(alert, former, own, look());
    return Alert.newBuilder(alert)
        .setInhibitedBy(inhibitor)
        .setInhibitedUntil(
            stillWaiting(alert, former)
                .filter(known -> known.getInhibitedBy().equals(inhibitor))
                .map(Alert::getInhibitedUntil)
                .orElse(null))
        .build();
  }

  /** Whether an alert explained another one that has to wait now that the first is over. */
  static boolean waitsAfter(Alert over, Alert other) {
    return over.getFingerprint().equals(other.getInhibitedBy())
        && over.getModel().equals(other.getModel())
        && isProblem(other);
  }

  /**
   * The alert, which waits for panes of its own now that what explained it is over.
   *
   * @param over the alert that explained it, as it ended
   */
  Alert waiting(Alert alert, Alert over) {
    Duration raised = Duration.between(alert.getStartsAt(), alert.getRaisedAt()).multipliedBy(2);
    Duration least = rule(alert).isOfShifts() ? twoSeasons(alert) : Duration.ZERO;
    Instant end = Objects.requireNonNullElse(over.getEndsAt(), over.getUpdatedAt());
    return Alert.newBuilder(alert)
        .setInhibitedUntil(end.plus(Collections.max(List.of(raised, least))))
        .build();
  }

  /** Small shifts are sought, and their end, season by season. */
  private Duration twoSeasons(Alert alert) {
    Duration pane = config.model(alert.getModel()).window().advance();
    return Collections.max(List.of(pane, Duration.ofDays(1))).multipliedBy(2);
  }

  /** What was sent of an alert last, if it goes on waiting for panes of its own. */
  private static Optional<Alert> stillWaiting(Alert alert, @Nullable Alert former) {
    return Optional.ofNullable(former)
        .filter(known -> known.getInhibitedUntil() != null)
        .filter(known -> alert.getUpdatedAt().isBefore(known.getInhibitedUntil()))
        .filter(known -> !isLouder(known, alert) && isProblem(alert));
  }

  private static boolean isProblem(Alert alert) {
    return alert.getState() == AlertState.FIRING || alert.getState() == AlertState.PENDING;
  }

  /** The alerts of whole models as they are now, for {@link #isNews} of many. */
  OpenByModel look() {
    return new OpenByModel(open);
  }

  /** Whether what explains the alert has begun or ended since it was marked. */
  boolean isNews(Alert alert, Function<String, @Nullable Alert> own, OpenByModel models) {
    return !Objects.equals(inhibitor(alert, alert, own, models), alert.getInhibitedBy());
  }

  private @Nullable String inhibitor(
      Alert alert,
      @Nullable Alert former,
      Function<String, @Nullable Alert> own,
      OpenByModel models) {
    AlertSettings settings = config.model(alert.getModel()).alert();
    if (alert.getState() == AlertState.RESOLVED || !rule(alert).isOfPanes()) {
      return null;
    }
    if (!alert.getSegment().isEmpty() && settings.inhibitSegments()) {
      SeriesKey whole = SeriesKey.whole(alert.getModel(), alert.getVersion());
      Alert inhibitor = open.get(AlertRecords.fingerprint(whole, rule(alert)));
      if (inhibitor != null && explainsSegment(inhibitor, alert)) {
        return inhibitor.getFingerprint();
      }
    }
    return settings.inhibitedBy().stream()
        .filter(upstream -> !upstream.equals(alert.getModel()))
        .flatMap(upstream -> models.of(upstream).stream())
        .filter(other -> explains(other, alert))
        .map(Alert::getFingerprint)
        .findFirst()
        .or(() -> stillWaiting(alert, former).map(Alert::getInhibitedBy))
        .orElseGet(() -> sameShift(alert, former, own));
  }

  private @Nullable String sameShift(
      Alert alert, @Nullable Alert former, Function<String, @Nullable Alert> own) {
    if (alert.getState() != AlertState.FIRING || !rule(alert).isOfShifts()) {
      return null;
    }
    List<Alert> others =
        shifts(alert)
            .map(own)
            .filter(Objects::nonNull)
            .filter(other -> !isOfAnother(other) && explains(other, alert))
            .toList();
    String known =
        former == null || former.getInhibitedUntil() != null ? null : former.getInhibitedBy();
    boolean isDecided = former != null && isSent(former, alert);
    return Stream.concat(
            others.stream().filter(other -> other.getFingerprint().equals(known)),
            others.stream().filter(other -> !isDecided && tells(other, alert)))
        .map(Alert::getFingerprint)
        .findFirst()
        .orElse(null);
  }

  /** Whether it was sent as loud as it is now, and not only silenced then. */
  private static boolean isSent(Alert former, Alert alert) {
    boolean isReleased = former.getSilencedBy() != null && alert.getSilencedBy() == null;
    return former.getState() == AlertState.FIRING
        && former.getInhibitedBy() == null
        && !isReleased
        && !isLouder(former, alert);
  }

  private static boolean isLouder(Alert former, Alert alert) {
    return former.getSeverity().compareTo(alert.getSeverity()) < 0;
  }

  /** The fingerprints of the other alerts of its series that one shift may raise together. */
  private static Stream<String> shifts(Alert alert) {
    SeriesKey series = new SeriesKey(alert.getModel(), alert.getVersion(), alert.getSegment());
    return Stream.of(Rule.values())
        .filter(other -> other.isOfShifts() && other != rule(alert))
        .map(other -> AlertRecords.fingerprint(series, other));
  }

  /** Whether it is one of the shift that another open alert of its series tells of. */
  private static boolean isOfAnother(Alert alert) {
    String inhibitor = alert.getInhibitedUntil() == null ? alert.getInhibitedBy() : null;
    return inhibitor != null && shifts(alert).anyMatch(inhibitor::equals);
  }

  /** Whether somebody hears of the shift by the other one, or by what explains that. */
  private boolean tells(Alert other, Alert alert) {
    Alert above = other.getInhibitedBy() == null ? null : open.get(other.getInhibitedBy());
    boolean isHeard =
        other.getSilencedBy() == null && (above == null || above.getSilencedBy() == null);
    return isHeard && beganTogether(other, alert);
  }

  /**
   * The alerts that an earlier life of an alert explained, and that this one, which has just begun,
   * does not.
   */
  Stream<Alert> outlived(Alert begun, Function<String, @Nullable Alert> own) {
    return shifts(begun)
        .map(own)
        .filter(Objects::nonNull)
        .filter(other -> begun.getFingerprint().equals(other.getInhibitedBy()))
        .filter(other -> other.getInhibitedUntil() == null)
        .filter(other -> !beganTogether(begun, other));
  }

  private static boolean beganTogether(Alert one, Alert other) {
    return !earliest(one).isAfter(latest(other)) && !earliest(other).isAfter(latest(one));
  }

  private static Instant earliest(Alert alert) {
    return Objects.requireNonNullElse(alert.getStartsEarliest(), alert.getStartsAt());
  }

  private static Instant latest(Alert alert) {
    return Objects.requireNonNullElse(alert.getStartsLatest(), alert.getStartsAt());
  }

  private static Rule rule(Alert alert) {
    return Rule.of(alert.getRule()).orElse(Rule.MISCALIBRATION);
  }

  /**
   * Whether the alert of a whole version explains that of a segment: also once its data are missing
   * that hide a problem. The segment has none either, but may be said to miss them later.
   */
  private static boolean explainsSegment(Alert whole, Alert alert) {
    boolean isHidden = whole.getState() == AlertState.NO_DATA && whole.getStartsEarliest() != null;
    return explains(whole, alert)
        || (isHidden && whole.getSeverity().compareTo(alert.getSeverity()) >= 0);
  }

  private static boolean explains(Alert inhibitor, Alert alert) {
    return inhibitor.getSeverity().compareTo(alert.getSeverity()) >= 0
        && (inhibitor.getState() == AlertState.FIRING || alert.getState() == AlertState.NO_DATA);
  }
}
