package io.evenkeel.app.explain;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.follow.AbsentException;
import io.evenkeel.app.follow.TopicReader;
import io.evenkeel.app.serde.JsonDeserializer;
import io.evenkeel.app.serde.JsonSerializer;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.verdict.Sources;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecountTest {

  /** Nothing is read: there is no broker. */
  @Test
  void saysThatTheSettingsRejectTheModel() {
    AppConfig config =
        AppConfig.of(
            Map.of(
                "monitor.unknown-models",
                "false",
                "serde.serializer",
                JsonSerializer.class.getName(),
                "serde.deserializer",
                JsonDeserializer.class.getName()));
    try (TopicReader reader =
        new TopicReader(Map.of("bootstrap.servers", "localhost:1"), (what, count) -> {})) {
      Recount recount = new Recount(config, reader, Recorded.of(config, reader));
      SeriesKey series = SeriesKey.whole("churn", "");
      Sources none = Sources.of(List.of());

      assertThatThrownBy(() -> recount.of(series, none, Map.of(), 0, 1))
          .isInstanceOf(AbsentException.class)
          .hasMessage(
              "these settings count no prediction of it: model 'churn' is not configured: add"
                  + " models.churn to the settings, or set monitor.unknown-models");
    }
  }
}
