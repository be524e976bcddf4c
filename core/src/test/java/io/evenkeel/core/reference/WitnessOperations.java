package io.evenkeel.core.reference;

import io.evenkeel.core.calibration.Skce;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.sequential.BettingStrategy;
import io.evenkeel.core.sequential.BlockEValues;
import io.evenkeel.core.sequential.EProcess;
import io.evenkeel.core.sequential.OnlineNewtonStep;
import io.evenkeel.core.sequential.TiltFactor;
import io.evenkeel.core.sequential.Witness;
import io.evenkeel.core.sequential.WitnessPayoff;
import java.util.Map;

/** E-processes from the kernel. */
final class WitnessOperations {
  static final Map<String, Operation> TABLE =
      Map.of(
          "block_evalues", WitnessOperations::blocks,
          "witness_e_process", WitnessOperations::witness,
          "tilt_e_process", WitnessOperations::tilt);

  private WitnessOperations() {}

  private static Map<String, ?> blocks(Inputs in) {
    int size = in.integer("block_size");
    Observations sample = in.observations();
    BlockEValues blocks = new BlockEValues(in.kernel(), size);
    return Map.of(
        "eta", new Skce(in.kernel()).blockEstimates(size, sample),
        "g_u", blocks.payoffs(sample),
        "e_v", blocks.eValues(sample));
  }

  private static Map<String, ?> witness(Inputs in) {
    if (!in.text("bet").equals("ons") || in.number("bound") != 1) {
      throw new NotImplemented("bet " + in.text("bet"));
    }
    Observations sample = in.observations();
    WitnessPayoff game = new WitnessPayoff(in.predictionKernel());
    BettingStrategy.Bettor bettor = new OnlineNewtonStep(in.number("cap")).bettor(1);
    EProcess process = EProcess.single();
    double[] payoffs = new double[sample.size()];
    double[] bets = new double[payoffs.length];
    double[] logE = new double[payoffs.length];
    for (int t = 0; t < payoffs.length; t++) {
      payoffs[t] = game.play((Categorical) sample.prediction(t), (ClassLabel) sample.target(t));
      bets[t] = bettor.bet();
      bettor.observe(payoffs[t]);
      process.multiply(Math.log1p(bets[t] * payoffs[t]));
      logE[t] = process.logValue();
    }
    return Map.of("payoffs", payoffs, "bets", bets, "log_e", logE);
  }

  private static Map<String, ?> tilt(Inputs in) {
    Observations sample = in.observations();
    int window = in.has("window") ? in.integer("window") : Integer.MAX_VALUE;
    Witness witness = new Witness(in.predictionKernel(), window);
    TiltFactor factor = new TiltFactor(witness, in.number("forget"), in.numbers("c_grid"));
    EProcess process = EProcess.mixture(in.numbers("weights"));
    double[][] increments = new double[sample.size()][];
    double[] logE = new double[increments.length];
    for (int t = 0; t < logE.length; t++) {
      increments[t] =
          factor.play((Categorical) sample.prediction(t), (ClassLabel) sample.target(t));
      process.multiply(increments[t]);
      logE[t] = process.logValue();
    }
    return Map.of("log_increments", increments, "log_e", logE);
  }
}
