package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.Projection;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.recalibration.Boundary;
import io.evenkeel.core.recalibration.Tolerance;
import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@linkplain KernelBet Bets} on the residuals of the mean embedding, first along all that was
 * seen, then along what was seen lately: mutable.
 *
 * <p>State: the version of the profile, the number of the numbers of {@link ResidualMemory}, and
 * these; of another profile they are dropped.
 */
final class KernelBets implements BetFamily {
  private static final int HEADER = 2;

  private final @Nullable Profile profile;
  private @Nullable ResidualMemory memory;
  private boolean isSame = true;

  /**
   * Bets on nothing yet.
   *
   * @param profile null if there is none, so that no bet is made
   */
  KernelBets(@Nullable Profile profile) {
    this.profile = profile;
    this.memory = profile == null ? null : ResidualMemory.read(profile);
  }

  /** What is remembered of the residuals; none without a profile. */
  Optional<ResidualMemory> memory() {
    return Optional.ofNullable(memory);
  }

  @Override
  public int size() {
    return 2 * KernelBet.BETS;
  }

  /**
   * Where log-odds are shifted, a bet that forgives small means forgives that. A shift of d numbers
   * within the tolerance may move a mean by √d of it.
   */
  @Override
  public int[] places(Boundary boundary) {
    return boundary.stretchesBesideLogOdds();
  }

  @Override
  public List<Played> play(Sketch pane, Tolerance tolerance) {
    List<Played> played = new ArrayList<>();
    ResidualMemory past = memory;
    if (past == null || past.isEmpty() || !past.isOf(pane)) {
      return played;
    }
    for (KernelBet bet : List.of(past.bet(), past.betOnLately())) {
      Projection residuals = pane.project(bet.direction()).orElseThrow();
      double[] plain = bet.logFactors(residuals);
      double[] lenient = bet.lenientLogFactors(residuals, tolerance);
      for (int k = 0; k < KernelBet.BETS; k++) {
        played.add(new Played(plain[k], lenient[k]));
      }
    }
    return played;
  }

  @Override
  public void add(Sketch pane) {
    ResidualMemory past = memory;
    if (past != null) {
      past.add(pane);
    }
  }

  @Override
  public OpenFault found(Deviations deviations, int bet, Stretch stretch, Since since) {
    ResidualMemory past = Objects.requireNonNull(memory);
    KernelBet winner = bet < KernelBet.BETS ? past.bet() : past.betOnLately();
    Direction direction =
        KernelDirection.of(past.profile(), winner, KernelBet.effect(bet % KernelBet.BETS));
    return ResidualFault.found(deviations, direction, stretch, since);
  }

  @Override
  public Optional<OpenFault> fault(Deviations deviations, DoubleBuffer state) {
    Profile known = profile;
    return known != null && isSame
        ? Optional.of(ResidualFault.read(deviations, KernelDirection.read(known, state), state))
        : Optional.empty();
  }

  @Override
  public int length() {
    return HEADER + memory().map(ResidualMemory::length).orElse(0);
  }

  @Override
  public void read(DoubleBuffer state) {
    Profile known = profile;
    isSame = known != null && known.version() == state.get();
    if (known == null) {
      state.get();
    }
    double[] numbers = new double[(int) state.get()];
    state.get(numbers);
    memory = known == null ? null : ResidualMemory.read(known, isSame ? numbers : new double[0]);
  }

  @Override
  public void write(DoubleBuffer state) {
    double[] numbers = memory().map(ResidualMemory::toArray).orElse(new double[0]);
    state.put(profile == null ? 0 : profile.version()).put(numbers.length).put(numbers);
  }
}
