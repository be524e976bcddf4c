package io.evenkeel.app.cli;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.TopicNames;
import io.evenkeel.app.recalibrate.LearnedMap;
import io.evenkeel.app.runtime.MapsApplication;
import io.evenkeel.app.runtime.TopicSetup;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Applies published maps to predictions until it is stopped. */
@Command(
    name = "apply-maps",
    description = {
      "Applies the published maps to predictions until it is stopped: reads topics.predictions and"
          + " writes each prediction to topics.recalibrated, recalibrated by the map that is in"
          + " force for its version, or given for its model, else as it came.",
      "The first start begins with the predictions that come from then on."
    })
final class ApplyMapsCommand implements Callable<Integer> {
  @Mixin private ConfigOptions config = new ConfigOptions();
  @Mixin private TopicOptions topics = new TopicOptions();

  @Option(names = "--create-topics", description = "Create the topics that are missing.")
  private boolean createTopics;

  @Option(
      names = "--shadow",
      paramLabel = "SUFFIX",
      arity = "0..1",
      fallbackValue = "+recalibrated",
      description =
          "Add this to the version of each prediction (default: ${FALLBACK-VALUE}), so that the"
              + " recalibrated predictions can be watched as a version of their own. Name a topic"
              + " that no one serves from: -D topics.recalibrated=TOPIC.")
  private String suffix = "";

  @Option(
      names = "--map",
      paramLabel = "FILE",
      description =
          "Apply the map of this file to all versions of its model, in place of published ones: of"
              + " `recalibrate` or `alerts --map`. May be repeated for other models.")
  private List<Path> maps = List.of();

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    AppConfig settings = config.read();
    List<LearnedMap> given = given(settings);
    if (createTopics) {
      try (TopicSetup setup = TopicSetup.connectMaps(settings)) {
        topics.create(setup);
      }
    }
    TopicNames names = settings.topics();
    try (MapsApplication application = MapsApplication.start(settings, suffix, given)) {
      PrintWriter out = spec.commandLine().getOut();
      out.println("Recalibrates " + names.predictions() + " to " + names.recalibrated());
      given.forEach(map -> out.println(inWords(map, settings)));
      out.flush();
      application.await();
    }
    return ExitCode.OK;
  }

  private static String inWords(LearnedMap map, AppConfig settings) {
    String model = map.model();
    return "Applies the given map to all versions of "
        + model
        + (settings.knows(model)
            ? ""
            : ", which the configuration does not list: see that predictions name it so");
  }

  private List<LearnedMap> given(AppConfig settings) {
    try {
      List<LearnedMap> all = maps.stream().map(MapFile::read).toList();
      if (all.stream().map(LearnedMap::model).distinct().count() < all.size()) {
        throw new IllegalArgumentException("each --map must be for another model");
      }
      // Refused before topics are created.
      all.forEach(map -> map.checkSettings(settings.model(map.model()).classes()));
      return all;
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }
}
