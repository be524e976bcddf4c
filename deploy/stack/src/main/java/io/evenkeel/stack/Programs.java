package io.evenkeel.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Programs that packages of the system installed on this machine. */
public final class Programs {
  /** Debian keeps the programs of each version of PostgreSQL off the path. */
  private static final Path POSTGRESQL = Path.of("/usr/lib/postgresql");

  private Programs() {}

  /**
   * Where a program is: on the path of the environment, or in the newest PostgreSQL.
   *
   * @param name its file name
   */
  public static Optional<Path> find(String name) {
    List<Path> folders = new ArrayList<>();
    for (String folder : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
      folders.add(Path.of(folder));
    }
    folders.addAll(postgresql());
    return folders.stream()
        .map(folder -> folder.resolve(name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * The command that runs a program for as long as this process lives.
   *
   * @param identity options of setpriv(1) that say as whom it runs; none: as this process
   * @throws IllegalStateException if the machine does not have it
   */
  static List<String> command(String name, List<String> identity, String... arguments) {
    Path program =
        find(name)
            .orElseThrow(
                () -> new IllegalStateException("no " + name + " on this machine: install it"));
    List<String> command = new ArrayList<>(List.of("setpriv", "--pdeathsig", "TERM"));
    command.addAll(identity);
    command.add(program.toString());
    command.addAll(List.of(arguments));
    return command;
  }

  private static List<Path> postgresql() {
    if (!Files.isDirectory(POSTGRESQL)) {
      return List.of();
    }
    try (Stream<Path> versions = Files.list(POSTGRESQL)) {
      return versions
          .sorted(
              Comparator.comparing((Path version) -> version.toString().length())
                  .thenComparing(Path::toString)
                  .reversed())
          .map(version -> version.resolve("bin"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
