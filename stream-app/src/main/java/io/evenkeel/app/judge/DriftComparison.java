package io.evenkeel.app.judge;

import io.evenkeel.app.config.Rule;
import io.evenkeel.app.state.Doubles;
import io.evenkeel.core.drift.DriftMoments;
import io.evenkeel.core.drift.DriftPlan;
import io.evenkeel.core.drift.FeatureMoments;
import io.evenkeel.core.drift.Features;
import io.evenkeel.core.drift.sequential.DriftDesign;
import io.evenkeel.core.drift.sequential.DriftEvidence;
import io.evenkeel.core.drift.sequential.Reference;
import io.evenkeel.core.drift.sequential.SelectionEvidence;
import io.evenkeel.core.drift.sequential.SeriesDrift;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a rule of drift compares, pane after pane: mutable. */
interface DriftComparison {

  /**
   * Adds the next pane.
   *
   * @param start its start, milliseconds since 1970
   */
  void add(long start, DriftMoments cases);

  /** The evidence of small drift. */
  DriftEvidence inform();

  /** The evidence of large drift; none while the reference is gathered. */
  Optional<DriftEvidence> page();

  /** The state without the reference. */
  double[] toArray();

  /** The reference, once there is one. */
  Doubles reference();

  /**
   * What series are compared with before they have a reference of their own.
   *
   * @param plan how cases are summed up; null without a profile
   * @param cases those of the profile, or of a file; null if there are none
   * @param isReference whether they are the reference themselves: those of a file
   */
  record First(@Nullable DriftPlan plan, @Nullable DriftMoments cases, boolean isReference) {
    /** Fewer cases of a file are no reference. */
    private static final int FEW = 100;

    /** Before the first pane; against the reference of before if the series has come back. */
    SeriesDrift begin(
        DriftSample watched, Features features, DriftDesign design, Optional<Reference> before) {
      Optional<Reference> given = given(watched, features).or(() -> before);
      if (given.isPresent()) {
        return SeriesDrift.against(given.get(), design);
      }
      FeatureMoments sample = sample(watched, features);
      return sample == null || isReference
          ? SeriesDrift.gathering(features, design)
          : SeriesDrift.gathering(features, design, sample.counts());
    }

    /** Cases that were summed up by another profile are no sample of these features. */
    private @Nullable FeatureMoments sample(DriftSample watched, Features features) {
      FeatureMoments sample = cases == null || !watched.isKnownBefore() ? null : watched.of(cases);
      return sample == null || sample.counts().length != features.cells() ? null : sample;
    }

    /** The reference of a file, if it has enough cases. */
    private Optional<Reference> given(DriftSample watched, Features features) {
      FeatureMoments sample = isReference ? sample(watched, features) : null;
      return sample == null || sample.n() < FEW
          ? Optional.empty()
          : Optional.of(Reference.ofIndependent(features, sample.counts()));
    }

    /**
     * Whether a series goes on with its reference: files come, go and change. The references that
     * series gather have seasons, those of files have none.
     *
     * @param known empty while the series gathers one
     */
    boolean allows(DriftSample watched, Features features, Optional<Reference> known) {
      if (plan == null || watched.features(plan).cells() != features.cells()) {
        return true;
      }
      Optional<Reference> ofFile = known.filter(one -> !one.isSeasonal());
      return state(given(watched, features)).equals(state(ofFile));
    }

    private static Doubles state(Optional<Reference> reference) {
      return reference.map(one -> Doubles.of(one.toArray())).orElse(Doubles.NONE);
    }
  }

  /**
   * The comparison before the first pane.
   *
   * @param before the reference of a series that has come back; empty if it had none
   */
  static DriftComparison begin(
      DriftSample watched,
      Features features,
      DriftDesign design,
      First first,
      Optional<Reference> before) {
    return watched.rule() == Rule.SELECTION
        ? new OfLabelled(SelectionEvidence.empty(features, design))
        : new WithReference(watched, first.begin(watched, features, design, before));
  }

  /**
   * The comparison with the given state.
   *
   * @throws IllegalArgumentException if the state is of other features
   */
  static DriftComparison read(
      DriftSample watched,
      Features features,
      DriftDesign design,
      double[] state,
      Optional<Reference> reference) {
    if (watched.rule() == Rule.SELECTION) {
      return new OfLabelled(SelectionEvidence.read(features, design, state));
    }
    return new WithReference(watched, SeriesDrift.read(features, design, reference, state));
  }

  /** Of predictions, features, labels or their coverage with those of a reference. */
  record WithReference(DriftSample watched, SeriesDrift series) implements DriftComparison {

    @Override
    public void add(long start, DriftMoments cases) {
      series.add(start, watched.of(cases).counts());
    }

    @Override
    public DriftEvidence inform() {
      return series.inform();
    }

    @Override
    public Optional<DriftEvidence> page() {
      return series.page();
    }

    @Override
    public double[] toArray() {
      return series.toArray();
    }

    @Override
    public Doubles reference() {
      return series.reference().map(found -> Doubles.of(found.toArray())).orElse(Doubles.NONE);
    }
  }

  /** Of predictions with a label with all of their panes. */
  record OfLabelled(SelectionEvidence evidence) implements DriftComparison {

    @Override
    public void add(long start, DriftMoments cases) {
      evidence.add(start, cases.coordinates().counts(), cases.labelledCoordinates().counts());
    }

    @Override
    public DriftEvidence inform() {
      return evidence.inform();
    }

    @Override
    public Optional<DriftEvidence> page() {
      return Optional.of(evidence.page());
    }

    @Override
    public double[] toArray() {
      return evidence.toArray();
    }

    @Override
    public Doubles reference() {
      return Doubles.NONE;
    }
  }
}
