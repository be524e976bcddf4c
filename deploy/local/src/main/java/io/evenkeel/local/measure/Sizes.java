package io.evenkeel.local.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.LogDirDescription;

/** Sizes of stores and topics, in bytes. */
final class Sizes {
  private static final String STORES = "rocksdb";

  private Sizes() {}

  /** By name, the files of all stores of closed tasks under a folder of state. */
  static Map<String, Long> ofStores(Path state) {
    Map<String, Long> sizes = new TreeMap<>();
    try (Stream<Path> files = Files.walk(state)) {
      files
          .filter(Files::isRegularFile)
          .forEach(
              file -> {
                int depth = state.relativize(file).getNameCount();
                if (depth > 2 && file.getName(file.getNameCount() - 3).endsWith(STORES)) {
                  String store = file.getName(file.getNameCount() - 2).toString();
                  sizes.merge(store, size(file), Long::sum);
                }
              });
      return sizes;
    } catch (IOException e) {
      throw new UncheckedIOException(state + " cannot be read", e);
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read", e);
    }
  }

  /** By name, the topics of the only broker. */
  static Map<String, Long> ofTopics(Admin admin, int broker) throws InterruptedException {
    Map<String, Long> sizes = new TreeMap<>();
    try {
      for (Map<String, LogDirDescription> folders :
          admin.describeLogDirs(List.of(broker)).allDescriptions().get().values()) {
        folders.values().stream()
            .flatMap(folder -> folder.replicaInfos().entrySet().stream())
            .forEach(
                replica ->
                    sizes.merge(replica.getKey().topic(), replica.getValue().size(), Long::sum));
      }
      return sizes;
    } catch (ExecutionException e) {
      throw new IllegalStateException("the broker does not tell the sizes of its topics", e);
    }
  }
}
