package io.evenkeel.local.faults;

import io.evenkeel.local.Shell;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.NewPartitions;

/** What does not pass: the application does not start and says what to do, which is then done. */
enum Loss {
  /** The topics of events have more partitions than before. */
  PARTITIONS_ADDED("partitions added", List.of("evenkeel reset")) {
    @Override
    void inject(Site site, SplittableRandom random) throws Exception {
      NewPartitions more = NewPartitions.increaseTo(Site.PARTITIONS + 1);
      var topics = site.config().topics();
      site.admin()
          .createPartitions(Map.of(topics.predictions(), more, topics.labels(), more))
          .all()
          .get();
    }
  },

  /** An internal topic is deleted while the application runs. */
  INTERNAL_TOPIC_DELETED("internal topic deleted", List.of("evenkeel reset")) {
    @Override
    void inject(Site site, SplittableRandom random) throws Exception {
      List<String> internal =
          site.admin().listTopics().names().get().stream()
              .filter(name -> name.startsWith("faults-") && name.endsWith("-changelog"))
              .sorted()
              .toList();
      delete(site, internal.get(random.nextInt(internal.size())));
    }
  },

  /** The topic of verdicts is deleted while the application runs. */
  OUTPUT_TOPIC_DELETED("output topic deleted", List.of("evenkeel topics")) {
    @Override
    void inject(Site site, SplittableRandom random) throws Exception {
      delete(site, site.config().topics().verdicts());
    }
  };

  private final String words;

  @SuppressWarnings("ImmutableEnumChecker") // an immutable list
  private final List<String> advice;

  Loss(String words, List<String> advice) {
    this.words = words;
    this.advice = advice;
  }

  abstract void inject(Site site, SplittableRandom random) throws Exception;

  private static void delete(Site site, String topic)
      throws ExecutionException, InterruptedException {
    site.admin().deleteTopics(List.of(topic)).all().get();
    while (site.admin().listTopics().names().get().contains(topic)) {
      Thread.sleep(100);
    }
  }

  /**
   * Does what the application says on its start, and starts it.
   *
   * @return what was not as it should be; empty if all was
   */
  String mend(Site site) throws IOException, InterruptedException {
    String refusal = site.instance().refusal();
    if (!refusal.startsWith("3 ") || !advice.stream().allMatch(refusal::contains)) {
      return "the start ended with " + refusal;
    }
    Shell shell = new Shell();
    String partitions = "--partitions=" + Site.PARTITIONS;
    int created =
        this == OUTPUT_TOPIC_DELETED ? shell.run(site.settings(), "topics", partitions) : 0;
    if (created != 0) {
      return "topics ended with " + created + " and said: " + shell.err();
    }
    int reset = shell.run(site.settings(), "reset", "--outputs", "--execute");
    if (reset != 0) {
      return "reset ended with " + reset + " and said: " + shell.err();
    }
    site.instance().start();
    return "";
  }

  @Override
  public String toString() {
    return words;
  }
}
