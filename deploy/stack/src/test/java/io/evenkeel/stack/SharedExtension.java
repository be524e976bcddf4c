package io.evenkeel.stack;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.evenkeel.local.cluster.LocalCluster;
import io.evenkeel.local.process.TemporaryFolder;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Hands tests the one pipeline, and the one cluster for applications of their own, that all of them
 * share; both stop after the last test.
 */
final class SharedExtension implements ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(SharedExtension.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == Pipeline.class || type == LocalCluster.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Store store = context.getRoot().getStore(NAMESPACE);
    TemporaryFolder folder =
        store.computeIfAbsent(
            TemporaryFolder.class,
            type -> TemporaryFolder.create("evenkeel-stack-"),
            TemporaryFolder.class);
    Object shared =
        store.computeIfAbsent(
            parameter.getParameter().getType(), type -> start(type, folder.path()), Object.class);
    if (shared instanceof RuntimeException failure) {
      throw failure;
    }
    return shared;
  }

  /** A failure is kept: another attempt would only take as long again. */
  private static Object start(Class<?> type, Path folder) {
    try {
      if (type == LocalCluster.class) {
        return LocalCluster.start(folder.resolve("cluster"));
      }
      assumeTrue(
          Part.POSTGRESQL.present(),
          "skipped: there is no PostgreSQL on this machine; apt-get install postgresql");
      return Pipeline.start(folder.resolve("pipeline"));
    } catch (InterruptedException e) {
      return new IllegalStateException("interrupted while it starts", e);
    } catch (RuntimeException e) {
      return e;
    }
  }
}
