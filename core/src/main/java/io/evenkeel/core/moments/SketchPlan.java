package io.evenkeel.core.moments;

import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.recalibration.RecalibrationGrid;
import io.evenkeel.core.score.LabelNoise;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link Sketch} keeps: the statistics, and the place of each in its block of doubles.
 *
 * <p>The block is the binary layout. It holds, one after the other, the sums of {@link
 * ScoreMoments}, {@link ReliabilityMoments}, {@link OutcomeCounts} and {@link
 * RecalibrationMoments}, for several real numbers of {@link NormalMoments}, for classes of {@link
 * NoiseMoments}, for one real number of {@link EnsembleMoments}, and, if there is a profile, of
 * {@link BlockSkceMoments} and {@link CmeMoments}, for real numbers of {@link CellMoments}, and of
 * {@link QuarterMoments}, each laid out as documented there. It depends on the space of the targets
 * and on the profile alone. Blocks of the same plan merge by addition.
 *
 * <p>With J test locations and m classes of up to 20 the block has, for m &gt; 2, J² + 3J + 11m +
 * 118 doubles: below 11 KiB for J = 32 and m = 10. Each feature of the profile adds 12.
 */
public final class SketchPlan {
  private final TargetSpace space;
  private final @Nullable Profile profile;
  private final LabelNoise labelNoise;
  private final ScoreMoments scores;
  private final ReliabilityMoments reliability;
  private final RecalibrationMoments recalibration;
  private final @Nullable NormalMoments normals;
  private final @Nullable NoiseMoments noise;
  private final @Nullable EnsembleMoments ensembles;
  private final @Nullable BlockSkceMoments blockSkce;
  private final @Nullable CmeMoments cme;
  private final @Nullable CellMoments cells;
  private final @Nullable QuarterMoments quarters;

  private SketchPlan(TargetSpace space, @Nullable Profile profile, LabelNoise labelNoise) {
    this.space = space;
    this.profile = profile;
    this.labelNoise = labelNoise;
    this.scores = new ScoreMoments(space);
    this.reliability = new ReliabilityMoments(space);
    this.recalibration = new RecalibrationMoments(RecalibrationGrid.of(space, labelNoise));
    this.normals = NormalMoments.suits(space) ? new NormalMoments(space, labelNoise) : null;
    this.noise = NoiseMoments.suits(space) ? new NoiseMoments(space) : null;
    this.ensembles = EnsembleMoments.suits(space) ? new EnsembleMoments(labelNoise) : null;
    this.blockSkce = profile == null ? null : new BlockSkceMoments(profile.kernel());
    this.cme = profile == null ? null : new CmeMoments(profile.kernel(), profile.locations());
    this.cells =
        profile != null && CellMoments.suits(space) ? new CellMoments(profile, labelNoise) : null;
    this.quarters = profile == null ? null : new QuarterMoments(profile, labelNoise);
  }

  /**
   * The plan for targets in the given space, with the usual label noise.
   *
   * @param profile kernel and test locations; without one there are no kernel statistics
   * @throws IllegalArgumentException if the profile is for another space
   */
  public static SketchPlan of(TargetSpace space, @Nullable Profile profile) {
    return of(space, profile, LabelNoise.USUAL);
  }

  /**
   * The plan for targets in the given space.
   *
   * @param profile kernel and test locations; without one there are no kernel statistics
   * @param labelNoise what a single label may say at most
   * @throws IllegalArgumentException if the profile is for another space
   */
  public static SketchPlan of(TargetSpace space, @Nullable Profile profile, LabelNoise labelNoise) {
    if (profile != null && !profile.space().equals(space)) {
      throw new IllegalArgumentException(
          "a sketch of targets in " + space + " cannot use a profile for " + profile.space());
    }
    return new SketchPlan(space, profile, labelNoise);
  }

  /** The space of the targets. */
  public TargetSpace space() {
    return space;
  }

  /** What a single label may say at most. */
  public LabelNoise labelNoise() {
    return labelNoise;
  }

  /** The recalibrations that the evidence weighs. */
  public RecalibrationGrid grid() {
    return recalibration.grid();
  }

  /** The profile, if there is one. */
  public Optional<Profile> profile() {
    return Optional.ofNullable(profile);
  }

  /** The number of doubles of a block. */
  public int length() {
    return quartersOffset() + (quarters == null ? 0 : quarters.length());
  }

  /** A sketch of no observations. */
  public Sketch empty() {
    return new Sketch(this, new double[length()]);
  }

  /**
   * The sketch with a copy of the given block.
   *
   * @throws IllegalArgumentException if the block has another length than those of this plan
   */
  public Sketch read(double[] block) {
    return over(block.clone());
  }

  /**
   * The sketch whose sums are the given block itself: adding to the sketch changes the block.
   *
   * @throws IllegalArgumentException if the block has another length than those of this plan
   */
  public Sketch over(double[] block) {
    check(block);
    return new Sketch(this, block);
  }

  /**
   * Checks the length of a block.
   *
   * @throws IllegalArgumentException if it is another than that of the blocks of this plan
   */
  void check(double[] block) {
    if (block.length != length()) {
      throw new IllegalArgumentException(
          "a block of this plan ("
              + this
              + ") has "
              + length()
              + " doubles, got "
              + block.length
              + ": it was written with another profile or by another version; drop it or read it"
              + " with the plan that wrote it");
    }
  }

  ScoreMoments scores() {
    return scores;
  }

  ReliabilityMoments reliability() {
    return reliability;
  }

  int reliabilityOffset() {
    return scores.length();
  }

  RecalibrationMoments recalibration() {
    return recalibration;
  }

  int outcomesOffset() {
    return reliabilityOffset() + reliability.length();
  }

  int recalibrationOffset() {
    return outcomesOffset() + OutcomeCounts.LENGTH;
  }

  @Nullable NormalMoments normals() {
    return normals;
  }

  int normalsOffset() {
    return recalibrationOffset() + recalibration.length();
  }

  @Nullable NoiseMoments noise() {
    return noise;
  }

  int noiseOffset() {
    return normalsOffset() + (normals == null ? 0 : normals.length());
  }

  @Nullable EnsembleMoments ensembles() {
    return ensembles;
  }

  int ensemblesOffset() {
    return noiseOffset() + (noise == null ? 0 : noise.length());
  }

  @Nullable BlockSkceMoments blockSkce() {
    return blockSkce;
  }

  int blockSkceOffset() {
    return ensemblesOffset() + (ensembles == null ? 0 : ensembles.length());
  }

  @Nullable CmeMoments cme() {
    return cme;
  }

  int cmeOffset() {
    return blockSkceOffset() + (blockSkce == null ? 0 : BlockSkceMoments.LENGTH);
  }

  @Nullable CellMoments cells() {
    return cells;
  }

  int cellsOffset() {
    return cmeOffset() + (cme == null ? 0 : cme.length());
  }

  @Nullable QuarterMoments quarters() {
    return quarters;
  }

  int quartersOffset() {
    return cellsOffset() + (cells == null ? 0 : cells.length());
  }

  /**
   * Whether blocks of the other plan may be added to blocks of this one. Without a profile a block
   * is the beginning of one with.
   */
  boolean covers(SketchPlan other) {
    return this == other
        || (space.equals(other.space) && (other.profile == null || other.profile.equals(profile)));
  }

  @Override
  public String toString() {
    return space
        + (profile == null
            ? ", no profile"
            : ", profile " + profile.version() + ", " + profile.locations().size() + " locations");
  }
}
