package io.evenkeel.app.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.state.MapStore;
import io.evenkeel.app.state.Profiles;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.state.SharedProfiles;
import io.evenkeel.app.state.Sums;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.schemas.internal.Pane;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class OpenPanesTest {
  private static final PaneKey FIRST = new PaneKey(SeriesKey.whole("m", ""), 0);
  private static final PaneKey SECOND = new PaneKey(SeriesKey.whole("m", ""), 600_000);

  private final MapStore<Pane> panes = new MapStore<>("panes");
  private final MapStore<Sums> sketches = new MapStore<>("sketches");
  private final MapStore<Sums> drift = new MapStore<>("drift");

  /** As after a start with these settings. */
  private OpenPanes with(AppConfig config) {
    Profiles profiles =
        new Profiles(new MapStore<>("profiles"), model -> 1e-4, new SharedProfiles());
    LabelSums sums = new LabelSums(sketches, new MapStore<>("observations"), config::model);
    return new OpenPanes(panes, sums, new DriftSums(drift, profiles), profiles, config::model);
  }

  private static void predict(OpenPanes open, PaneKey key, String id) {
    open.predicted(key, id, new Predicted(Categorical.of(0.5, 0.5), Map.of(), false), 0);
  }

  private int form(PaneKey key) {
    return Objects.requireNonNull(panes.get(key.key())).getPaneForm();
  }

  /** Else what it counted by the former settings would pass for a pane of the new ones. */
  @Test
  void aPaneKeepsTheFormOfTheSettingsByWhichItWasBegun() {
    AppConfig before = AppConfig.of(Map.of());
    AppConfig now = AppConfig.of(Map.of("defaults.profile.seed", "7"));
    OpenPanes former = with(before);
    predict(former, FIRST, "a");

    OpenPanes open = with(now);
    predict(open, FIRST, "b");
    open.late(FIRST);
    open.labelRead(FIRST, 7);
    predict(open, SECOND, "c");

    assertThat(form(FIRST)).isEqualTo(before.model("m").paneForm()).isNotEqualTo(form(SECOND));
    assertThat(form(SECOND)).isEqualTo(now.model("m").paneForm());
  }
}
