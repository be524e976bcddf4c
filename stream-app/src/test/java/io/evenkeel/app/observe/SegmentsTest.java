package io.evenkeel.app.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.TestStores;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.schemas.internal.ActiveSeries;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;

class SegmentsTest {
  private static final ModelSettings TWO =
      AppConfig.of(Map.of("defaults.segments", "country", "defaults.segment-limit", "2"))
          .defaults();

  private final KeyValueStore<String, ActiveSeries> active = TestStores.of(ActiveSeries.class);
  private final Segments segments = new Segments(active, segment -> true);

  private List<String> of(Map<String, String> attributes, ModelSettings settings) {
    PredictionEvent event =
        new PredictionEvent("id", "m", "", 0, attributes, Map.of(), Categorical.of(0.5, 0.5));
    return segments.of(event, settings);
  }

  private String of(String country) {
    return of(Map.of("country", country), TWO).get(1);
  }

  private static String key(String country) {
    return new SeriesKey("m", "", "country=" + country).key();
  }

  @Test
  void countsTheSegmentsOfOtherPartitions() {
    active.put(key("DE"), new ActiveSeries(1.0, 0L, 0L));
    active.put(key("FR"), new ActiveSeries(1.0, 0L, 0L));

    assertThat(of("FR")).isEqualTo("country=FR");
    assertThat(of("IT")).isEqualTo("(others)");
  }

  @Test
  void makesRoomWhereSegmentsAreForgotten() {
    active.put(key("DE"), new ActiveSeries(1.0, 0L, 0L));
    active.put(key("FR"), new ActiveSeries(1.0, 0L, 0L));
    assertThat(of("IT")).isEqualTo("(others)");

    active.delete(key("DE"));
    segments.refresh();

    assertThat(of("IT")).isEqualTo("country=IT");
    assertThat(of("ES")).isEqualTo("(others)");
  }

  @Test
  void makesRoomWhereSegmentsThatItLetInAreForgotten() {
    assertThat(of("DE")).isEqualTo("country=DE");
    assertThat(of("FR")).isEqualTo("country=FR");
    active.put(key("DE"), new ActiveSeries(1.0, 0L, 0L));
    active.put(key("FR"), new ActiveSeries(1.0, 0L, 0L));
    segments.refresh();

    active.delete(key("DE"));
    segments.refresh();

    assertThat(of("IT")).isEqualTo("country=IT");
    assertThat(of("ES")).isEqualTo("(others)");
  }

  @Test
  void holdsThePlaceOfWhatIsNotActiveYet() {
    assertThat(of("DE")).isEqualTo("country=DE");
    assertThat(of("FR")).isEqualTo("country=FR");
    segments.refresh();

    assertThat(of("IT")).isEqualTo("(others)");
    assertThat(of("DE")).isEqualTo("country=DE");
  }

  @Test
  void givesEveryCombinationOfValuesItsOwnName() {
    ModelSettings pair = AppConfig.of(Map.of("defaults.segments", "a+b")).defaults();

    assertThat(of(Map.of("a", "1,b=2", "b", "3"), pair).get(1)).isEqualTo("a=1\\,b\\=2,b=3");
    assertThat(of(Map.of("a", "1", "b", "2,b=3"), pair).get(1)).isEqualTo("a=1,b=2\\,b\\=3");
    assertThat(of(Map.of("a", "\\", "b", ""), pair).get(1)).isEqualTo("a=\\\\,b=");
  }
}
