package io.evenkeel.app.verdict;

import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.schemas.Finding;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictStatus;
import java.time.Instant;
import java.util.Optional;

/** Judges windows: from what is known of one to a verdict. Nothing depends on the clock. */
public final class VerdictFactory {

  private VerdictFactory() {}

  /**
   * The verdict on a window.
   *
   * @param revision 0 for the first verdict on it, then counting up
   */
  public static Judgement judge(
      Window window, ModelSettings settings, VerdictStatus status, int revision) {
    Tests tests = Tests.of(window);
    Rejections rejections = Rejections.of(window, tests, settings);
    Shifts shifts = Shifts.of(window.drift(), settings.drift().alpha());
    FaultLocations where = FaultLocations.of(window.located(), settings.classNames());
    double alpha = settings.evidence().alpha();
    Explanation explanation =
        new Explanation(
            rejections.finding() == Finding.MISCALIBRATED ? where.inWords(alpha) : "",
            Causes.remarks(window, tests, rejections, shifts, settings));
    Verdict.Builder verdict =
        on(window)
            .setStatus(status)
            .setRevision(revision)
            .setSummary(VerdictWords.summary(window, tests, rejections, explanation, settings));
    found(verdict, rejections, shifts);
    counts(verdict, window);
    Optional<Boolean> depend = tests.neighboursDepend(alpha);
    verdict
        .setNeighboursDepend(depend.orElse(null))
        .setTests(tests.group(alpha))
        .setEvidence(EvidenceGroup.of(window, alpha, settings.classNames()))
        .setDrift(window.drift().group(settings.drift().alpha()).orElse(null))
        .setSample(window.quadratic().map(sample -> sample.group(alpha, tests)).orElse(null))
        .setScores(LabelledGroups.scores(window.sketch()))
        .setExpected(window.expected().flatMap(Foretold::group).orElse(null))
        .setDiagrams(LabelledGroups.diagrams(window.sketch()))
        .setWhere(where.group().orElse(null))
        .setProvenance(window.provenance().sources().group(window.provenance().settings()));
    return new Judgement(
        verdict.build(),
        rejections.byTests(),
        depend.orElse(false),
        rejections.logEBeyond(),
        explanation,
        usualCoverage(settings),
        settings.labels().holdUnrepresentative() && shifts.selected());
  }

  /** Where the user takes fewer labels for enough, so do alerts and maps. */
  public static double usualCoverage(ModelSettings settings) {
    return Math.min(
        Judgement.USUAL_COVERAGE, settings.labels().minCoverage().orElse(Judgement.USUAL_COVERAGE));
  }

  /** A verdict on the window that says nothing yet. */
  private static Verdict.Builder on(Window window) {
    return Verdict.newBuilder()
        .setModel(window.series().model())
        .setVersion(window.series().version())
        .setSegment(window.series().segment())
        .setWindowStart(Instant.ofEpochMilli(window.start()))
        .setWindowEnd(Instant.ofEpochMilli(window.end()));
  }

  private static void found(Verdict.Builder verdict, Rejections rejections, Shifts shifts) {
    verdict
        .setFinding(rejections.finding())
        .setCause(Causes.of(rejections.finding(), shifts, rejections.noWorse()))
        .setPredictionsShifted(shifts.ofPredictions().orElse(null))
        .setFeaturesShifted(shifts.ofFeatures().orElse(null))
        .setLabelsShifted(shifts.ofLabels().orElse(null))
        .setSelected(shifts.selection().orElse(null))
        .setTolerable(rejections.tolerable());
  }

  private static void counts(Verdict.Builder verdict, Window window) {
    long labelled = window.sketch().labelled();
    verdict
        .setPredictions(window.predictions())
        .setLabelled(labelled)
        .setCoverage(
            window.predictions() == 0 ? Double.NaN : (double) labelled / window.predictions())
        .setLate(window.late())
        .setImpossible(Math.round(window.sketch().evidence().impossible()))
        .setProfile(window.sketch().plan().profile().map(Profile::version).orElse(0));
  }
}
