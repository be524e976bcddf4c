package io.evenkeel.app.runtime;

import io.evenkeel.app.compare.Plan;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ConfigException;
import io.evenkeel.app.config.TopicNames;
import io.evenkeel.app.topology.ComparisonTopology;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Mutable: the running application that compares two versions of models. */
public final class ComparisonApplication extends SideApplication {
  private static final Logger LOGGER = LoggerFactory.getLogger(ComparisonApplication.class);

  /** Brokers take names of topics of 249 characters, and internal ones have more than its id. */
  private static final int LONGEST_ID = 200;

  private ComparisonApplication(StreamsRuntime streams) {
    super(streams);
  }

  /**
   * Checks what is needed, starts and returns. The first start reads all that the topics hold, each
   * later one what came since the last commit.
   *
   * @throws ConfigException if a setting cannot be used
   * @throws StartException if brokers or topics are not as needed
   */
  public static ComparisonApplication start(AppConfig config, Plan plan) {
    TopicNames topics = config.topics();
    String id = config.comparisonApplicationId();
    if (id.length() > LONGEST_ID) {
      throw new ConfigException(
          "topics.challenger",
          topics.challenger(),
          "is too long: application-id, -compare- and this name have more than "
              + LONGEST_ID
              + " characters together");
    }
    int partitions = partitions(config);
    ComparisonApplication application =
        new ComparisonApplication(
            streams(
                config,
                id,
                partitions,
                properties -> ComparisonTopology.build(config, properties, plan)));
    application.start();
    LOGGER.info(
        "event=start champion={} challenger={} to={} partitions={} alpha={}",
        topics.predictions(),
        topics.challenger(),
        topics.comparisons(),
        partitions,
        plan.alpha());
    return application;
  }

  private static int partitions(AppConfig config) {
    try (Brokers brokers = Brokers.connect(config)) {
      TopicSetup setup = TopicSetup.ofComparison(config, brokers);
      return setup.scale(setup.check());
    }
  }
}
