package io.evenkeel.core;

import io.evenkeel.core.calibration.Skce;
import io.evenkeel.core.hypothesis.CmeTest;
import io.evenkeel.core.hypothesis.TestResult;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.ProfileLearner;
import java.util.List;
import java.util.Locale;

/** The code that core/README.md shows. */
final class ReadmeExample {

  private ReadmeExample() {}

  static String judge(List<Categorical> predictions, List<Target> targets) {
    // README begins
    CalibrationReport report = Calibration.of(predictions, targets).report();
    String verdict = report.toString(); // "Miscalibrated: over-confident: temperature 2; ..."

    // The same by hand.
    Observations sample = Observations.of(predictions, targets);
    Profile profile = ProfileLearner.learn(1, predictions, 32, 1); // never from the targets
    double skce = new Skce(profile.kernel()).unbiased(sample);
    TestResult test = CmeTest.withDefaults().test(profile.kernel(), profile.locations(), sample);
    Sketch sketch = SketchPlan.of(profile.space(), profile).empty(); // mergeable, for streams
    for (int i = 0; i < sample.size(); i++) {
      sketch.add(sample.prediction(i), sample.target(i));
    }
    String fault = sketch.evidence().describe(); // such as "over-confident: temperature 2"
    // README ends
    return String.format(
        Locale.ROOT, "%s%n%s; SKCE %.3f, p %.1g", verdict, fault, skce, test.pValue());
  }
}
