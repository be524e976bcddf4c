package io.evenkeel.local.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;

/**
 * Whatever fails and comes back, final verdicts and alerts are those of a run in which nothing did.
 *
 * <p>{@code -Devenkeel.faults=200} injects so many of all kinds, with {@code
 * -Devenkeel.faults.brokers=3} into a cluster of three.
 */
class FaultsIT {
  private static final int INJECTIONS = Integer.getInteger("evenkeel.faults", 0);
  private static final int BROKERS = Integer.getInteger("evenkeel.faults.brokers", 1);
  private static final long SEED = Long.getLong("evenkeel.faults.seed", 1);

  /** Kept, as it holds the table and the logs. */
  private final Path directory = Path.of("target", "faults").toAbsolutePath();

  @Test
  void nothingIsLostDoubledOrChanged() throws Exception {
    Utils.delete(directory.toFile());
    try (Faults faults = new Faults(directory, BROKERS)) {
      if (INJECTIONS == 0) {
        faults.round(SEED, List.of(Fault.KILL, Fault.KILL_BROKER, Fault.FLIP_STATE), List.of());
      } else {
        faults.run(SEED, INJECTIONS);
      }
      assertThat(faults.failures()).as(faults.table()).isEmpty();
    }
  }
}
