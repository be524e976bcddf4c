package io.evenkeel.core.recalibration;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Normal predictions without variance among others. */
class PointMassesTest {
  private final List<PredictiveDistribution> predictions = new ArrayList<>();
  private final List<Target> targets = new ArrayList<>();
  private final List<String> segments = new ArrayList<>();

  private void add(PredictiveDistribution p, double y, String segment) {
    predictions.add(p);
    targets.add(Target.of(y));
    segments.add(segment);
  }

  /** Targets that lie 0.8 standard deviations higher in the north than elsewhere. */
  private void addForecasts() {
    Random random = new Random(1);
    for (int i = 0; i < 200; i++) {
      boolean north = i % 2 == 0;
      add(
          Normal.of(i, 2),
          i + 2 * (random.nextGaussian() * 1.5 + (north ? 0.8 : 0)),
          north ? "north" : "south");
    }
  }

  /** Points that came true, that did not, and a segment of nothing else. */
  private void addPoints() {
    add(Normal.of(5, 0), 5, "north");
    add(Normal.of(5, 0), 900, "north");
    add(Normal.of(5, 0), -900, "south");
    add(Normal.of(5, 0), -900, "points");
  }

  private Observations sample() {
    return Observations.of(predictions, targets);
  }

  private Segments bySegment() {
    return new Segments("region", segments);
  }

  @Test
  void aShiftAndAScaleLeaveAPointMassAsItIs() {
    Normal point = Normal.of(5.865, 0);

    assertThat(new LocationScale(0.5, 1.4).recalibrate(point)).isEqualTo(point);
  }

  @Test
  void pointMassesDoNotChangeTheShiftAndScaleThatOthersTell() {
    addForecasts();
    RecalibrationMap without = MapKind.LOCATION_SCALE.fit(sample());
    addPoints();

    assertThat(MapKind.suiting(predictions)).contains(MapKind.LOCATION_SCALE);
    assertThat(MapKind.LOCATION_SCALE.fit(sample())).isEqualTo(without);
  }

  @Test
  void pointMassesAloneTellOfNoShift() {
    addPoints();

    assertThat(MapKind.LOCATION_SCALE.fit(sample())).isEqualTo(new LocationScale(0, 1));
  }

  @Test
  void pointMassesDoNotChangeTheShiftsOfSegments() {
    addForecasts();
    RecalibrationMap without = MapKind.IDENTITY.fit(sample(), bySegment());
    addPoints();
    RecalibrationMap with = MapKind.IDENTITY.fit(sample(), bySegment());

    for (String region : List.of("north", "south")) {
      SegmentMap map = (SegmentMap) with;
      assertThat(map.maps().get(region)).isEqualTo(((SegmentMap) without).maps().get(region));
    }
    assertThat(MapChoice.crossFit(sample(), bySegment(), Outcomes.each(204), () -> {}))
        .hasSize(204);
  }
}
