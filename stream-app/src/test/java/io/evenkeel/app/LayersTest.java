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
        .layer("runtime")
        .definedBy(APP + ".runtime")
        .layer("topology")
        .definedBy(APP + ".topology")
        .layer("status")
        .definedBy(APP + ".status")
        .layer("processor")
        .definedBy(APP + ".processor")
        .layer("metrics")
        .definedBy(APP + ".metrics")
        .layer("config")
        .definedBy(APP + ".config")
        .whereLayer("main")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("cli")
        .mayOnlyBeAccessedByLayers("main")
        .whereLayer("runtime")
        .mayOnlyBeAccessedByLayers("cli")
        .whereLayer("topology")
        .mayOnlyBeAccessedByLayers("runtime", "cli")
        .whereLayer("status")
        .mayOnlyBeAccessedByLayers("runtime", "cli")
        .whereLayer("processor")
        .mayOnlyBeAccessedByLayers("topology")
        .whereLayer("config")
        .mayNotAccessAnyLayer()
        .whereLayer("metrics")
        .mayNotAccessAnyLayer()
        .check(CLASSES);
  }

  @Test
  void hasNoCycles() {
    slices().matching(APP + ".(*)..").should().beFreeOfCycles().check(CLASSES);
  }
}
