package io.evenkeel.app.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.prediction.Categorical;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PrivacyTest {
  private static final String KEY = "sixteen-or-more-characters";

  @Test
  void hashesAsAnyoneWithTheKeyDoes() {
    Privacy privacy = new Privacy(KEY, List.of("country", "city", "patient"), List.of());

    // printf country=DE | openssl dgst -sha256 -hmac sixteen-or-more-characters
    assertThat(
            segments(privacy, Map.of("country", "DE", "city", "DE", "patient", "Zoë", "age", "7")))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "country", "711308ff99356a03",
                "city", "dda1a2998b6240f3",
                "patient", "1ec3bf8e71bba75a",
                "age", "7"));
  }

  @Test
  void hashesOtherwiseWithAnotherKey() {
    Privacy one = new Privacy(KEY, List.of("country"), List.of());
    Privacy other = new Privacy(KEY + "!", List.of("country"), List.of());
    Map<String, String> segments = Map.of("country", "DE");

    assertThat(segments(one, segments)).isEqualTo(segments(one, segments));
    assertThat(segments(one, segments)).isNotEqualTo(segments(other, segments));
  }

  @Test
  void leavesOutAttributesAndFeaturesAndFeaturesThatWouldTellWhatIsHashed() {
    Privacy privacy = new Privacy(KEY, List.of("postcode"), List.of("patient", "weight"));

    PredictionEvent kept =
        privacy.keep(
            event(
                Map.of("patient", "Zoë", "ward", "3"),
                Map.of("weight", 71.0, "postcode", 10115.0, "age", 41.0)));

    assertThat(kept).isEqualTo(event(Map.of("ward", "3"), Map.of("age", 41.0)));
  }

  @Test
  void keepsAllUnlessItIsAsked() {
    PredictionEvent event = event(Map.of("ward", "3"), Map.of("age", 41.0));

    assertThat(Privacy.NONE.keep(event)).isSameAs(event);
  }

  private static Map<String, String> segments(Privacy privacy, Map<String, String> segments) {
    return privacy.keep(event(segments, Map.of())).segments();
  }

  private static PredictionEvent event(Map<String, String> segments, Map<String, Double> features) {
    return new PredictionEvent(
        "a", "churn", "2", 7, segments, features, Categorical.of(0.3, 0.7), Cluster.NONE);
  }
}
