package io.evenkeel.core.reference;

import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.recalibration.Temperature;
import io.evenkeel.core.sequential.Agrapa;
import io.evenkeel.core.sequential.BettingStrategy;
import io.evenkeel.core.sequential.ConfidenceSequence;
import io.evenkeel.core.sequential.EDetector;
import io.evenkeel.core.sequential.EProcess;
import io.evenkeel.core.sequential.ExponentiallyWeightedBet;
import io.evenkeel.core.sequential.FixedBet;
import io.evenkeel.core.sequential.OnlineNewtonStep;
import java.util.LinkedHashMap;
import java.util.Map;

/** E-processes, detectors and confidence sequences. */
final class SequentialOperations {
  static final Map<String, Operation> TABLE =
      Map.of(
          "lr_e_process", SequentialOperations::likelihoodRatio,
          "e_process", SequentialOperations::betting,
          "e_process_mixture", SequentialOperations::bettingMixture,
          "e_detector", SequentialOperations::detector,
          "e_detector_mixture", SequentialOperations::detectorMixture,
          "confidence_sequence", SequentialOperations::confidenceSequence);

  private SequentialOperations() {}

  private static Map<String, ?> likelihoodRatio(Inputs in) {
    Observations sample = in.observations();
    double[] temperatures = in.numbers("temperatures");
    double[][] steps = new double[sample.size()][temperatures.length];
    for (int t = 0; t < steps.length; t++) {
      for (int g = 0; g < temperatures.length; g++) {
        steps[t][g] =
            new Temperature(temperatures[g]).logRatio(sample.prediction(t), sample.target(t));
      }
    }
    Map<String, Object> values = course(EProcess.mixture(in.numbers("weights")), steps, 0.05);
    values.remove("first_rejection");
    return values;
  }

  /** The factor of each fixed bet of the grid at each payoff. */
  private static double[][] fixedBets(Inputs in) {
    double[] payoffs = in.numbers("payoffs");
    double[] grid = in.numbers("grid");
    double[][] steps = new double[payoffs.length][grid.length];
    for (int t = 0; t < steps.length; t++) {
      for (int g = 0; g < grid.length; g++) {
        steps[t][g] = Math.log1p(grid[g] * payoffs[t]);
      }
    }
    return steps;
  }

  private static Map<String, ?> bettingMixture(Inputs in) {
    return course(EProcess.mixture(in.numbers("weights")), fixedBets(in), in.number("alpha"));
  }

  private static Map<String, ?> betting(Inputs in) {
    BettingStrategy.Bettor bettor = strategy(in).bettor(in.number("bound"));
    double[] payoffs = in.numbers("payoffs");
    double[] bets = new double[payoffs.length];
    double[][] steps = new double[payoffs.length][1];
    for (int t = 0; t < bets.length; t++) {
      bets[t] = bettor.bet();
      steps[t][0] = Math.log1p(bets[t] * payoffs[t]);
      bettor.observe(payoffs[t]);
    }
    Map<String, Object> values = course(EProcess.single(), steps, in.number("alpha"));
    values.put("bets", bets);
    return values;
  }

  private static BettingStrategy strategy(Inputs in) {
    String name = in.text("bet");
    return switch (name) {
      case "fixed" -> new FixedBet(in.number("lam"));
      case "agrapa" -> new Agrapa(in.number("cap"), in.number("v0"));
      case "ew" ->
          new ExponentiallyWeightedBet(in.number("rho"), in.number("cap"), in.number("v0"));
      case "ons" -> new OnlineNewtonStep(in.number("cap"));
      default -> throw new NotImplemented("bet " + name);
    };
  }

  private static Map<String, Object> course(EProcess process, double[][] steps, double alpha) {
    double[] logE = new double[steps.length];
    double[] p = new double[steps.length];
    int first = 0;
    for (int t = 0; t < steps.length; t++) {
      process.multiply(steps[t]);
      logE[t] = process.logValue();
      p[t] = process.pValue();
      first = first == 0 && process.reaches(alpha) ? t + 1 : first;
    }
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("log_e", logE);
    values.put("p", p);
    values.put("first_rejection", first);
    return values;
  }

  private static EDetector.Kind kind(Inputs in) {
    return in.text("kind").equals("sr") ? EDetector.Kind.SHIRYAEV_ROBERTS : EDetector.Kind.CUSUM;
  }

  private static Map<String, ?> detector(Inputs in) {
    double[] increments = in.numbers("log_increments");
    double[][] steps = new double[increments.length][];
    for (int t = 0; t < steps.length; t++) {
      steps[t] = new double[] {increments[t]};
    }
    Map<String, Object> values = course(EDetector.single(kind(in)), steps, in.number("arl"));
    EDetector detector = EDetector.single(kind(in));
    double[] logM = new double[steps.length];
    for (int t = 0; t < steps.length; t++) {
      detector.multiply(steps[t]);
      logM[t] = detector.logValue();
      if (detector.reaches(in.number("arl"))) {
        detector.reset();
      }
    }
    values.put("log_m_with_reset", logM);
    return values;
  }

  private static Map<String, ?> detectorMixture(Inputs in) {
    EDetector detector = EDetector.mixture(kind(in), in.numbers("weights"));
    return course(detector, fixedBets(in), in.number("arl"));
  }

  private static Map<String, Object> course(EDetector detector, double[][] steps, double arl) {
    double[] logM = new double[steps.length];
    int first = 0;
    for (int t = 0; t < steps.length; t++) {
      detector.multiply(steps[t]);
      logM[t] = detector.logValue();
      first = first == 0 && detector.reaches(arl) ? t + 1 : first;
    }
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("log_m", logM);
    values.put("first_alarm", first);
    return values;
  }

  private static Map<String, ?> confidenceSequence(Inputs in) {
    double bound = in.number("bound");
    double alpha = in.number("alpha");
    ConfidenceSequence sequence =
        in.text("method").equals("stitched_eb")
            ? ConfidenceSequence.stitched(bound, alpha)
            : ConfidenceSequence.predictable(bound, alpha);
    double[] payoffs = in.numbers("payoffs");
    double[] lower = new double[payoffs.length];
    double[] upper = new double[payoffs.length];
    for (int t = 0; t < payoffs.length; t++) {
      sequence.add(payoffs[t]);
      lower[t] = sequence.lower();
      upper[t] = sequence.upper();
    }
    return Map.of("lower", lower, "upper", upper);
  }
}
