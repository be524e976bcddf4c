package io.evenkeel.app;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class LayersTest {
  private static final String APP = "io.evenkeel.app";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(APP);

  @Test
  void pointsEveryArrowDown() {
    layeredArchitecture()
        .consideringOnlyDependenciesInAnyPackage(APP + "..")
        .withOptionalLayers(true)
        .layer("main")
        .definedBy(APP)
        .layer("cli")
        .definedBy(APP + ".cli")
        .layer("backtest")
        .definedBy(APP + ".backtest")
        .layer("check")
        .definedBy(APP + ".check")
        .layer("alertmanager")
        .definedBy(APP + ".alertmanager")
        .layer("explain")
        .definedBy(APP + ".explain")
        .layer("oncall")
        .definedBy(APP + ".oncall")
        .layer("runtime")
        .definedBy(APP + ".runtime")
        .layer("topology")
        .definedBy(APP + ".topology")
        .layer("status")
        .definedBy(APP + ".status")
        .layer("follow")
        .definedBy(APP + ".follow")
        .layer("serde")
        .definedBy(APP + ".serde")
        .layer("observe")
        .definedBy(APP + ".observe")
        .layer("judge")
        .definedBy(APP + ".judge")
        .layer("alert")
        .definedBy(APP + ".alert")
        .layer("verdict")
        .definedBy(APP + ".verdict")
        .layer("evaluate")
        .definedBy(APP + ".evaluate")
        .layer("state")
        .definedBy(APP + ".state")
        .layer("simulate")
        .definedBy(APP + ".simulate")
        .layer("dataset")
        .definedBy(APP + ".dataset")
        .layer("replay")
        .definedBy(APP + ".replay")
        .layer("codec")
        .definedBy(APP + ".codec")
        .layer("metrics")
        .definedBy(APP + ".metrics")
        .layer("config")
        .definedBy(APP + ".config")
        .layer("log")
        .definedBy(APP + ".log")
        .whereLayer("main")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("cli")
        .mayOnlyBeAccessedByLayers("main")
        .whereLayer("alertmanager")
        .mayOnlyBeAccessedByLayers("cli", "runtime")
        .whereLayer("backtest")
        .mayOnlyBeAccessedByLayers("cli")
        .whereLayer("check")
        .mayOnlyBeAccessedByLayers("cli")
        .whereLayer("explain")
        .mayOnlyBeAccessedByLayers("cli")
        .whereLayer("oncall")
        .mayOnlyBeAccessedByLayers("cli", "explain")
        .whereLayer("runtime")
        .mayOnlyBeAccessedByLayers("cli", "check", "backtest")
        .whereLayer("topology")
        .mayOnlyBeAccessedByLayers("runtime", "explain", "backtest")
        .whereLayer("status")
        .mayOnlyBeAccessedByLayers("runtime")
        .whereLayer("follow")
        .mayOnlyBeAccessedByLayers("status", "alertmanager", "check", "explain", "oncall", "cli")
        .whereLayer("observe")
        .mayOnlyBeAccessedByLayers("topology", "check", "explain")
        .whereLayer("judge")
        .mayOnlyBeAccessedByLayers("topology", "explain")
        .whereLayer("alert")
        .mayOnlyBeAccessedByLayers("judge")
        .whereLayer("verdict")
        .mayOnlyBeAccessedByLayers("judge", "alert", "evaluate", "explain")
        .whereLayer("evaluate")
        .mayOnlyBeAccessedByLayers("cli")
        .whereLayer("simulate")
        .mayOnlyBeAccessedByLayers("cli")
        .whereLayer("dataset")
        .mayOnlyBeAccessedByLayers("cli", "evaluate", "judge")
        .whereLayer("replay")
        .mayOnlyBeAccessedByLayers("cli", "judge", "dataset", "simulate", "evaluate", "backtest")
        .whereLayer("state")
        .mayOnlyAccessLayers("codec", "config")
        .whereLayer("serde")
        .mayOnlyAccessLayers("codec", "config")
        .whereLayer("codec")
        .mayNotAccessAnyLayer()
        .whereLayer("config")
        .mayNotAccessAnyLayer()
        .whereLayer("metrics")
        .mayNotAccessAnyLayer()
        .whereLayer("log")
        .mayNotBeAccessedByAnyLayer()
        .check(CLASSES);
  }

  @Test
  void hasNoCycles() {
    slices().matching(APP + ".(*)..").should().beFreeOfCycles().check(CLASSES);
  }
}
