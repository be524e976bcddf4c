package io.evenkeel.local.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.replay.ExpectedCounts;
import io.evenkeel.app.replay.ExpectedCounts.Window;
import io.evenkeel.local.FinalVerdicts;
import io.evenkeel.schemas.Verdict;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/** A truth that streams in while faults are injected, and what has become of it. */
final class Round implements AutoCloseable {
  private static final Duration PER_SLICE = Duration.ofSeconds(2);
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  /** Of four faults three are waited for; the fourth is followed by the next while it lasts. */
  private static final double SHARE_AWAITED = 0.75;

  /** What a round came to. */
  record Result(SortedMap<Window, Verdict> verdicts, List<String> alerts, List<String> maps) {}

  private final Truth truth;
  private final Site site;
  private final SplittableRandom random;
  private final Recoveries recoveries;
  private final Feed feed;
  private final List<String> history = new ArrayList<>();
  private final int slices;

  private Round(Truth truth, Site site, long seed, int slices, Recoveries recoveries) {
    this.truth = truth;
    this.site = site;
    this.slices = slices;
    random = new SplittableRandom(seed);
    this.recoveries = recoveries;
    feed = new Feed(site.clients(), truth, slices, PER_SLICE);
  }

  /**
   * A round of which nothing has been sent.
   *
   * @param faults number of faults to come, each while one slice of the truth is sent
   */
  static Round of(
      Truth truth,
      Path directory,
      int brokers,
      URI registry,
      long seed,
      int faults,
      Recoveries recoveries)
      throws IOException, InterruptedException {
    Site site = Site.start(directory, brokers, registry);
    return new Round(truth, site, seed, Math.max(1, faults), recoveries);
  }

  boolean hasSmallDisk() {
    return site.hasSmallDisk();
  }

  /** Sends all, with one of these faults in each slice; none without any. */
  void play(List<Fault> faults) throws IOException, InterruptedException {
    for (int i = 0; i < slices; i++) {
      feed.next();
      if (faults.isEmpty()) {
        feed.awaitSlice();
      } else {
        inject(faults.get(i), i == slices - 1);
      }
    }
    assertThat(site.awaitProcessed(PATIENCE)).as("all is processed").isTrue();
  }

  private void inject(Fault fault, boolean last) throws IOException, InterruptedException {
    Thread.sleep(random.nextLong(PER_SLICE.toMillis()));
    history.add(fault.toString());
    fault.inject(site, random);
    Instant passed = Instant.now();
    feed.awaitSlice();
    if (!last && random.nextDouble() > SHARE_AWAITED) {
      recoveries.add(fault.toString());
      return;
    }
    assertThat(site.awaitProcessed(PATIENCE)).as("recovers from %s", fault).isTrue();
    recoveries.add(fault.toString(), Duration.between(passed, Instant.now()));
  }

  /** Something that needs a reset, which is then done. */
  void lose(Loss loss) throws Exception {
    history.add(loss.toString());
    loss.inject(site, random);
    Instant lost = Instant.now();
    assertThat(loss.mend(site)).as(loss.toString()).isEmpty();
    assertThat(site.awaitProcessed(PATIENCE)).as("recovers from %s", loss).isTrue();
    recoveries.add(loss.toString(), Duration.between(lost, Instant.now()));
  }

  /** Closes all windows and checks what was promised. */
  Result check(@Nullable Result undisturbed) throws InterruptedException {
    feed.end();
    var expected = ExpectedCounts.of(truth.events(), site.config()::model);
    try (Output output = new Output(site.clients())) {
      Instant deadline = Instant.now().plus(PATIENCE);
      read(output);
      while (!output.counts().equals(expected) && Instant.now().isBefore(deadline)) {
        Thread.sleep(500);
        read(output);
      }
      assertThat(output.counts()).as("final counts").isEqualTo(expected);
      assertThat(site.awaitProcessed(PATIENCE)).as("the end is processed").isTrue();
      read(output);
      assertThat(output.doubled()).as("windows with two final verdicts").isEmpty();
      assertThat(output.letters()).as("dead letters").isEqualTo(feed.rubbish());
      Result result = new Result(new TreeMap<>(output.verdicts()), output.alerts(), output.maps());
      if (undisturbed != null) {
        // Rubbish comes from a producer of its own, so each run has it at other offsets.
        FinalVerdicts.assertSameButOffsets(result.verdicts, undisturbed.verdicts);
        assertThat(result.alerts).as("alerts").isEqualTo(undisturbed.alerts);
        assertThat(result.maps).as("maps").isEqualTo(undisturbed.maps);
      }
      return result;
    }
  }

  private static void read(Output output) {
    try {
      output.read();
    } catch (KafkaException e) {
      // A broker may still be on its way up.
    }
  }

  /** The faults so far, and the exit codes with which instances ended by themselves. */
  String history() {
    return history + ", exits " + site.instance().exits();
  }

  @Override
  public void close() {
    feed.close();
    site.close();
  }
}
