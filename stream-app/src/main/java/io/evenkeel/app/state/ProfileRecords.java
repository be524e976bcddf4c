package io.evenkeel.app.state;

import io.evenkeel.app.codec.BinaryForm;
import io.evenkeel.core.drift.DriftPlan;
import io.evenkeel.core.drift.PredictionEmbedding;
import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.kernel.ExponentialKernel;
import io.evenkeel.core.kernel.GaussianKernel;
import io.evenkeel.core.kernel.KroneckerKernel;
import io.evenkeel.core.kernel.MaximumMeanDiscrepancy;
import io.evenkeel.core.kernel.PredictionDistance;
import io.evenkeel.core.kernel.TargetKernel;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.TestLocation;
import io.evenkeel.schemas.internal.Profile;
import java.nio.ByteBuffer;
import java.util.List;

/** Between the record of a profile and core's. */
public final class ProfileRecords {

  private static final String DISCREPANCY = "MAXIMUM_MEAN_DISCREPANCY";

  /** Enough for a distribution of predictions, and few enough for a look at every prediction. */
  private static final int DRIFT_LOCATIONS = 16;

  private static final ByteBuffer NOWHERE = ByteBuffer.allocate(0);

  private ProfileRecords() {}

  /**
   * The record of a learned profile.
   *
   * @param series the whole model that it is for
   * @param learnedThrough end of the last pane used for learning, milliseconds since 1970
   * @param drift how cases are summed up to detect drift
   * @param reference the block of the predictions that it was learned from
   */
  public static Profile toRecord(
      SeriesKey series,
      long learnedThrough,
      io.evenkeel.core.profile.Profile profile,
      DriftPlan drift,
      double[] reference) {
    ExponentialKernel predictions = (ExponentialKernel) profile.kernel().predictions();
    TargetKernel targets = profile.kernel().targets();
    return Profile.newBuilder()
        .setModel(series.model())
        .setVersion(series.version())
        .setProfile(profile.version())
        .setLearnedThrough(learnedThrough)
        .setSpace(TargetSpaceCodec.kind(profile.space()))
        .setSize(profile.space().size())
        .setDistance(name(predictions.distance()))
        .setLambda(predictions.lambda())
        .setNu(predictions.nu())
        .setGamma(targets instanceof GaussianKernel gaussian ? gaussian.gamma() : 0)
        .setLocations(profile.locations().stream().map(ProfileRecords::toRecord).toList())
        .setCoordinates(FeatureRecords.cells(drift.coordinates()))
        .setFeatures(FeatureRecords.cells(drift.features()))
        .setQuarters(FeatureRecords.quarters(profile.features()))
        .setFeatureGamma(drift.features().gamma())
        .setFeatureLocations(FeatureRecords.locations(drift.features()))
        .setTargets(FeatureRecords.cells(drift.targets()))
        .setReference(DoublesCodec.toBytes(reference))
        .build();
  }

  /** The embedding of predictions at the first locations of a profile. */
  public static PredictionEmbedding embedding(io.evenkeel.core.profile.Profile profile) {
    return new PredictionEmbedding(
        profile.kernel().predictions(),
        profile.locations().stream().limit(DRIFT_LOCATIONS).map(TestLocation::prediction).toList());
  }

  /** How cases are summed up with a profile, whose version is at least 1. */
  static DriftPlan drift(Profile record) {
    return new DriftPlan(
        embedding(toCore(record)),
        FeatureRecords.features(record.getCoordinates(), 1, NOWHERE),
        FeatureRecords.features(
            record.getFeatures(), record.getFeatureGamma(), record.getFeatureLocations()),
        FeatureRecords.features(record.getTargets(), 1, NOWHERE));
  }

  /** The record that says that learning goes on after the panes that end by the given time. */
  public static Profile learning(SeriesKey series, long learnedThrough, TargetSpace space) {
    return Profile.newBuilder()
        .setModel(series.model())
        .setVersion(series.version())
        .setProfile(0)
        .setLearnedThrough(learnedThrough)
        .setSpace(TargetSpaceCodec.kind(space))
        .setSize(space.size())
        .build();
  }

  /** The profile of a record, whose version is at least 1. */
  public static io.evenkeel.core.profile.Profile toCore(Profile record) {
    TargetSpace space = TargetSpaceCodec.of(record.getSpace(), record.getSize());
    TargetKernel targets =
        space.kind() == TargetSpace.Kind.CLASSES
            ? new KroneckerKernel()
            : new GaussianKernel(record.getGamma());
    List<TestLocation> locations =
        record.getLocations().stream().map(ProfileRecords::toCore).toList();
    ExponentialKernel predictions =
        new ExponentialKernel(
            distance(record.getDistance(), targets), record.getLambda(), record.getNu());
    return new io.evenkeel.core.profile.Profile(
        record.getProfile(),
        space,
        new TensorKernel(predictions, targets),
        locations,
        FeatureRecords.features(record.getQuarters()));
  }

  private static String name(PredictionDistance distance) {
    return distance instanceof Distance named ? named.name() : DISCREPANCY;
  }

  /** A discrepancy has the kernel of the targets for its ground kernel. */
  private static PredictionDistance distance(String name, TargetKernel targets) {
    return name.equals(DISCREPANCY) ? new MaximumMeanDiscrepancy(targets) : Distance.valueOf(name);
  }

  private static io.evenkeel.schemas.internal.TestLocation toRecord(TestLocation location) {
    return new io.evenkeel.schemas.internal.TestLocation(
        BinaryForm.bytes(location.prediction()), BinaryForm.bytes(location.target()));
  }

  private static TestLocation toCore(io.evenkeel.schemas.internal.TestLocation location) {
    return new TestLocation(
        BinaryForm.distribution(location.getDistribution().duplicate()),
        BinaryForm.target(location.getTarget().duplicate()));
  }
}
