package io.evenkeel.local.faults;

import io.evenkeel.local.registry.ApicurioRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.kafka.common.utils.Utils;

/**
 * Injects faults at random moments into a known truth that streams in, round by round, and compares
 * each round with one that was not disturbed.
 */
final class Faults implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final Path directory;
  private final int brokers;
  private final Truth truth;
  private final ApicurioRegistry registry;
  private final Recoveries recoveries = new Recoveries();
  private final List<String> failures = new ArrayList<>();
  private final Round.Result undisturbed;
  private final List<Fault> possible;
  private String skipped = "";

  /**
   * Sets up everything and judges the truth undisturbed.
   *
   * @param directory of all files; the logs of rounds that failed stay
   * @param brokers number of brokers
   */
  Faults(Path directory, int brokers) throws IOException, InterruptedException {
    this.directory = directory;
    this.brokers = brokers;
    truth = Truth.of();
    registry = ApicurioRegistry.start(directory.resolve("registry"));
    registry.awaitReady(PATIENCE);
    possible = new ArrayList<>(Arrays.asList(Fault.values()));
    try (Round round = round("undisturbed", 0, 4)) {
      round.play(List.of());
      undisturbed = round.check(null);
      if (!round.hasSmallDisk()) {
        possible.remove(Fault.FULL_DISK);
        skipped = Fault.FULL_DISK + ": skipped, this user may not mount a tmpfs. ";
      }
    }
    say(
        "undisturbed: "
            + undisturbed.verdicts().size()
            + " windows, "
            + undisturbed.alerts()
            + ", "
            + undisturbed.maps());
  }

  private Round round(String name, long seed, int faults) throws IOException, InterruptedException {
    return Round.of(
        truth, directory.resolve(name), brokers, registry.url(), seed, faults, recoveries);
  }

  /** One round with these faults and then these losses; its files stay if it failed. */
  void round(long seed, List<Fault> faults, List<Loss> losses)
      throws IOException, InterruptedException {
    String name = "round-" + seed;
    Instant began = Instant.now();
    int before = failures.size();
    try (Round round = round(name, seed, faults.size())) {
      try {
        round.play(faults);
        round.check(undisturbed);
        for (Loss loss : losses) {
          round.lose(loss);
          round.check(undisturbed);
        }
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception | AssertionError e) {
        failures.add(name + ", " + round.history() + ": " + e);
      }
      say(
          "%s, %d s: %s"
              .formatted(
                  name, Duration.between(began, Instant.now()).toSeconds(), round.history()));
    }
    if (failures.size() == before) {
      Utils.delete(directory.resolve(name).toFile());
    }
  }

  /** Rounds of ten faults and a loss until there were so many injections. */
  void run(long seed, int injections) throws IOException, InterruptedException {
    List<Loss> losses = List.of(Loss.values());
    List<Fault> all = List.of();
    for (long i = seed; recoveries.injections() < injections; i++) {
      if (all.size() < 10) {
        List<Fault> more = new ArrayList<>(possible);
        Collections.shuffle(more, new Random(i));
        more.addAll(0, all);
        all = more;
      }
      Loss loss = losses.get((int) (i % losses.size()));
      round(i, all.subList(0, 10), List.of(loss));
      all = all.subList(10, all.size());
      say(table());
    }
  }

  /** What was promised and not so; empty if all was. */
  List<String> failures() {
    return failures;
  }

  /** The table of recoveries. */
  String table() {
    return recoveries.table() + "\n" + skipped + failures.size() + " failures\n";
  }

  private void say(String what) throws IOException {
    String failure = failures.isEmpty() ? "" : failures.get(failures.size() - 1) + "\n\n";
    Files.writeString(
        directory.resolve("faults.md"),
        what + "\n\n" + failure,
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  @Override
  public void close() {
    registry.close();
  }
}
