package io.evenkeel.schemas;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;

/** The records of this module, one per file, as the generated classes have them. */
final class Records {

  private static final Path FOLDER = Path.of("src/main/avro");

  private Records() {}

  static List<Schema> all() {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.sorted().map(Records::schema).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<Schema> ofTopics() {
    return all().stream().filter(record -> !isInternal(record)).toList();
  }

  static boolean isInternal(Schema record) {
    return record.getNamespace().endsWith(".internal");
  }

  private static Schema schema(Path file) {
    String name = file.getFileName().toString().replace(".avsc", "");
    for (String space : List.of("io.evenkeel.schemas", "io.evenkeel.schemas.internal")) {
      try {
        return SpecificData.get().getSchema(Class.forName(space + "." + name));
      } catch (ClassNotFoundException e) {
        // the other one
      }
    }
    throw new IllegalStateException("no class was generated from " + file);
  }
}
