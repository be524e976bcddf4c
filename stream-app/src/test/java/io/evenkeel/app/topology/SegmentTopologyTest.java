package io.evenkeel.app.topology;

import static io.evenkeel.app.topology.TopologyHarness.MODEL;
import static io.evenkeel.app.topology.TopologyHarness.binary;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.codec.PredictionEvent;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which series count a prediction. */
class SegmentTopologyTest extends TopologyScenario {

  private static void predict(TopologyHarness app, int i, Map<String, String> segments) {
    app.predict(
        new PredictionEvent(
            "id-" + i, MODEL, "", minute(i).toEpochMilli(), segments, Map.of(), binary(0.6)));
  }

  private static Map<String, Long> predictions(TopologyHarness app) {
    app.settle();
    Map<String, Long> predictions = new HashMap<>();
    app.verdicts().forEach(v -> predictions.put(v.getSegment(), v.getPredictions()));
    return predictions;
  }

  @Test
  void monitorsCombinationsOfAttributes() {
    TopologyHarness app = start("defaults.segments=country,country+device");
    predict(app, 0, Map.of("country", "DE", "device", "phone"));
    predict(app, 1, Map.of("country", "DE", "device", "desk"));
    predict(app, 2, Map.of("country", "FR"));

    assertThat(predictions(app))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "", 3L,
                "country=DE", 2L,
                "country=FR", 1L,
                "country=DE,device=phone", 1L,
                "country=DE,device=desk", 1L));
  }

  @Test
  void countsWhatIsBeyondTheLimitInOneSeries() {
    TopologyHarness app = start("defaults.segments=country", "defaults.segment-limit=2");
    String[] countries = {"DE", "FR", "IT", "ES", "FR"};
    for (int i = 0; i < countries.length; i++) {
      predict(app, i, Map.of("country", countries[i]));
    }

    assertThat(predictions(app))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("", 5L, "country=DE", 1L, "country=FR", 2L, "(others)", 2L));
  }
}
