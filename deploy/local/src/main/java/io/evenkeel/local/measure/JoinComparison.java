package io.evenkeel.local.measure;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.replay.EventSource;
import io.evenkeel.app.replay.Pace;
import io.evenkeel.app.replay.ReplayProducer;
import io.evenkeel.app.replay.Replayer;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.app.runtime.TopicSetup;
import io.evenkeel.local.broker.EmbeddedKafka;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * Evenkeel beside Kafka Streams' own inner join of the same events, one after the other, several
 * times over: ratios hold on machines and under loads where times do not.
 *
 * <p>The events lie in the topics before anything starts, and the profile has been learned from
 * them, which each run of Evenkeel begins with. The first round warms the process up. Each run
 * begins from an empty state; its first third does not count.
 */
final class JoinComparison {
  private static final int PARTITIONS = 4;
  private static final String PAIRS = "pairs";

  /** Long enough for all labels but 3 in 10,000, which neither of the two joins. */
  private static final Duration WAIT = Duration.ofDays(2);

  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final Duration STEP = Duration.ofMillis(10);

  private final Path folder;
  private final long predictions;
  private final int rounds;

  /**
   * A comparison that is not made yet.
   *
   * @param folder of all its files
   * @param predictions of each run, each with a label
   * @param rounds that count
   */
  JoinComparison(Path folder, long predictions, int rounds) {
    this.folder = folder;
    this.predictions = predictions;
    this.rounds = rounds;
  }

  /**
   * What one run took.
   *
   * @param nanos processor time of the stream threads and their producers per event
   * @param bytes that they allocated per event
   * @param rate events per second
   */
  record Cost(double nanos, double bytes, double rate) {}

  /**
   * Both, one after the other.
   *
   * @param join what the join took
   * @param evenkeel what Evenkeel took
   */
  record Round(Cost join, Cost evenkeel) {}

  /** Compares on one stream. */
  List<Round> run(Scenario scenario) throws InterruptedException {
    Path here = folder.resolve(scenario.toString());
    try (EmbeddedKafka kafka = EmbeddedKafka.start(here.resolve("broker"));
        Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      Map<String, String> others = scenario.settings();
      long count = scenario.predictions(predictions);
      prepare(MeasuredSettings.of(kafka, here, "prepared", WAIT), admin, scenario.events(count));
      learn(MeasuredSettings.of(kafka, here, "learning", WAIT, others));
      List<Round> all = new ArrayList<>();
      for (int i = 0; i <= rounds; i++) {
        AppConfig join = MeasuredSettings.of(kafka, here, "join-" + i, WAIT);
        AppConfig evenkeel = MeasuredSettings.of(kafka, here, "evenkeel-" + i, WAIT, others);
        all.add(
            new Round(
                cost(() -> InnerJoin.start(join, PAIRS, WAIT)::close, join, admin, count),
                cost(() -> Application.start(evenkeel)::close, evenkeel, admin, count)));
      }
      return all.subList(1, all.size());
    }
  }

  private static void prepare(AppConfig config, Admin admin, EventSource events)
      throws InterruptedException {
    try (TopicSetup topics = TopicSetup.connect(config)) {
      topics.create(PARTITIONS, (short) 1);
    }
    asked(() -> admin.createTopics(Set.of(new NewTopic(PAIRS, PARTITIONS, (short) 1))).all().get());
    try (var producer = ReplayProducer.of(KafkaProperties.clients(config), config.serde())) {
      new Replayer(producer, config.topics(), InstantSource.system())
          .play(events, Pace.FULL_SPEED, time -> {});
    }
  }

  /** Lets Evenkeel learn the profile, which may take longer than to read the events. */
  private static void learn(AppConfig config) {
    Application application = Application.start(config);
    try (application;
        LearnedProfile profile = new LearnedProfile(config)) {
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      while (!profile.isLearned()) {
        if (System.nanoTime() > deadline) {
          throw new IllegalStateException("no profile was learned within " + PATIENCE);
        }
        LockSupport.parkNanos(STEP.toNanos());
      }
    }
  }

  /** Starts something, waits until it has read all events, and stops it. */
  private static Cost cost(Start start, AppConfig config, Admin admin, long predictions)
      throws InterruptedException {
    Runnable stop = start.now();
    try {
      Mark from = await(config, admin, 2 * predictions / 3);
      Mark to = await(config, admin, 2 * predictions);
      ThreadUse use = to.use.since(from.use);
      double events = to.events - from.events;
      return new Cost(
          use.nanos() / events, use.bytes() / events, events / ((to.time - from.time) / 1e9));
    } finally {
      stop.run();
    }
  }

  /** Starts something, and says how it is stopped. */
  private interface Start {
    Runnable now();
  }

  private record Mark(long time, long events, ThreadUse use) {}

  /** The moment when so many events have been taken in and committed. */
  private static Mark await(AppConfig config, Admin admin, long events)
      throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < deadline) {
      Mark now = new Mark(System.nanoTime(), committed(config, admin), ThreadUse.ofStreams());
      if (now.events >= events) {
        return now;
      }
      LockSupport.parkNanos(STEP.toNanos());
    }
    throw new IllegalStateException(
        config.applicationId() + " did not take in " + events + " events within " + PATIENCE);
  }

  private static long committed(AppConfig config, Admin admin) throws InterruptedException {
    Set<String> topics = Set.of(config.topics().predictions(), config.topics().labels());
    return asked(
            () ->
                admin
                    .listConsumerGroupOffsets(config.applicationId())
                    .partitionsToOffsetAndMetadata()
                    .get())
        .entrySet()
        .stream()
        .filter(at -> topics.contains(at.getKey().topic()) && at.getValue() != null)
        .mapToLong(at -> at.getValue().offset())
        .sum();
  }

  private interface Question<T> {
    T answer() throws ExecutionException, InterruptedException;
  }

  private static <T> T asked(Question<T> question) throws InterruptedException {
    try {
      return question.answer();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the broker does not answer", e);
    }
  }
}
