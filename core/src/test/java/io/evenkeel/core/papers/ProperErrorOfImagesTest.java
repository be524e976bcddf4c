package io.evenkeel.core.papers;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.calibration.DirichletKernel;
import io.evenkeel.core.calibration.ProperCalibration;
import io.evenkeel.core.calibration.ProperCalibrationError;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.recalibration.MapKind;
import io.evenkeel.core.score.BrierScore;
import io.evenkeel.core.score.LogLoss;
import io.evenkeel.core.simulation.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Popordanoska, Gruber et al., Tables 2 to 4, Section 7.2, on the one network that the data has:
 * class-wise calibration errors by the score of VGG16 on CIFAR-10, of itself and after isotonic
 * regression and temperature scaling. Printed is what the paper has for its VGG16 with batch
 * normalisation, another network.
 */
@Tag("simulation")
class ProperErrorOfImagesTest {
  private static final double BANDWIDTH = 0.001;
  private static final Table TABLE =
      new Table(
          "papers_proper_images",
          "recalibration",
          "printed_ce_kl",
          "ce_kl",
          "printed_ce_2",
          "ce_2",
          "printed_accuracy",
          "accuracy",
          "printed_nll",
          "nll",
          "printed_brier",
          "brier");

  /** All times 100. */
  private record Measures(double logarithmic, double squared, double accuracy, double loss) {}

  @Test
  void bothRecalibrationsRemoveMostAndEachItsOwnErrorMore() {
    Observations learned = Images.learned();
    Map<String, UnaryOperator<PredictiveDistribution>> maps = new LinkedHashMap<>();
    maps.put("none,2.85,1.00,93.26,33.76,11.61", p -> p);
    maps.put("isotonic,1.36,0.57,93.23,25.15,10.42", IsotonicByClass.fit(learned)::recalibrate);
    maps.put(
        "temperature,1.38,0.80,93.26,24.55,10.48", MapKind.TEMPERATURE.fit(learned)::recalibrate);
    maps.put(
        "temperature and isotonic top label,,,,,",
        MapKind.TEMPERATURE_ISOTONIC.fit(learned)::recalibrate);
    Map<String, Measures> measures = new LinkedHashMap<>();
    maps.forEach(
        (printed, map) -> {
          List<String> cells = List.of(printed.split(",", -1));
          measures.put(cells.get(0), measure(cells, Images.mapped(Images.judged(), map)));
        });
    TABLE.write(Kernels.KEPT);

    Measures none = Objects.requireNonNull(measures.get("none"));
    Measures isotonic = Objects.requireNonNull(measures.get("isotonic"));
    Measures temperature = Objects.requireNonNull(measures.get("temperature"));
    assertThat(isotonic.squared).isLessThan(none.squared);
    assertThat(temperature.squared).isLessThan(none.squared);
    assertThat(temperature.logarithmic).isLessThan(none.logarithmic);
    assertThat(isotonic.squared).isLessThan(temperature.squared);
    assertThat(temperature.loss).isLessThan(none.loss);
  }

  private static Measures measure(List<String> printed, Observations sample) {
    List<ProperCalibration> byClass =
        new ProperCalibrationError(new DirichletKernel(BANDWIDTH)).byClass(sample);
    double logarithmic = 0;
    double squared = 0;
    for (ProperCalibration ofClass : byClass) {
      logarithmic += 100 * ofClass.logarithmic().calibrationByScore() / byClass.size();
      squared += 100 * ofClass.squared().calibrationByScore() / byClass.size();
    }
    double right = 0;
    double loss = 0;
    double brier = 0;
    for (int i = 0; i < sample.size(); i++) {
      Categorical p = (Categorical) sample.prediction(i);
      ClassLabel y = (ClassLabel) sample.target(i);
      right += p.argmax() == y.index() ? 100.0 / sample.size() : 0;
      loss += 100 * LogLoss.of(p, y) / sample.size();
      brier += 100 * BrierScore.of(p, y) / sample.size();
    }
    List<Object> row = new ArrayList<>(List.of(printed.get(0)));
    double[] ours = {logarithmic, squared, right, loss, brier};
    for (int k = 0; k < ours.length; k++) {
      row.add(printed.get(k + 1));
      row.add(ours[k]);
    }
    TABLE.add(row.toArray());
    return new Measures(logarithmic, squared, right, loss);
  }
}
