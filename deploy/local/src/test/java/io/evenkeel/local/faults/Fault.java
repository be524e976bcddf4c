package io.evenkeel.local.faults;

import io.evenkeel.local.faults.RegistryProxy.Mood;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import org.apache.kafka.common.utils.Utils;

/** What goes wrong, and passes; each returns when its cause has passed. */
enum Fault {
  /** An instance is killed. */
  KILL("kill -9", (site, random) -> site.instance().restart(true, () -> {})),

  /** An instance is told to end. */
  TERMINATE("SIGTERM", (site, random) -> site.instance().restart(false, () -> {})),

  /** An instance is killed again while it starts. */
  KILL_AT_START(
      "kill -9 while starting",
      (site, random) -> {
        site.instance().restart(true, () -> {});
        Thread.sleep(random.nextInt(8_000));
        site.instance().restart(true, () -> {});
      }),

  /** A backlog waits for an instance that was down. */
  DOWN(
      "down for 4 s, backlog",
      (site, random) -> site.instance().restart(true, () -> Thread.sleep(4_000))),

  /** An instance stands still for longer than the session of its group lasts. */
  FREEZE_SHORTLY(
      "SIGSTOP 12 s", (site, random) -> site.instance().pause(() -> Thread.sleep(12_000))),

  /** The same for longer than streams may be silent. */
  FREEZE("SIGSTOP 65 s", (site, random) -> site.instance().pause(() -> Thread.sleep(65_000))),

  /** Another instance comes, the first is started again, the other goes. */
  ROLL(
      "rolling restart",
      (site, random) -> {
        site.instance(1).start();
        site.awaitMembers(2);
        site.instance().restart(false, () -> {});
        site.awaitMembers(2);
        site.instance(1).end(false);
      }),

  /** Two more instances come; one is killed, the other ends. */
  SCALE(
      "scale 1 -> 3 -> 1",
      (site, random) -> {
        site.instance(1).start();
        site.instance(2).start();
        site.awaitMembers(3);
        Thread.sleep(random.nextInt(2_000));
        site.instance(1).end(true);
        Thread.sleep(random.nextInt(2_000));
        site.instance(2).end(false);
      }),

  /** A broker is killed. */
  KILL_BROKER(
      "broker kill -9",
      (site, random) -> site.brokers().restart(anyBroker(site, random), true, upTo(5, random))),

  /** A broker is told to end. */
  END_BROKER(
      "broker SIGTERM",
      (site, random) -> site.brokers().restart(anyBroker(site, random), false, upTo(5, random))),

  /** A broker stands still. */
  FREEZE_BROKER(
      "broker SIGSTOP 12 s",
      (site, random) -> site.brokers().pause(anyBroker(site, random), Duration.ofSeconds(12))),

  /** An instance starts while the registry does not answer. */
  REGISTRY_DOWN("registry down at start", (site, random) -> restartWhile(Mood.DOWN, site, random)),

  /** An instance starts while the registry is slow. */
  REGISTRY_SLOW("registry slow at start", (site, random) -> restartWhile(Mood.SLOW, site, random)),

  /** While it starts, the registry begins its answers and does not end them. */
  REGISTRY_STALLED(
      "registry stalled at start", (site, random) -> restartWhile(Mood.STALLED, site, random)),

  /** An instance starts while the registry answers nonsense. */
  REGISTRY_GARBAGE(
      "registry garbage at start", (site, random) -> restartWhile(Mood.GARBAGE, site, random)),

  /** An instance starts while the registry has lost everything. */
  REGISTRY_EMPTY(
      "registry empty at start", (site, random) -> restartWhile(Mood.EMPTY, site, random)),

  /** The state is deleted. */
  DELETE_STATE(
      "state deleted",
      (site, random) ->
          site.instance()
              .restart(
                  random.nextBoolean(),
                  () -> Utils.delete(site.instance().folder().resolve("faults").toFile()))),

  /** Some files of the state lose their end. */
  TRUNCATE_STATE(
      "state truncated", (site, random) -> damage(site, random, (file, at) -> file.setLength(at))),

  /** Some files of the state have another byte somewhere. */
  FLIP_STATE(
      "state bits flipped",
      (site, random) ->
          damage(
              site,
              random,
              (file, at) -> {
                file.seek(at);
                int old = file.read();
                file.seek(at);
                file.write(old ^ (1 << random.nextInt(8)));
              })),

  /** An instance has little memory. */
  SMALL_HEAP("-Xmx128m", (site, random) -> site.instance().restart(false, "128m", () -> {})),

  /** The disk of the state is full while an instance ends and starts. */
  FULL_DISK(
      "disk full",
      (site, random) ->
          site.fillDisk(
              () -> {
                Thread.sleep(random.nextInt(2_000));
                site.instance().restart(random.nextBoolean(), () -> {});
                Thread.sleep(random.nextInt(5_000, 20_000));
              }));

  private static final double SHARE_DAMAGED = 0.3;

  private interface Injection {
    void into(Site site, SplittableRandom random) throws IOException, InterruptedException;
  }

  private interface Damage {
    void to(RandomAccessFile file, long at) throws IOException;
  }

  private final String words;

  @SuppressWarnings("ImmutableEnumChecker") // lambdas without state
  private final Injection injection;

  Fault(String words, Injection injection) {
    this.words = words;
    this.injection = injection;
  }

  void inject(Site site, SplittableRandom random) throws IOException, InterruptedException {
    injection.into(site, random);
  }

  @Override
  public String toString() {
    return words;
  }

  private static int anyBroker(Site site, SplittableRandom random) {
    return random.nextInt(site.brokers().count());
  }

  private static Duration upTo(int seconds, SplittableRandom random) {
    return Duration.ofMillis(random.nextInt(seconds * 1000));
  }

  private static void restartWhile(Mood mood, Site site, SplittableRandom random)
      throws IOException, InterruptedException {
    site.registry().be(mood);
    try {
      site.instance().restart(true, () -> {});
      Thread.sleep(random.nextInt(5_000, 20_000));
    } finally {
      site.registry().be(Mood.WELL);
    }
  }

  /** Of an instance that ended in order its files are used again; else they are not trusted. */
  private static void damage(Site site, SplittableRandom random, Damage damage)
      throws IOException, InterruptedException {
    site.instance()
        .restart(
            random.nextInt(4) == 0,
            () -> {
              for (Path path : site.stateFiles()) {
                if (random.nextDouble() < SHARE_DAMAGED) {
                  try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
                    damage.to(file, random.nextLong(file.length()));
                  }
                }
              }
            });
  }
}
