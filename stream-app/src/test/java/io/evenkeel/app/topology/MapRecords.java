package io.evenkeel.app.topology;

import io.evenkeel.app.recalibrate.LearnedMap;
import io.evenkeel.app.recalibrate.MapJson;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.RecalibrationMap;
import io.evenkeel.core.score.Interval;
import io.evenkeel.schemas.PublishedMap;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records of published maps, as a series sends them. */
final class MapRecords {
  static final Instant DECIDED = Instant.parse("2026-01-06T13:30:00Z");

  private MapRecords() {}

  /** A map of the version 3 of the model churn. */
  static PublishedMap published(TargetSpace space, RecalibrationMap map) {
    LearnedMap learned =
        new LearnedMap(
            "churn",
            space,
            List.of(),
            500,
            Instant.EPOCH,
            DECIDED,
            0.1,
            new Interval(0.05, 0.15),
            map);
    return published(MapJson.write(learned), map.describe());
  }

  /** What is sent when there is none. */
  static PublishedMap withdrawn() {
    return published(null, "no map: the newest labels do not need one");
  }

  static PublishedMap published(@Nullable String json, String words) {
    return PublishedMap.newBuilder()
        .setModel("churn")
        .setVersion("3")
        .setSegment("")
        .setMap(json)
        .setWords(words)
        .setUpdatedAt(DECIDED)
        .setLaterLabels(0)
        .setLogEvidence(3.1)
        .build();
  }
}
