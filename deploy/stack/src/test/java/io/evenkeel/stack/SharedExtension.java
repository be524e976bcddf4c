package io.evenkeel.stack;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Hands tests the one pipeline that all of them look at; it stops after the last of them. */
final class PipelineExtension implements ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(PipelineExtension.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Pipeline.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    assumeTrue(
        Part.POSTGRESQL.present(),
        "skipped: there is no PostgreSQL on this machine; apt-get install postgresql");
    Object pipeline =
        context
            .getRoot()
            .getStore(NAMESPACE)
            .computeIfAbsent(Pipeline.class, type -> start(), Object.class);
    if (pipeline instanceof RuntimeException failure) {
      throw failure;
    }
    return pipeline;
  }

  /** A failure is kept: another attempt would only take as long again. */
  private static Object start() {
    try {
      return Pipeline.start();
    } catch (RuntimeException e) {
      return e;
    }
  }
}
