package io.evenkeel.app.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.schemas.Cause;
import io.evenkeel.schemas.Finding;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CausesTest {
  private static final Optional<Boolean> YES = Optional.of(true);
  private static final Optional<Boolean> NO = Optional.of(false);
  private static final Optional<Boolean> UNKNOWN = Optional.empty();

  @ParameterizedTest
  @EnumSource(
      value = Finding.class,
      names = {"NO_DATA", "UNDERPOWERED", "LEARNING", "CALIBRATED"})
  void seesAShiftWhateverTheLabelsSay(Finding finding) {
    for (Optional<Boolean> selected : List.of(YES, NO, UNKNOWN)) {
      assertThat(Causes.of(finding, new Shifts(YES, NO, UNKNOWN, selected), false))
          .isEqualTo(Cause.COVARIATE_SHIFT);
      assertThat(Causes.of(finding, new Shifts(UNKNOWN, YES, UNKNOWN, selected), false))
          .isEqualTo(Cause.COVARIATE_SHIFT);
    }
  }

  @Test
  void seesAShiftWhereTheMiscalibrationIsExplainedAway() {
    assertThat(miscalibrated(new Shifts(YES, NO, NO, YES), false)).isEqualTo(Cause.COVARIATE_SHIFT);
    assertThat(miscalibrated(new Shifts(YES, NO, NO, NO), true)).isEqualTo(Cause.COVARIATE_SHIFT);
  }

  @Test
  void tellsWhetherAMiscalibrationCameWithAShift() {
    assertThat(miscalibrated(new Shifts(NO, YES, NO, NO), false))
        .isEqualTo(Cause.SHIFT_AND_MISCALIBRATION);
    assertThat(miscalibrated(new Shifts(NO, NO, YES, NO), false)).isEqualTo(Cause.CONCEPT_CHANGE);
    assertThat(miscalibrated(new Shifts(UNKNOWN, UNKNOWN, UNKNOWN, NO), false))
        .isEqualTo(Cause.UNKNOWN);
  }

  @Test
  void explainsAMiscalibrationAwayWithoutAShift() {
    assertThat(miscalibrated(new Shifts(NO, NO, NO, YES), true))
        .isEqualTo(Cause.LABELS_NOT_REPRESENTATIVE);
    assertThat(miscalibrated(new Shifts(NO, NO, NO, NO), true))
        .isEqualTo(Cause.NO_WORSE_THAN_REFERENCE);
  }

  @Test
  void namesAShiftOfLabelsAlone() {
    assertThat(Causes.of(Finding.CALIBRATED, new Shifts(NO, UNKNOWN, YES, NO), false))
        .isEqualTo(Cause.LABEL_SHIFT);
  }

  @Test
  void namesNothingWhereNothingHasShiftedOrNothingIsKnown() {
    assertThat(Causes.of(Finding.NO_DATA, new Shifts(NO, UNKNOWN, UNKNOWN, UNKNOWN), false))
        .isEqualTo(Cause.NONE);
    assertThat(Causes.of(Finding.NO_DATA, new Shifts(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN), false))
        .isEqualTo(Cause.UNKNOWN);
  }

  private static Cause miscalibrated(Shifts shifts, boolean noWorse) {
    return Causes.of(Finding.MISCALIBRATED, shifts, noWorse);
  }
}
