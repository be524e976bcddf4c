package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.NoiseMoments;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.prediction.TargetSpace;
import java.nio.DoubleBuffer;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Tilts of predictions of classes whose labels are noisy: at random, and into one class. */
final class NoiseTilts implements Tilts {
  /** What a label costs, as predictions are not taken as they are but with a floor. */
  private static final double COST = -Math.log1p(-NoiseMoments.FLOOR);

  private final int m;

  /**
   * The tilts.
   *
   * @param space of classes
   */
  NoiseTilts(TargetSpace space) {
    this.m = space.size();
  }

  @Override
  public int version() {
    return 0;
  }

  @Override
  public int sums() {
    return 0;
  }

  @Override
  public Optional<double[]> sums(Sketch pane) {
    return pane.noiseSums().filter(sums -> sums.n() > 0).map(sums -> new double[0]);
  }

  @Override
  public double cost(Sketch pane) {
    return pane.noiseSums().map(sums -> sums.n() * COST).orElse(0.0);
  }

  @Override
  public List<Tilt> aimed(double[] all, double[] lately) {
    return List.of();
  }

  @Override
  public List<List<Tilt>> fixed() {
    List<Tilt> atRandom =
        IntStream.range(0, NoiseMoments.atRandom().length)
            .<Tilt>mapToObj(NoiseTilt::atRandom)
            .toList();
    List<Tilt> intoClass =
        IntStream.range(0, NoiseMoments.intoClass(m).length * m)
            .<Tilt>mapToObj(i -> NoiseTilt.intoClass(m, i / m, i % m))
            .toList();
    return intoClass.isEmpty() ? List.of(atRandom) : List.of(atRandom, intoClass);
  }

  @Override
  public Tilt read(DoubleBuffer state) {
    return NoiseTilt.read(m, state);
  }
}
