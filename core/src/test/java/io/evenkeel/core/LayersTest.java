package io.evenkeel.core;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which package may know which, and what none may know. */
class LayersTest {
  private static final String ROOT = "io.evenkeel.core.";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.evenkeel.core");

  @Test
  void letsTheFoundationsKnowOnlyWhatIsBelowThem() {
    layeredArchitecture()
        .consideringOnlyDependenciesInAnyPackage("io.evenkeel.core..")
        .layer("internal")
        .definedBy(ROOT + "internal..")
        .layer("prediction")
        .definedBy(ROOT + "prediction..")
        .layer("kernel")
        .definedBy(ROOT + "kernel..")
        .layer("calibration")
        .definedBy(ROOT + "calibration..")
        .layer("score")
        .definedBy(ROOT + "score..")
        .whereLayer("internal")
        .mayNotAccessAnyLayer()
        .whereLayer("prediction")
        .mayOnlyAccessLayers("internal")
        .whereLayer("kernel")
        .mayOnlyAccessLayers("internal", "prediction")
        .whereLayer("calibration")
        .mayOnlyAccessLayers("internal", "prediction", "kernel", "score")
        .whereLayer("score")
        .mayOnlyAccessLayers("internal", "prediction", "kernel")
        .check(CLASSES);
  }

  @Test
  void hasNoCyclesBetweenPackages() {
    slices().matching(ROOT + "(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void readsNoClockAndNoHiddenRandomness() {
    noClasses()
        .should()
        .callMethodWhere(
            describe(
                "a clock or a generator of its own",
                call ->
                    isOneOf(
                        call,
                        Set.of(
                            "java.lang.System.currentTimeMillis",
                            "java.lang.System.nanoTime",
                            "java.lang.Math.random",
                            "java.time.Instant.now",
                            "java.time.Clock.systemUTC",
                            "java.util.concurrent.ThreadLocalRandom.current"))))
        .check(CLASSES);
  }

  @Test
  void doesNoInputAndOutput() {
    noClasses()
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("java.net..", "java.nio.file..", "java.io..", "java.sql..")
                .and(
                    DescribedPredicate.not(
                        describe("Serializable", c -> isSerializable(c.getName())))))
        .check(CLASSES);
  }

  private static boolean isOneOf(JavaCall<?> call, Set<String> names) {
    return names.contains(call.getTargetOwner().getFullName() + "." + call.getTarget().getName());
  }

  private static boolean isSerializable(String name) {
    return name.equals("java.io.Serializable");
  }
}
