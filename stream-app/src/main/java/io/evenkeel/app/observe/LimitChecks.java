package io.evenkeel.app.observe;

import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.app.codec.Reason;
import io.evenkeel.app.codec.RejectedEventException;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.LimitSettings;
import io.evenkeel.app.config.RequestSize;
import io.evenkeel.app.state.SegmentName;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.TargetSpace;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * How large a valid event may be: each check rejects it with {@link Reason#OVER_LIMIT}. Messages
 * name the limit and what was found, and nothing of the event.
 */
public final class LimitChecks {
  private static final int MOST_OF_KEY = 2_500;

  private final AppConfig config;
  private final LimitSettings limits;

  LimitChecks(AppConfig config) {
    this.config = config;
    this.limits = config.limits();
  }

  void check(PredictionEvent event) {
    text("prediction_id", event.id());
    text("model", event.model());
    text("version", event.version());
    text("cluster", event.cluster().id());
    event.segments().forEach(this::segment);
    fitsAKey(event);
    check("features", event.features().size(), "features", limits.features());
    event.features().keySet().forEach(name -> text("the name of a feature", name));
    check(event.distribution());
  }

  /** PostgreSQL takes no key of more than 2,704 bytes, of which some are for the rest of it. */
  private void fitsAKey(PredictionEvent event) {
    int characters = event.model().length() + event.version().length();
    for (Map.Entry<String, String> segment : event.segments().entrySet()) {
      characters += segment.getKey().length() + segment.getValue().length();
    }
    // No character has more bytes than three, nor more characters where it is escaped.
    if (9 * characters <= MOST_OF_KEY) {
      return;
    }
    fitsAKey(new SeriesKey(event.model(), event.version(), ""));
    for (String combination : config.model(event.model()).segments()) {
      String segment = SegmentName.of(combination, event.segments());
      if (segment != null) {
        fitsAKey(new SeriesKey(event.model(), event.version(), segment));
      }
    }
  }

  private static void fitsAKey(SeriesKey series) {
    int bytes = series.key().getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MOST_OF_KEY) {
      throw new RejectedEventException(
          Reason.OVER_LIMIT,
          "model, version and segment have "
              + bytes
              + " bytes together, of which databases take "
              + MOST_OF_KEY
              + ": shorten them");
    }
  }

  private void segment(String attribute, String value) {
    text("the name of a segment attribute", attribute);
    text("the value of a segment attribute", value);
  }

  private void check(PredictiveDistribution distribution) {
    TargetSpace space = distribution.space();
    if (space.kind() == TargetSpace.Kind.CLASSES) {
      check("classes", space.size(), "classes", limits.classes());
    } else {
      check("coordinates", space.size(), "dimension", limits.dimension());
    }
    if (distribution instanceof Mixture mixture) {
      check("components", mixture.size(), "components", limits.components());
    } else if (distribution instanceof Ensemble ensemble) {
      check("members", ensemble.size(), "members", limits.members());
    } else if (distribution instanceof Quantiles quantiles) {
      check("levels", quantiles.size(), "members", limits.members());
    } else if (distribution instanceof Counts counts && counts.law().isEmpty()) {
      check("probabilities", counts.size(), "members", limits.members());
    }
  }

  /**
   * Checks that a profile made of such distributions is a record that can be written: each of its
   * test locations is one of them.
   *
   * @param distribution in its binary form
   */
  public void fitsAProfile(String model, ByteBuffer distribution) {
    int locations = config.model(model).profile().locations();
    int most = RequestSize.value(config.kafka()) / 2 / locations;
    if (distribution.remaining() > most) {
      throw new RejectedEventException(
          Reason.OVER_LIMIT,
          "the distribution takes "
              + distribution.remaining()
              + " bytes, but a profile with profile.locations = "
              + locations
              + " has room for "
              + most
              + " each: send fewer numbers, or lower profile.locations, or raise"
              + " kafka.producer.max.request.size");
    }
  }

  void check(LabelEvent event) {
    text("prediction_id", event.id());
    if (event.target() instanceof RawTarget.Name name) {
      text("the name of a class", name.value());
    } else if (event.target() instanceof RawTarget.Reals reals) {
      check("coordinates", reals.values().dimension(), "dimension", limits.dimension());
    }
  }

  /** Checks the name of a model that a heartbeat is of. */
  void checkModel(String model) {
    text("model", model);
  }

  /**
   * Checks that there is room for a model that has none yet; one that is listed always has.
   *
   * @param known the number of models that have
   */
  public void roomForModel(String model, int known) {
    if (known >= limits.models() && !config.knows(model)) {
      throw over(
          "there are " + known + " models already",
          "models",
          limits.models(),
          "list the model in the settings");
    }
  }

  /**
   * Checks that there is room for a version that has none yet.
   *
   * @param known the number of versions of the model that have
   */
  public void roomForVersion(int known) {
    if (known >= limits.versions()) {
      throw over(
          "there are " + known + " versions of the model already",
          "versions",
          limits.versions(),
          "send a version that stays the same from one prediction to the next");
    }
  }

  private void text(String what, String text) {
    if (text.indexOf('\0') >= 0) {
      throw new RejectedEventException(
          Reason.UNREADABLE,
          what + " has the character U+0000, which databases refuse: send a name without it");
    }
    if (text.length() > limits.text()) {
      throw over(
          what + " has " + text.length() + " characters", "text", limits.text(), "shorten it");
    }
  }

  private static void check(String what, int found, String limit, int most) {
    if (found > most) {
      throw over("the event has " + found + " " + what, limit, most, "send fewer");
    }
  }

  private static RejectedEventException over(String found, String limit, int most, String remedy) {
    return new RejectedEventException(
        Reason.OVER_LIMIT,
        found + ", limits." + limit + " is " + most + ": " + remedy + ", or raise the limit");
  }
}
